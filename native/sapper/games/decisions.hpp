// The positions in which a native player decides: the rows of a dataset.
//
// Plays games as `simulate` does and keeps the board before every decision. The same positions and
// moves come from playing in Python, at thirty times the cost; a test compares the two.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "sapper/games/simulate.hpp"

namespace sapper {

// One entry per decision, except `won`: one per game. `faces` has the cells of every board.
struct Decisions {
    std::vector<std::uint8_t> faces;
    std::vector<std::int32_t> game;   // counted from the first
    std::vector<std::int32_t> moves;  // made before, the first cell included
    std::vector<std::int32_t> choice;
    std::vector<std::uint8_t> is_guess;
    std::vector<std::uint8_t> won;
};

// Plays `games` games from `begin` on; ends early, with whole games only, once `stop` is true.
Decisions collect_decisions(const Match& match, std::uint64_t begin, std::int64_t games,
                            const std::atomic<bool>& stop);

}  // namespace sapper
