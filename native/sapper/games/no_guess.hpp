// Whether a board can be cleared without a guess, and how hard the reasoning is that it needs.
//
// From the first cell on, whatever is certain is opened, until the board is cleared or nothing is
// certain any more. The reasoning has levels, each including those below it:
//   1 single numbers   all that follows from one open number
//   2 pairs            all that follows from some set of at most two open numbers
//   3 numbers          all that follows from all open numbers together
//   4 mine count       all that follows from all open numbers and the mine count
// "All that follows" means: what holds in every layout of the cells around these numbers; cells
// known from earlier steps to be safe or mines count as known. For two numbers this is arithmetic
// on how many of the cells that they share can be mines.
//
// What is certain stays certain when more is known, so the cells that a level can open do not
// depend on the order of the steps: one procedure, which uses a level only when all lower ones find
// nothing, decides both whether a board is solved and the hardest level that it *needs*. A round is
// one use of a level at such a moment, with all its findings at once; rounds are unique too.
//
// Stops at the first forced guess. Most refused boards are refused early, and cheaply.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "sapper/count/beliefs.hpp"
#include "sapper/count/frontier.hpp"
#include "sapper/count/solve.hpp"
#include "sapper/games/ground.hpp"

namespace sapper {

enum class Level : std::uint8_t { kOpening, kSingle, kPair, kNumbers, kCount };
inline constexpr int kLevels = 5;

// What came of a board.
struct Reasoning {
    bool is_solved = false;
    Level level =
        Level::kOpening;         // the hardest that was needed; kOpening: the first cell opens all
    std::int32_t safe_left = 0;  // safe cells that are still covered
    std::array<std::int32_t, kLevels> rounds{};  // by level
};

// Clears boards of one graph one after another, with reasoning up to `most`. Owns its working
// memory and caches, so reuse it. Not thread-safe.
class Reasoner {
   public:
    // Work ends with Interrupted when `stop` becomes true.
    Reasoner(const Graph& graph, Level most, const std::atomic<bool>* stop = nullptr)
        : graph_(graph), most_(most), stop_(stop) {}
    Reasoner(const Reasoner&) = delete;
    Reasoner& operator=(const Reasoner&) = delete;

    // Takes the next board; `layout` has 1 for every mine.
    void lay(std::vector<std::uint8_t> layout, int mines);
    // Clears it as far as it goes. A mine in the first cell ends that at once. Throws BudgetSpent
    // if a position is too hard to count.
    const Reasoning& clear(int first);

    // Where the last board ended.
    const Frontier& frontier() const { return frontier_; }
    const Ground& ground() const { return ground_; }

   private:
    void open(int cell);
    void open_found();
    bool advance();
    bool find(Level level);
    bool find_by_pairs();
    void find_by_pairs_with(int number);
    void compare_pair(int number, int other, int shared);
    void add_findings(int number, int other, bool is_shared, bool is_mine);
    bool find_by_numbers();
    bool find_by_count();
    bool count_cannot_help() const;
    bool note_verdicts();
    bool solve_large();
    bool note_solution(bool by_mine_count);

    const Graph& graph_;
    Level most_;
    const std::atomic<bool>* stop_;
    int mines_ = 0;
    Ground ground_;
    Frontier frontier_;
    Beliefs beliefs_;
    std::vector<std::uint8_t> opened_;  // one byte per cell
    Reasoning reasoning_;

    // Pairs: how many unknown cells each number shares with the current one, the numbers that share
    // any, and what was found, before it is noted.
    struct Finding {
        std::int32_t cell;
        bool is_mine;
    };
    std::vector<std::uint8_t> shared_;
    std::vector<std::int32_t> partners_;
    std::vector<Finding> findings_;

    std::vector<std::uint8_t> box_verdicts_;  // see Verdict
    std::uint8_t untouched_verdict_ = kUndecided;
    // For boards that are too large for beliefs.
    bool is_large_ = false;
    Solver solver_;
    Solution solution_;
};

}  // namespace sapper
