// Sums of scores, and 95 % intervals of shares and of mean scores.
#pragma once

#include <cstdint>

namespace sapper {

// Half the width of a two-sided 95 % interval, in standard errors.
inline constexpr double kNormal95 = 1.959963984540054;

struct Interval {
    double low = 0, high = 1;
};

// The score interval of a share of games won (E. B. Wilson, 1927); 0 to 1 for no games. Of the
// intervals in use it stays closest to what it promises (experiments/coverage).
Interval wilson(double share, double games, double normal = kNormal95);

// Scores of games, or differences between them.
struct Tally {
    std::int64_t games = 0;
    double sum = 0, squares = 0;

    void add(double score) {
        ++games;
        sum += score;
        squares += score * score;
    }
    double mean() const { return games == 0 ? 0 : sum / static_cast<double>(games); }

    // The mean as a chance to win, and its interval: Wilson's for as many plain games as would be
    // as precise. If the scores are plain outcomes, that is Wilson's interval itself. Half a win
    // and half a loss are added to their spread, because the luckless score of most games may be
    // the same and then tells nothing of the rare others.
    double chance() const;
    Interval interval() const;
};

}  // namespace sapper
