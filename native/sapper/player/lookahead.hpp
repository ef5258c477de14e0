// Looks one step ahead: the numbers that a cell may show, and how good each position would be.
//
// One forward count with a wild number (CandidateGroup) covers all possible numbers of a candidate;
// one backward pass then computes the chances after each of them. Only the components that the
// candidate touches are counted again; cells elsewhere keep their chances (which change only
// through the mine count, and only a little).
//
// A leaf is rated by the safety of the next guess (leaf.hpp), or by a LearnedLeaf: the chance to
// win.
#pragma once

#include <vector>

#include "sapper/count/situation.hpp"
#include "sapper/player/candidate_group.hpp"
#include "sapper/player/choice.hpp"
#include "sapper/player/leaf.hpp"
#include "sapper/player/learned_leaf.hpp"

namespace sapper {

class LookAhead {
   public:
    using Description = LearnedLeaf::Description;

    // Call once per position, which must be counted. Leaves are then rated by the next guess.
    void begin(const Situation& situation);
    // Rates leaves by their chance to win, until the next `begin`. `learned` must have begun with
    // the same situation.
    void use(LearnedLeaf& learned) { learned_ = &learned; }
    // Fills in a candidate whose cell and safety are set. Throws BudgetSpent.
    //
    // A winning chance is at most 1, so with `needed` the look ends as soon as the candidate cannot
    // have this value any more; then returns false, and `value` is what it could have at most.
    bool look(Situation& situation, Candidate& candidate, double needed = 0);

   private:
    // The two safest cells of a part of the board.
    struct Best {
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
        void add(const Best& other) {
            add(other.first, 1);
            add(other.second, 1);
        }
    };

    bool count_elsewhere(Situation& situation);
    void add_part_without_number(const Component& component, const Profile& profile);
    void look_without_number(const Situation& situation, Candidate& candidate);
    bool count_numbers(Situation& situation);
    bool look_by_number(const Situation& situation, Candidate& candidate, double needed);
    void weigh_rest(Beliefs& beliefs, const Counted& counted);
    void weigh_boxes(const Plan& plan, const Counted& counted);
    Leaf leaf_of(const Counted& counted, int final, double weight);
    void add_leaf(const Situation& situation, const Leaf& leaf, double chance,
                  Candidate& candidate);
    void give_up(Candidate& candidate) const;

    LearnedLeaf* learned_ = nullptr;
    CandidateGroup group_;
    LeafChances chances_;

    std::vector<Best> component_best_;  // per component of the position
    Best elsewhere_;                    // in all parts that the number does not affect
    bool elsewhere_is_safe_ = false;    // one of these parts has a certain safe cell
    Beliefs::Polynomial others_;        // counts of these parts by their mines

    Planner planner_;
    Tables<RealField<double>, NarrowNeeds> tables_;
    std::vector<double> rest_;                 // the weight of the rest, by mines in the group
    std::vector<double> rest_untouched_mine_;  // of that with a mine in one given untouched cell
    std::vector<double> mine_, mixed_;         // weights by box of the group and final state
    std::vector<double> next_;
    struct Weighted {
        int final;
        double weight;
    };
    std::vector<Weighted> finals_;  // the final states, one for each number, that are possible
    Counted counted_{};
};

}  // namespace sapper
