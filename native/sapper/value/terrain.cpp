#include "sapper/value/terrain.hpp"

#include <algorithm>
#include <cstdlib>

namespace sapper {

namespace {

bool touches(const Graph& graph, int cell, int other) {
    for (const int j : graph.around(cell))
        if (j == other) return true;
    return false;
}

}  // namespace

bool is_plain_rectangle(const Graph& graph) {
    const int rows = graph.rows(), columns = graph.columns();
    if (rows < 2 || columns < 2 || rows * columns != graph.size()) return false;
    for (int cell = 0; cell < graph.size(); ++cell) {
        const int row = cell / columns, column = cell % columns;
        const int high = 1 + (row > 0) + (row + 1 < rows);
        const int wide = 1 + (column > 0) + (column + 1 < columns);
        if (static_cast<int>(graph.around(cell).size()) != high * wide - 1) return false;
        for (const int j : graph.around(cell))
            if (std::abs(j / columns - row) > 1 || std::abs(j % columns - column) > 1) return false;
    }
    return true;
}

void Terrain::build(const Graph& graph) {
    if (built_for_ == graph.id()) return;
    built_for_ = graph.id();
    is_plain_ = is_plain_rectangle(graph);
    places_.clear();
    pairs_.clear();
    breakers_.clear();
    windows_.clear();
    pair_begin_.assign(1, 0);
    across_begin_.clear();
    if (!is_plain_) return;
    for (int cell = 0; cell < graph.size(); ++cell) {
        const auto degree = graph.around(cell).size();
        places_.push_back(degree <= 3 ? kCorner : degree <= 5 ? kEdge : kInner);
        add_window(graph, cell);
    }
    const int columns = graph.columns();
    for (int cell = 0; cell < graph.size(); ++cell) {
        const int row = cell / columns, column = cell % columns;
        const bool has_right = column + 1 < columns, has_below = row + 1 < graph.rows();
        if (has_right) add_pair(graph, cell, cell + 1, kBeside);
        if (has_below) add_pair(graph, cell, cell + columns, kBeside);
        if (has_right && has_below) add_pair(graph, cell, cell + columns + 1, kDiagonal);
        if (column > 0 && has_below) add_pair(graph, cell, cell + columns - 1, kDiagonal);
        across_begin_.push_back(static_cast<std::int32_t>(pairs_.size()));
        if (column > 0 && has_right) add_pair(graph, cell - 1, cell + 1, kApart);
        if (row > 0 && has_below) add_pair(graph, cell - columns, cell + columns, kApart);
        pair_begin_.push_back(static_cast<std::int32_t>(pairs_.size()));
    }
}

void Terrain::add_window(const Graph& graph, int cell) {
    const int row = cell / graph.columns(), column = cell % graph.columns();
    for (int r = row - 2; r <= row + 2; ++r) {
        for (int c = column - 2; c <= column + 2; ++c) {
            if (r == row && c == column) continue;
            const bool is_there = r >= 0 && r < graph.rows() && c >= 0 && c < graph.columns();
            windows_.push_back(is_there ? r * graph.columns() + c : -1);
        }
    }
}

void Terrain::add_pair(const Graph& graph, int cell, int other, Shape shape) {
    const auto begin = static_cast<std::int32_t>(breakers_.size());
    for (const int j : graph.around(cell))
        if (j != other && !touches(graph, other, j)) breakers_.push_back(j);
    for (const int j : graph.around(other))
        if (j != cell && !touches(graph, cell, j)) breakers_.push_back(j);
    pairs_.push_back({cell, other, begin, static_cast<std::int32_t>(breakers_.size()), shape,
                      std::max(places_[cell], places_[other])});
}

}  // namespace sapper
