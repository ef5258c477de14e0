// The second step of look-ahead: compares the guesses that follow after each number.
//
// Where candidates are close, the learned value is refined after each number that leaves nothing
// certain: another guess follows at once, and comparing its candidates is more accurate than the
// value alone. (After a number that makes cells certain there is nothing to gain by opening one and
// looking again: the value was not trained on positions where only some of them are open.)
#pragma once

#include <vector>

#include "sapper/count/situation.hpp"
#include "sapper/player/compare_guesses.hpp"

namespace sapper {

class SecondStep {
   public:
    // Candidates are close if their winning chances differ by at most this fraction: the learned
    // value is not more accurate than that.
    static constexpr double kClose = 0.03;

    SecondStep(const Setting& first_step, const Value& learned);

    // Looks again at the candidates that are close to the best, and sorts all of them. Returns
    // false if none was close, nothing changed, or the budget ran out; then the candidates are
    // unchanged.
    bool compare(const Situation& situation, std::vector<Candidate>& candidates);

   private:
    bool look(const Situation& situation, Candidate& candidate);
    // The winning chance after the cell shows the number; negative if one step of look-ahead does
    // not provide it.
    double win_after(const Situation& situation, int cell, int number);

    int most_rethought_;
    Setting setting_;  // of the step after the number
    Situation after_;  // the position then, with caches of its own
    Comparison next_step_;
    std::vector<Candidate> next_candidates_;
};

}  // namespace sapper
