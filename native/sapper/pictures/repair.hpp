// A reading that cannot be impossible: the solver decides between names.
#pragma once

#include <vector>

#include "sapper/pictures/names.hpp"

namespace sapper::pictures {

// Whether some layout fits the numbers, with covered cells beyond these sides. If not, `clash` is
// set to numbers that cannot all be right. What takes too much work counts as possible.
bool is_possible(const Names& names, unsigned ring, std::vector<int>* clash = nullptr);

struct Repair {
    std::vector<int> changed;   // cells with another name than before
    std::vector<int> clashing;  // numbers that cannot all be right after all
};

// Searches the cheapest names with which a layout fits. Bounded: a few changes, tried one at a time
// where numbers clash.
Repair repair(Names& names, unsigned ring);

}  // namespace sapper::pictures
