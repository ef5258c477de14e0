// The score of a game: its outcome, corrected for luck by a control variate.
//
// At a guess the player may know the winning chance after each possible number, and their mean,
// because the chances of the numbers are exact. The difference between the winning chance after the
// actual number and the mean is luck. Subtracting it leaves the expectation unchanged and removes
// most of the noise; the quality of the learned chances affects only how much noise is left.
#pragma once

#include "sapper/player/player.hpp"

namespace sapper {

class Luck {
   public:
    // Records a guess of the player; `number` is what it showed, or -1 for a mine.
    void note(const Choice& choice, int number) {
        if (is_settled_) return;
        if (choice.win >= 0) {  // exact: everything after this is luck
            is_settled_ = true;
            settled_ = choice.win;
        } else if (!choice.candidates.empty()) {
            note(choice.candidates.front(), number);
        }
    }
    // The same for any cell; without effect if its numbers were not weighed.
    void note(const Candidate& opened, int number) {
        if (!opened.is_weighed) return;
        luck_ -= opened.value;
        if (number >= 0) luck_ += opened.wins[static_cast<std::size_t>(number)];
    }
    // Whether the rest of the game can no longer change the score.
    bool is_settled() const { return is_settled_; }
    double score(bool won) const { return (is_settled_ ? settled_ : won) - luck_; }

   private:
    bool is_settled_ = false;
    double settled_ = 0, luck_ = 0;
};

}  // namespace sapper
