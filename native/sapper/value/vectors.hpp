// Sums over rows of floats, with the widest registers the machine has: all a small network needs.
//
// Every element is summed separately and in the same order whatever the register width, so all
// machines get the same result to the last digit.
#pragma once

#include <span>

namespace sapper {

// An input of a layer that is not zero; all others are left out.
struct Input {
    int index;
    float amount;
};

// A layer's weights: one row per input, `width` outputs long.
// to += the rows of the inputs, each multiplied by its amount.
void add_rows(const float* weights, int width, std::span<const Input> inputs, float* to);

}  // namespace sapper
