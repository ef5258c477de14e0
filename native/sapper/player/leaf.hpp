// A leaf of the look-ahead: what is known of the position after a candidate showed its number.
#pragma once

#include <vector>

namespace sapper {

// The chances that a number leaves in the part of the board that it is about (CandidateGroup), by
// box of that part. Elsewhere the chances are taken to stay as they are.
struct LeafChances {
    std::vector<double> mine;   // of a mine in a cell of the box
    std::vector<double> mixed;  // that just one of two cells of the box is a mine
    double far = 0;             // of a mine in a cell that no number touches then
};

struct Leaf {
    int number;
    double layouts;         // that fit it
    bool has_safe_cell;     // a certain safe cell exists
    double safest, second;  // chances of no mine in the two safest cells
};

// How good a leaf is: a figure to compare by, or the chance to win.
struct Worth {
    double value;
    bool is_exact = false;
};

// How good a leaf is where no learned value fits. A certain cell is worth a little more than a safe
// guess, for it tells something without risk.
inline constexpr double kWorthOfProgress = 1.1;

inline double worth_by_next_safety(const Leaf& leaf) {
    return leaf.has_safe_cell ? kWorthOfProgress : (4 * leaf.safest + leaf.second) / 5;
}

}  // namespace sapper
