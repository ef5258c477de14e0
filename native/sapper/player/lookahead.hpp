// One step ahead: what opening a cell would show, and how good the position would then be.
//
// For a candidate all its possible numbers come out of one forward count, with the number left
// open (CandidateGroup); one backward pass for all numbers then gives the chances that each would
// leave. Only the components that the candidate touches are counted again; cells elsewhere keep
// their chances (they move only through the mine count, and only a little).
//
// How good a leaf is says either the safety of the next guess (leaf.hpp), or a LearnedLeaf: the
// chance to win.
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

    // To be called once per position, which must be counted. Leaves are then worth what the next
    // guess is.
    void begin(const Situation& situation);
    // From here on leaves are worth their chance to win, until the next `begin`. `learned` must
    // have begun with the same situation.
    void use(LearnedLeaf& learned) { learned_ = &learned; }
    // Fills in all but the cell and the safety of a candidate; these must be set. Throws
    // BudgetSpent.
    void look(Situation& situation, Candidate& candidate);

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
    bool look_by_number(Situation& situation, Candidate& candidate);
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
    Best elsewhere_;                    // in all parts that the number is not about
    bool elsewhere_is_safe_ = false;    // one of these parts has a certain safe cell
    Beliefs::Polynomial others_;        // counts of these parts by their mines

    Planner planner_;
    Tables<RealField<double>, NarrowNeeds> tables_;
    std::vector<double> rest_;                 // the weight of all else, by mines in the group
    std::vector<double> rest_untouched_mine_;  // of that with a mine in one given untouched cell
    std::vector<double> mine_, mixed_;         // weights by box of the group and final state
    std::vector<double> next_;
};

}  // namespace sapper
