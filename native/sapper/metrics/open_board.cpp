#include "sapper/metrics/open_board.hpp"

#include <algorithm>
#include <cstddef>

namespace sapper {

OpenBoard::OpenBoard(const Graph& graph, std::span<const std::uint8_t> mines)
    : graph_(&graph),
      number_(mines.size(), 0),
      is_lone_(mines.size(), 0),
      opening_of_(mines.size(), -1) {
    for (int cell = 0; cell < graph.size(); ++cell) {
        if (mines[cell] == 0) continue;
        for (const int j : graph.around(cell)) ++number_[j];
    }
    for (int cell = 0; cell < graph.size(); ++cell)
        if (mines[cell] != 0) number_[cell] = kMine;
    find_openings();
    find_lone_cells();
}

// The zeros of an opening stand one after another, so the list is also the queue of the search.
void OpenBoard::find_openings() {
    for (int start = 0; start < graph_->size(); ++start) {
        if (!is_zero(start) || opening_of_[start] >= 0) continue;
        const int opening = openings();
        opening_of_[start] = opening;
        std::size_t next = zeros_.size();
        zeros_.push_back(start);
        for (; next < zeros_.size(); ++next) {
            for (const int j : graph_->around(zeros_[next])) {
                if (!is_zero(j) || opening_of_[j] >= 0) continue;
                opening_of_[j] = opening;
                zeros_.push_back(j);
            }
        }
        opening_begin_.push_back(static_cast<std::int32_t>(zeros_.size()));
    }
}

void OpenBoard::find_lone_cells() {
    for (int cell = 0; cell < graph_->size(); ++cell)
        is_lone_[cell] = is_mine(cell) || is_zero(cell) ? 0 : 1;
    for (const int zero : zeros_)
        for (const int j : graph_->around(zero)) is_lone_[j] = 0;
    lone_cells_ = static_cast<int>(std::ranges::count(is_lone_, 1));
}

int OpenBoard::solved_bbbv(std::span<const std::uint8_t> faces) const {
    int solved = 0;
    for (int cell = 0; cell < graph_->size(); ++cell)
        solved += is_lone(cell) && is_number(faces[cell]) ? 1 : 0;
    for (int opening = 0; opening < openings(); ++opening)
        solved += is_solved(opening, faces) ? 1 : 0;
    return solved;
}

bool OpenBoard::is_solved(int opening, std::span<const std::uint8_t> faces) const {
    for (const int zero : zeros_of(opening)) {
        if (!is_number(faces[zero])) return false;
        for (const int j : graph_->around(zero))
            if (!is_number(faces[j])) return false;
    }
    return true;
}

int OpenBoard::islands() const {
    std::vector<std::uint8_t> left = is_lone_;
    std::vector<std::int32_t> stack;
    int islands = 0;
    for (int start = 0; start < graph_->size(); ++start) {
        if (!left[start]) continue;
        ++islands;
        left[start] = 0;
        stack.assign(1, start);
        while (!stack.empty()) {
            const int cell = stack.back();
            stack.pop_back();
            for (const int j : graph_->around(cell)) {
                if (!left[j]) continue;
                left[j] = 0;
                stack.push_back(j);
            }
        }
    }
    return islands;
}

std::vector<int> OpenBoard::cells_by_number() const {
    std::size_t most = 0;
    for (int cell = 0; cell < graph_->size(); ++cell)
        most = std::max(most, graph_->around(cell).size());
    std::vector<int> cells(most + 1, 0);
    for (const std::uint8_t number : number_)
        if (number != kMine) ++cells[number];
    return cells;
}

}  // namespace sapper
