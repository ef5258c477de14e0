// A leaf of the look-ahead: what is known about the position after a candidate showed its number.
#pragma once

#include <vector>

namespace sapper {

// The chances after a number, in the part of the board that it affects (CandidateGroup), by box of
// that part. Elsewhere the chances are assumed not to change.
struct LeafChances {
    std::vector<double> mine;   // of a mine in a cell of the box
    std::vector<double> mixed;  // that exactly one of two cells of the box is a mine
    double far = 0;             // of a mine in a cell that no number touches at the leaf
};

struct Leaf {
    int number;
    double layouts;         // that fit the number
    bool has_safe_cell;     // a certain safe cell exists
    double safest, second;  // chances of no mine in the two safest cells
};

// The value of a leaf: a score for comparison, or the chance to win.
struct Worth {
    double value;
    bool is_exact = false;
};

// The value of a leaf without a learned value. A certain cell is worth a little more than a safe
// guess, because it gives information without risk.
inline constexpr double kWorthOfProgress = 1.1;

inline double worth_by_next_safety(const Leaf& leaf) {
    return leaf.has_safe_cell ? kWorthOfProgress : (4 * leaf.safest + leaf.second) / 5;
}

}  // namespace sapper
