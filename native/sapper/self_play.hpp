// Games played to learn from: positions right after a guess, and what they turned out to be worth.
//
// The worth of a position is told by the rest of its game, but not by the bare outcome: at every
// later guess the player knows the winning chance after each number that could come, so the luck of
// the number that did come is taken out (a control variate; nothing is lost, for the chances of the
// numbers are exact). Some guesses are random among the candidates, to see positions that good play
// avoids; what went before such a guess is worth what the best candidate was.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "sapper/simulate.hpp"

namespace sapper {

struct Lesson {
    std::vector<std::uint8_t> faces;  // one byte per cell: right after the guess, nothing else open
    Features::Vector features;        // as the look-ahead saw it, before the guess
    float worth;
    std::uint32_t game;
};

struct Schooling {
    double exploring;  // share of random guesses
    double trust;      // how far later luck is followed: 0 the next guess only, 1 to the end
};

// Plays games begin .. end - 1 on `workers` threads; lessons come in the order of the games.
std::vector<Lesson> self_play(const Match& match, const Schooling& schooling, std::uint64_t begin,
                              std::uint64_t end, int workers, const std::atomic<bool>& stop);

}  // namespace sapper
