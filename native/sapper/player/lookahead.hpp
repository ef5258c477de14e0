// Looks one step ahead: the numbers that a cell may show, and how good each position would be.
//
// A candidate is counted once (counted_guess.hpp), even if it is looked at several times. A leaf is
// rated by the safety of the next guess (leaf.hpp), or by a LearnedLeaf: the chance to win.
#pragma once

#include <deque>

#include "sapper/count/situation.hpp"
#include "sapper/player/choice.hpp"
#include "sapper/player/counted_guess.hpp"
#include "sapper/player/leaf.hpp"
#include "sapper/player/learned_leaf.hpp"

namespace sapper {

class LookAhead {
   public:
    using Description = LearnedLeaf::Description;

    // Call once per position, which must be counted. Leaves are then rated by the next guess. With
    // `will_use_learned` all counts are kept, so that the same candidates can be rated again.
    void begin(const Situation& situation, bool will_use_learned);
    // Rates leaves by their chance to win, until the next `begin`. `learned` must have begun with
    // the same situation.
    void use(LearnedLeaf& learned) { learned_ = &learned; }
    // Fills in a candidate whose cell and safety are set. Throws BudgetSpent.
    //
    // A winning chance is at most 1, so with `needed` the look ends as soon as the candidate cannot
    // have this value any more; then returns false, and `value` is what it could have at most.
    bool look(Situation& situation, Candidate& candidate, double needed = 0);

   private:
    CountedGuess& count(Situation& situation, int cell);
    void look_without_number(const Situation& situation, CountedGuess& guess, Candidate& candidate);
    bool look_by_number(const Situation& situation, CountedGuess& guess, Candidate& candidate,
                        double needed);
    Leaf leaf_of(CountedGuess& guess, const CountedGuess::Number& number) const;
    void add_leaf(const Situation& situation, const Leaf& leaf, const LeafChances& chances,
                  double chance, Candidate& candidate);
    void give_up(Candidate& candidate) const;

    LearnedLeaf* learned_ = nullptr;
    GuessCounter counter_;
    std::deque<CountedGuess> guesses_;  // addresses are stable; memory is kept between positions
    std::size_t guesses_used_ = 0;
    bool keeps_guesses_ = false;
};

}  // namespace sapper
