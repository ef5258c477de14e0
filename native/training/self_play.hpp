// Games played to learn from: guesses, and what the positions after them turned out to be worth.
//
// The worth of a position is told by the rest of its game, but not by the bare outcome: at every
// later guess the player knows the winning chance after each number that could come, so the luck of
// the number that did come is taken out (a control variate; nothing is lost, for the chances of the
// numbers are exact). Some guesses are random among the candidates, to see positions that good play
// avoids; what went before such a guess is worth what the best candidate was.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "sapper/games/simulate.hpp"

namespace sapper {

// A guess that was survived. What is kept is the position and not what a value is told of it, so
// that the telling may change.
struct Lesson {
    std::vector<std::uint8_t> faces;  // before the guess, one byte per cell
    std::int32_t cell, number;        // what was opened and what it showed
    float worth;                      // of the position right after, nothing else open
    std::uint32_t game;
};

struct Schooling {
    double exploring;  // share of random guesses
    double trust;      // how far later luck is followed: 0 the next guess only, 1 to the end
};

// Plays games begin .. end - 1 on `workers` threads; lessons come in the order of the games.
std::vector<Lesson> self_play(const Match& match, const Schooling& schooling, std::uint64_t begin,
                              std::uint64_t end, int workers, const std::atomic<bool>& stop);

// Tells what a value would be told of lessons, as the look-ahead sees them.
class Describer {
   public:
    Describer(const Graph& graph, int mines) : graph_(graph), mines_(mines) {}

    // Null where the position clashes, the cell is not to be guessed or cannot show the number, or
    // the value does not fit the board.
    const LearnedLeaf::Description* describe(std::span<const std::uint8_t> faces, int cell,
                                             int number);

   private:
    const Graph& graph_;
    int mines_;
    const Value value_ = blank_value();  // what a value says is of no interest here
    Situation situation_;
    LookAhead look_ahead_;
    LearnedLeaf learned_leaf_;
};

}  // namespace sapper
