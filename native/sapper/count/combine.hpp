// How the components of a board meet: they share the mines that are left with the untouched cells.
//
// Every component brings its counts by number of mines. For each of them we want its *rest*: how
// much weight all the others and the untouched cells give to every number of mines it may hold.
// Two ways give the same answer:
//   - the product tree convolves counts upwards and rests downwards; exact zeros stay zeros; the
//     cost grows with the square of the total range, which is nothing on ordinary boards;
//   - on large boards, where hundreds of components make the total nearly normal, Fourier inversion
//     around the saddle point needs some thirty frequencies whatever the size (saddle.cpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sapper/budget.hpp"
#include "sapper/count/scaled.hpp"

namespace sapper {

// The counts of one component: counts[i] layouts with low + i mines.
struct Part {
    int low;
    std::span<const Scaled> counts;
};

// What the parts meet with.
struct Others {
    std::int64_t untouched;   // cells that no number touches
    std::int64_t mines_left;  // for all parts and the untouched cells together
};

struct Meeting {
    bool is_possible = false;
    // rest(part)[i] weighs the part's i-th count; the scale differs from part to part.
    std::vector<Scaled> rests;
    std::vector<std::size_t> rest_begin;
    // The weight of a mine, and of no mine, in one untouched cell (common scale).
    Scaled untouched_mine, untouched_safe;

    std::span<const Scaled> rest(std::size_t part) const {
        return {rests.data() + rest_begin[part], rests.data() + rest_begin[part + 1]};
    }
    // The chance of a mine in an untouched cell: 0 or 1 exactly when it is certain.
    double untouched_chance() const;
    // How likely each part holds each of its numbers of mines.
    std::vector<std::vector<double>> part_chances(std::span<const Part> parts) const;
};

// The total of the mines is known. Overwrites `meeting`.
void meet(std::span<const Part> parts, Others others, Budget& budget, Meeting& meeting);

// The total is unknown: every cell is a mine with the same chance, apart from the others.
void meet_with_density(std::span<const Part> parts, double density, Meeting& meeting);

// The two ways of `meet`, open to the tests. `saddle` returns false where it does not apply.
void meet_by_tree(std::span<const Part> parts, Others others, Budget& budget, Meeting& meeting);
bool meet_by_saddle(std::span<const Part> parts, Others others, Meeting& meeting);

}  // namespace sapper
