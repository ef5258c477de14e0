// Tilts the counts of all parts by odds^mines, so that the expected total becomes the mines left.
//
// The first half of the saddle-point method (saddle.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sapper/count/combine.hpp"

namespace sapper {

struct Flat {
    std::vector<double> counts;  // of all parts, each scaled to a largest of about 1
    std::vector<std::size_t> begin{0};
    std::int64_t low = 0, span = 0;  // of the total
    int widest = 0;                  // largest span of one part
    std::int64_t shift = 0;          // by how many powers of two all counts together were divided
};

// Returns nullopt if the counts of one part differ too much for doubles.
std::optional<Flat> flatten(std::span<const Part> parts);

struct Tilt {
    double odds = 0, chance = 0;  // of a mine in an untouched cell
    double variance = 0;          // of the total
    std::vector<double> tilted;   // q, each part summing to 1
    std::vector<int> centre;      // the mean of each part, rounded
    Scaled product{1.0};          // of the sums of all parts before they were divided
};

// Returns odds and variance, or nullopt if no odds that doubles can hold reach the mines left.
std::optional<Tilt> tilt_to(const Flat& flat, Others others);

// Fills in the tilted counts.
void apply(Tilt& tilt, const Flat& flat);

// All layouts: the chance of the total under the tilt, with the tilt taken back.
Ways ways_of(const Flat& flat, const Tilt& tilt, Others others, double chance_of_total);

}  // namespace sapper
