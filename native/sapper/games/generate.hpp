// Boards with properties that were asked for, by rejection: deal until a board has them.
//
// So every board that has them is equally likely. Puzzle number k of a seed tries the games
// k * 2^32, k * 2^32 + 1, ... of that seed and is the first that is accepted: an ordinary game,
// which does not depend on the number of threads or on other puzzles.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "sapper/games/no_guess.hpp"
#include "sapper/games/simulate.hpp"

namespace sapper {

inline constexpr std::uint64_t kMostTries = std::uint64_t{1} << 32;

// The game that is dealt at one try for a puzzle; both are below 2^32.
constexpr std::uint64_t game_of_try(std::uint64_t puzzle, std::uint64_t attempt) noexcept {
    return puzzle * kMostTries + attempt;
}

// Which boards are accepted: those that need no guess with reasoning up to `most`, and need at
// least the level `least`.
struct Wanted {
    const Match& match;
    Level least, most;
};

// Which tries of a puzzle to look at: begin .. end - 1.
struct Search {
    std::uint64_t puzzle, begin, end;
};

// The first accepted try, or `end` and no layout if there is none.
struct Found {
    std::uint64_t attempt = 0;
    Reasoning reasoning{};
    std::vector<std::uint8_t> layout;
};

// Does all searches on `workers` threads; the results do not depend on how many. Throws Interrupted
// once `stop` becomes true, and BudgetSpent if a position is too hard to count.
std::vector<Found> search_boards(const Wanted& wanted, std::span<const Search> searches,
                                 int workers, const std::atomic<bool>& stop);

}  // namespace sapper
