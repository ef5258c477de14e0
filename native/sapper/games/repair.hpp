// No-guess boards at densities where rejection finds none: mines are moved where the reasoning is
// stuck.
//
// Begins with an ordinary deal. Where nothing is certain, one open number is chosen, and the
// unknown cells around it become all safe or all mines; the mines for it come from, or go to,
// unknown cells far from every open number if there are enough of them. Opened cells and known
// mines stay. Other numbers change with this, so the board is reasoned through from the start
// again; the change is kept if less remains unknown than before, or as much. After many changes in
// a row that are not kept, the next deal is tried.
//
// Boards made this way are NOT uniform: see experiments/no_guess. They are a function of seed and
// puzzle number alone, as long as no limit of time ends the search.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "sapper/games/generate.hpp"
#include "sapper/random.hpp"

namespace sapper {

// How much work one puzzle may take; 0 milliseconds: any time.
struct RepairLimits {
    std::int64_t boards;  // layouts reasoned through
    double milliseconds = 0;
};

struct Repaired {
    bool is_solved = false;
    std::vector<std::uint8_t> layout;
    Reasoning reasoning{};
    std::int64_t boards = 0;       // layouts reasoned through
    std::int64_t deals = 0;        // of these, those that were dealt
    std::int32_t fewest_left = 0;  // safe cells covered at the best end of any
};

// Repairs a board for each of the puzzles, on `workers` threads; the results do not depend on how
// many. `match.seed` and the puzzle decide the deals and the changes. Throws Interrupted once
// `stop` becomes true, and BudgetSpent if a position is too hard to count.
std::vector<Repaired> repair_boards(const Wanted& wanted, std::span<const std::uint64_t> puzzles,
                                    RepairLimits limits, int workers,
                                    const std::atomic<bool>& stop);

}  // namespace sapper
