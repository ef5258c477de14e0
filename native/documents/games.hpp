// The documents about games and layouts, as the routes of the server send them; and whole games.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "documents/positions.hpp"

namespace sapper::documents {

// Game number `game` of a seed, when the cell (row, column) is opened first.
struct Deal {
    std::string_view board, start;
    int row, column;
    std::uint64_t seed, game;
};
std::string deal_document(const Deal& deal);

// Whether a layout (one sign per cell, * for a mine) can be cleared without a guess.
std::string no_guess_document(std::string_view board, std::string_view layout, int row, int column);

// A layout that fits a position, drawn uniformly: its rows, null with too many unknown cells; a
// clash if there is none. Throws BadRequest without a mine count.
std::string sample_document(std::string_view line, std::uint64_t seed, const Options& options);

// Games of a native player from the cell (0, 0): lists of `won`, `steps` and `last`.
std::string games_document(std::string_view board, std::string_view start, std::uint64_t seed,
                           int games, std::string_view player);

}  // namespace sapper::documents
