// The shapes of boards: which cells touch. A new shape is one entry in `steps_of`.
#pragma once

#include "sapper/graph.hpp"

namespace sapper {

enum class Shape {
    kGrid,   // squares, up to eight neighbours
    kTorus,  // squares, the opposite edges are joined
    kHex     // hexagons, up to six neighbours; odd rows are shifted right by half a cell
};

// A few milliseconds for ten thousand cells. The neighbours of every cell are in order, each once.
Graph graph_of(Shape shape, int rows, int columns);

// The same graph from one list of neighbours per cell, which must be symmetric.
Graph graph_of(int rows, int columns, const std::vector<std::vector<std::int32_t>>& neighbours);

}  // namespace sapper
