// Scores the close candidates of guesses by rollouts, to see how well they were chosen.
//
// The player plays games. At some of its guesses layouts are drawn from all that fit; in each of
// them every close candidate is opened and the player plays the rest. Luck is removed from each of
// these games (score.hpp), and all candidates share the layouts, so that differences between them
// are known far better than by outcomes.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "sapper/games/simulate.hpp"

namespace sapper {

struct ScoredGuess {
    std::vector<std::uint8_t> faces;  // the position, one byte per cell
    std::uint32_t game;
    std::vector<Candidate> candidates;  // the close ones, best first by the player's value
    std::vector<float> scores;          // candidate by candidate, one for each layout
};

struct ScoringOptions {
    double share;  // of the guesses with close candidates
    double close;  // at most this far behind the best, as a winning chance
    int most;      // candidates of a guess
    int layouts;   // drawn for each guess
};

// Plays games begin .. end - 1 on `workers` threads; guesses come in the order of the games. The
// setting of the match must have a learned value, which plays the rest of the games too.
std::vector<ScoredGuess> score_guesses(const Match& match, const ScoringOptions& options,
                                       std::uint64_t begin, std::uint64_t end, int workers,
                                       const std::atomic<bool>& stop);

}  // namespace sapper
