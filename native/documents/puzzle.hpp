// The document of a board that needs no guess, as far as the core knows it.
//
// Grades finer than the core's levels, hard steps beyond pairs and the difficulty need Python.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sapper/games/no_guess.hpp"

namespace sapper::documents {

// Puzzle `number` of a seed with the first cell (row, column): of the boards whose hardest level is
// from `least` to `most`, found by dealing or, if `is_repair`, by moving mines.
struct Wish {
    std::string_view board, start;
    int row, column;
    std::uint64_t seed, number;
    Level least, most;
    bool is_repair;
    double milliseconds;
};

// Without a board within the time: `{"tries": boards that were tried}` alone.
std::string puzzle_document(const Wish& wish);

}  // namespace sapper::documents
