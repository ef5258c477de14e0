// Reads a board (`torus-9x9/10`) and a position (`3x3/2:01_/12_/___`) from their lines.
//
// The canonical lines only: other texts are read by Python. The shapes are those of
// src/sapper/board/geometry.py, and tests compare the two.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sapper/graph.hpp"

namespace sapper::documents {

// A request that cannot be answered; its message is for the reader of the page.
struct BadRequest : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct BoardLine {
    std::shared_ptr<const Graph> graph;
    int mines;  // -1: unknown
};

struct PositionLine {
    BoardLine board;
    std::vector<std::uint8_t> faces;

    int columns() const { return board.graph->columns(); }
};

BoardLine read_board(std::string_view line);
PositionLine read_position(std::string_view line);

// The index of a cell; throws BadRequest outside the board.
int index_of(const Graph& graph, int row, int column);

}  // namespace sapper::documents
