// The second step of look-ahead: what the next guess promises after each number.
//
// Where candidates are close, the learned value is put to the test after each number that leaves
// nothing certain: there another guess follows at once, and its candidates, compared in their turn,
// say more than the value does before they are. (After a number that makes cells certain it is no
// gain to open one and look again: the value was never taught positions with some of them open.)
#pragma once

#include <vector>

#include "sapper/count/situation.hpp"
#include "sapper/player/comparison.hpp"

namespace sapper {

class SecondStep {
   public:
    SecondStep(const Setting& first_step, const Value& learned);

    // Looks again at the candidates that are close to the best, and puts all in order. Returns
    // false where none was close, nothing came out of it, or the budget ended; the candidates then
    // stay as they are.
    bool compare(const Situation& situation, std::vector<Candidate>& candidates);

   private:
    bool look(const Situation& situation, Candidate& candidate);
    // The winning chance after the cell shows the number; negative where one step of look-ahead
    // does not tell it.
    double win_after(const Situation& situation, int cell, int number);

    int most_rethought_;
    Setting setting_;  // of the step after the number
    Situation after_;  // the position then, with caches of its own
    Comparison next_step_;
    std::vector<Candidate> next_candidates_;
};

}  // namespace sapper
