// What depends on the shape of a board alone: corners, edges, windows, and pairs of cells that may
// become a coin toss. Worked out once per board.
//
// Two covered cells with the same numbers around them can only be told apart by a cell that touches
// just one of them, a *breaker*. Once all breakers are mines and one of the two is a mine, nothing
// will ever tell which: a 50/50. The pairs and their breakers depend on the board alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sapper/graph.hpp"

namespace sapper {

// Whether each cell touches just the cells around it, and there are two rows and columns or more.
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

    // Does nothing if it was built for this graph already.
    void build(const Graph& graph);

    bool is_plain() const { return is_plain_; }
    Place place_of(int cell) const { return places_[cell]; }
    // The pairs that are counted at a cell: those with a neighbour of higher index, and the one or
    // two that it lies between. So all that matters for them is within two steps of it.
    std::span<const Pair> pairs_of(int cell) const {
        return {pairs_.data() + pair_begin_[cell], pairs_.data() + pair_begin_[cell + 1]};
    }
    // The other cells of the five by five around a cell, row by row; -1 beyond the edge.
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
    std::vector<std::int32_t> pair_begin_;
    std::vector<Pair> pairs_;
    std::vector<std::int32_t> breakers_, windows_;
};

}  // namespace sapper
