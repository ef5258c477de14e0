// What depends only on the shape of a board: corners, edges, windows, and pairs of cells that may
// become a coin toss. Computed once per board.
//
// Two covered cells that touch the same numbers can only be distinguished by a cell that touches
// exactly one of them, a *breaker*. Once all breakers are mines and one of the two is a mine,
// nothing can show which one: a 50/50. The pairs and their breakers depend only on the board.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sapper/graph.hpp"

namespace sapper {

// Whether the board is an ordinary grid with at least two rows and two columns.
bool is_plain_rectangle(const Graph& graph);

class Terrain {
   public:
    enum Place : std::uint8_t { kInner, kEdge, kCorner };
    static constexpr int kPlaces = 3;
    enum Shape : std::uint8_t { kBeside, kDiagonal, kApart };  // kApart: one cell between them

    struct Pair {
        std::int32_t cell, other;
        std::int32_t breaker_begin, breaker_end;
        Shape shape;
        Place place;  // of the cell nearer to the border
    };

    // Does nothing if already built for this graph.
    void build(const Graph& graph);

    bool is_plain() const { return is_plain_; }
    Place place_of(int cell) const { return places_[cell]; }
    // The pairs that are counted at a cell: those with a neighbour of higher index, and the one or
    // two that it lies between. So everything they depend on is within two steps of the cell.
    std::span<const Pair> pairs_of(int cell) const {
        return {pairs_.data() + pair_begin_[cell], pairs_.data() + pair_begin_[cell + 1]};
    }
    // Of these, only those that it lies between: the last ones.
    std::span<const Pair> pairs_across(int cell) const {
        return {pairs_.data() + across_begin_[cell], pairs_.data() + pair_begin_[cell + 1]};
    }
    // The other cells of the five-by-five square around a cell, row by row; -1 beyond the edge.
    static constexpr int kWindow = 24;
    std::span<const std::int32_t, kWindow> window_of(int cell) const {
        return std::span<const std::int32_t, kWindow>(
            windows_.data() + static_cast<std::ptrdiff_t>(cell) * kWindow, kWindow);
    }
    std::span<const std::int32_t> breakers_of(const Pair& pair) const {
        return {breakers_.data() + pair.breaker_begin, breakers_.data() + pair.breaker_end};
    }

   private:
    void add_window(const Graph& graph, int cell);
    void add_pair(const Graph& graph, int cell, int other, Shape shape);

    std::uint64_t built_for_ = 0;
    bool is_plain_ = false;
    std::vector<Place> places_;
    std::vector<std::int32_t> pair_begin_, across_begin_;
    std::vector<Pair> pairs_;
    std::vector<std::int32_t> breakers_, windows_;
};

}  // namespace sapper
