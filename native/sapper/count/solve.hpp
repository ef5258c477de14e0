// Solves a position: the chance of a mine in every covered cell, and which cells are certain.
//
// `Solver::solve` is the table of contents of the core; each of its lines is a file of its own.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "sapper/budget.hpp"
#include "sapper/count/combine.hpp"
#include "sapper/count/frontier.hpp"
#include "sapper/count/plan.hpp"
#include "sapper/count/tables.hpp"

namespace sapper {

// A position and how to read it. Without a mine count (`mines` < 0) every covered cell is a mine
// with the chance `density`, independently of the others.
struct Question {
    const Graph& graph;
    std::span<const std::uint8_t> faces;
    int mines = -1;
    double density = 0;
    bool trust_flags = false;
};

enum class Outcome { kPossible, kNumbersClash, kMineCountClashes };

// One byte per cell. Certain cells that follow only with the mine count also have kByMineCount set.
enum Verdict : std::uint8_t {
    kNotCovered = 0,
    kUndecided = 1,
    kSafe = 2,
    kCertainMine = 3,
    kByMineCount = 4
};

inline std::uint8_t verdict_of(bool can_be_mine, bool can_be_safe) {
    if (!can_be_mine) return kSafe;
    return can_be_safe ? kUndecided : kCertainMine;
}

struct Solution {
    Outcome outcome = Outcome::kPossible;
    std::vector<double> chances;         // nan where the cell is not covered
    std::vector<std::uint8_t> verdicts;  // see Verdict
    std::vector<std::int32_t> clash;     // numbers that cannot all be right
    std::int32_t untouched = 0;          // covered cells that no number touches
    double untouched_chance = 0;         // nan without such cells
    Ways ways;                           // all layouts that fit, rounded
};

struct ComponentSummary {
    std::vector<std::int32_t> cells, numbers;
    int fewest_mines, most_mines;
};

// Exact counts of one component: counts[i] layouts with low + i mines, in 64-bit limbs.
struct ExactComponent {
    int low;
    std::size_t limbs;
    std::vector<std::uint64_t> counts;
};

struct ExactCounts {
    Outcome outcome = Outcome::kPossible;
    int known_mines = 0, untouched = 0;
    std::vector<ExactComponent> components;
};

// Owns its working memory, so that a reused solver allocates next to nothing. Not thread-safe.
class Solver {
   public:
    Solution solve(const Question& question, Budget& budget);
    // The same in the memory of an earlier solution. Unless the outcome is kPossible, the chances
    // and verdicts are still those of before.
    void solve(const Question& question, Budget& budget, Solution& solution);

    // The chance that a covered cell shows n, given that it is safe; empty if it must be a mine.
    std::vector<double> numbers(const Question& question, int cell, Budget& budget);

    // The components that single numbers leave undecided; empty on a clash.
    std::vector<ComponentSummary> components(const Question& question, Budget& budget);

    ExactCounts exact(const Question& question, Budget& budget);

   private:
    using Plain = Tables<RealField<double>, NarrowNeeds>;
    using Wide = Tables<RealField<double>, WideNeeds>;
    using Large = Tables<RealField<Scaled>, WideNeeds>;
    enum class Kind : std::uint8_t { kPlain, kWide, kLarge };
    struct Entry {
        Plan plan;
        Counted counted;
        Kind kind;
    };

    // The weights of one component, in plain doubles or scaled.
    template <class Value>
    struct Weights {
        std::vector<Value> rest;        // of all other components, by the mines of this one
        std::vector<Value> mine, safe;  // by box: of its mines, and of its safe cells
    };
    template <class Value>
    Weights<Value>& weights() {
        if constexpr (std::is_same_v<Value, double>)
            return plain_weights_;
        else
            return large_weights_;
    }

    // The steps of `solve` (solve.cpp). The first three record a clash and return false.
    bool read(const Question& question, int wild, Solution& solution);
    bool count(const Question& question, Budget& budget, Solution& solution);
    bool meet_parts(const Question& question, Budget& budget, Solution& solution);
    void weigh(Budget& budget);
    void fill(const Question& question, Solution& solution) const;

    void forget_counts();
    Entry count_component(const Question& question, const Component& component, Budget& budget);
    template <class SomeTables>
    void forward(SomeTables& tables, Entry& entry, Budget& budget);
    void note_clash(const Question& question, const Component& component, Solution& solution) const;
    void fill_verdicts_by_state(const Question& question, Solution& solution) const;

    // The steps of `weigh` and `numbers` (chances.cpp).
    template <class SomeTables>
    void weigh_component(SomeTables& tables, const Entry& entry, std::size_t index);
    template <class SomeTables>
    void weigh_boxes(SomeTables& tables, const Entry& entry, std::size_t index);
    template <class Value>
    bool judge_boxes(std::size_t index);
    template <class Value>
    void mark_decided_by_count(std::size_t index);
    std::span<const std::int32_t> boxes_of(std::size_t index) const;
    bool fits_plain(std::size_t index) const;
    bool count_matters(std::size_t index) const;
    template <class Add>
    void weigh_numbers(std::size_t index, Budget& budget, Add&& add);

    Frontier frontier_;
    Planner planner_;
    Plain plain_;
    Wide wide_;
    Large large_;
    std::vector<Entry> entries_;
    std::vector<Scaled> counts_;
    std::vector<Part> parts_;
    Meeting meeting_;
    std::vector<double> box_chances_;
    std::vector<std::uint8_t> box_verdicts_;
    Weights<double> plain_weights_;
    Weights<Scaled> large_weights_;
};

}  // namespace sapper
