// Counts what each number that a candidate may show would leave.
//
// One forward count with a wild number (CandidateGroup) covers all possible numbers of a candidate;
// one backward pass then computes the chances after each of them. Only the components that the
// candidate touches are counted again; cells elsewhere keep their chances (which change only
// through the mine count, and only a little).
#pragma once

#include <vector>

#include "sapper/count/situation.hpp"
#include "sapper/player/candidate_group.hpp"
#include "sapper/player/leaf.hpp"

namespace sapper {

// The two safest cells of a part of the board.
struct SafestCells {
    double first = 0, second = 0;

    void add(double safety, int cells) {
        if (cells <= 0) return;
        if (safety > first) {
            second = cells > 1 ? safety : first;
            first = safety;
        } else if (safety > second) {
            second = safety;
        }
    }
    void add(const SafestCells& other) {
        add(other.first, 1);
        add(other.second, 1);
    }
};

// What was counted for one candidate: all that its leaves are made of.
struct CountedGuess {
    int cell = -1;            // the candidate; -1 while the count is not complete
    bool is_counted = false;  // otherwise a part was too large

    CandidateGroup group;
    SafestCells elsewhere;           // in all parts that the number does not affect
    bool elsewhere_is_safe = false;  // one of these parts has a certain safe cell
    LeafChances chances;             // of these parts; those of the others differ by number

    struct Number {
        int number;
        int place;        // in the rows below
        double weight;    // of the layouts with this number
        double far_mine;  // of those with a mine in one given untouched cell
    };
    std::vector<Number> numbers;  // those that are possible
    double weight = 0;            // of all of them together
    // By box of the group and, in each row, by number: weights of mines, and of pairs of a mine and
    // a safe cell.
    std::vector<double> mine, mixed;
    std::size_t row_length = 0;
};

class GuessCounter {
   public:
    // Call once per position, which must be counted. Pairs of a mine and a safe cell are counted
    // only on request: nothing but a learned value needs them.
    void begin(const Situation& situation, bool counts_pairs);
    // Throws BudgetSpent.
    void count(Situation& situation, int cell, CountedGuess& guess);

   private:
    bool count_elsewhere(Situation& situation, CountedGuess& guess);
    void add_part_without_number(const Component& component, const Profile& profile,
                                 CountedGuess& guess);
    bool count_numbers(Situation& situation, CountedGuess& guess);
    void weigh_rest(Beliefs& beliefs, const CandidateGroup& group, const Counted& counted);
    void weigh_boxes(const Plan& plan, const Counted& counted, CountedGuess& guess);
    void list_numbers(const Counted& counted, CountedGuess& guess) const;

    bool counts_pairs_ = false;
    std::vector<SafestCells> component_safest_;  // per component of the position
    Beliefs::Polynomial others_;  // counts of the parts without the number, by their mines

    Planner planner_;
    Tables<RealField<double>, NarrowNeeds> tables_;
    std::vector<double> rest_;                 // the weight of the rest, by mines in the group
    std::vector<double> rest_untouched_mine_;  // of that with a mine in one given untouched cell
    std::vector<double> next_;
};

}  // namespace sapper
