// Plays games for training: records guesses, and the worth of the positions after them.
//
// The worth of a position comes from the rest of its game, but not from the bare outcome: at every
// later guess the player knows the winning chance after each possible number, so the luck of the
// actual number is removed (a control variate; it is unbiased, because the chances of the numbers
// are exact). Some guesses are random among the candidates, to reach positions that good play
// avoids; positions before such a guess get the worth of the best candidate.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "sapper/games/simulate.hpp"

namespace sapper {

// A guess that was survived. It stores the position, not the inputs of a value, so that these
// inputs may change.
struct Lesson {
    std::vector<std::uint8_t> faces;  // before the guess, one byte per cell
    std::int32_t cell, number;        // what was opened and what it showed
    float worth;                      // of the position right after, with nothing else open
    std::uint32_t game;
};

struct SelfPlayOptions {
    double exploring;  // share of random guesses
    double trust;      // how far later guesses count: 0 the next guess only, 1 to the end
};

// Plays games begin .. end - 1 on `workers` threads; lessons come in the order of the games.
std::vector<Lesson> self_play(const Match& match, const SelfPlayOptions& options,
                              std::uint64_t begin, std::uint64_t end, int workers,
                              const std::atomic<bool>& stop);

// Computes the inputs of a value for lessons, by the same code as the look-ahead.
class Describer {
   public:
    Describer(const Graph& graph, int mines) : graph_(graph), mines_(mines) {}

    // Returns null if the position clashes, the cell is not a guess or cannot show the number, or
    // the value does not support the board.
    const LearnedLeaf::Description* describe(std::span<const std::uint8_t> faces, int cell,
                                             int number);

   private:
    const Graph& graph_;
    int mines_;
    const Value value_ = blank_value();  // only the inputs are needed here
    Situation situation_;
    LookAhead look_ahead_;
    LearnedLeaf learned_leaf_;
};

}  // namespace sapper
