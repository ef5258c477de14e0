// Exact counts of a position, and the exact chance of a cell, from the counts of its components.
//
// src/sapper/analysis/exact.py does the same in Python's integers, and tests compare the two.
#pragma once

#include <string>
#include <string_view>

#include "documents/natural.hpp"
#include "sapper/count/solve.hpp"

namespace sapper::documents {

// A density as it was written, as a fraction in whole numbers: 0.21 is 21 / 100.
struct Density {
    Natural mine, all;
};
Density read_density(std::string_view text);

// How many layouts fit with this many mines, or (below 0) with any number of mines.
Natural layouts(const ExactCounts& counts, int mines);

// part / whole in lowest terms, as Python writes it.
std::string fraction_text(const Natural& part, const Natural& whole);

// The weight of `part` over that of `whole`, where every mine weighs density / (1 - density).
std::string weight_share(const ExactCounts& part, const ExactCounts& whole, const Density& density);

}  // namespace sapper::documents
