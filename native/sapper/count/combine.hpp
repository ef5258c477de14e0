// Combines the components of a board, which share the remaining mines with the untouched cells.
//
// Every component has its counts by number of mines. For each of them we want its *rest*: how much
// weight all the others and the untouched cells give to every number of mines it may hold.
// Two methods return the same answer:
//   - the product tree convolves counts upwards and rests downwards; exact zeros stay zeros; the
//     cost grows with the square of the total range, which is negligible on ordinary boards;
//   - on large boards, where hundreds of components make the total nearly normal, Fourier inversion
//     around the saddle point needs about thirty frequencies whatever the size (saddle.cpp).
// Exact counts are combined elsewhere, in Python integers: src/sapper/analysis/exact.py. Where
// these would be too long to print, `Meeting::ways` has their logarithm.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sapper/budget.hpp"
#include "sapper/count/scaled.hpp"
#include "sapper/count/ways.hpp"

namespace sapper {

// The counts of one component: counts[i] layouts with low + i mines.
struct Part {
    int low;
    std::span<const Scaled> counts;
};

// What the parts are combined with.
struct Others {
    std::int64_t untouched;   // cells that no number touches
    std::int64_t mines_left;  // for all parts and the untouched cells together
};

struct Meeting {
    bool is_possible = false;
    // rest(part)[i] weighs the part's i-th count; the scale differs from part to part.
    std::vector<Scaled> rests;
    std::vector<std::size_t> rest_begin;
    // The weight of a mine, and of no mine, in one untouched cell (on a common scale).
    Scaled untouched_mine, untouched_safe;
    Ways ways;  // of the parts and the untouched cells together

    std::span<const Scaled> rest(std::size_t part) const {
        return {rests.data() + rest_begin[part], rests.data() + rest_begin[part + 1]};
    }
    // The chance of a mine in an untouched cell; exactly 0 or 1 if and only if it is certain.
    double untouched_chance() const;
    // For each part, the chance of each number of mines in it.
    std::vector<std::vector<double>> part_chances(std::span<const Part> parts) const;
};

// For a known mine count. Overwrites `meeting`.
void meet(std::span<const Part> parts, Others others, Budget& budget, Meeting& meeting);

// For an unknown mine count: every cell is a mine with the same chance, independently. The ways are
// those of any mine count.
void meet_with_density(std::span<const Part> parts, std::int64_t untouched, double density,
                       Meeting& meeting);

// The two methods of `meet`, exposed for tests. The saddle returns false if it does not apply.
void meet_by_tree(std::span<const Part> parts, Others others, Budget& budget, Meeting& meeting);
bool meet_by_saddle(std::span<const Part> parts, Others others, Meeting& meeting);

}  // namespace sapper
