// What the documents about layouts share: how they are written and read, and a match that deals.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "documents/board_line.hpp"
#include "documents/json.hpp"
#include "sapper/games/simulate.hpp"

namespace sapper::documents {

// A layout as one string per row, * where a mine lies.
void write_rows(std::span<const std::uint8_t> layout, int columns, Json& json);

// The layout of one sign per cell, * for a mine. Throws BadRequest for another number of signs.
std::vector<std::uint8_t> read_layout(const Graph& graph, std::string_view signs);

// Throws BadRequest without a mine count, or if no cell is safe.
Match match_of(const BoardLine& board, std::string_view start, int first, std::uint64_t seed,
               const Setting& setting);
void need_safe_cell(const BoardLine& board);

}  // namespace sapper::documents
