// Sums over rows of floats, as wide as the machine allows: all that a small network needs.
//
// Every element is summed on its own and in the same order however wide the registers are, so all
// machines come to the same last digit.
#pragma once

#include <span>

namespace sapper {

// An input of a layer that is not zero; all others are left out.
struct Input {
    int index;
    float amount;
};

// A layer's weights: one row per input, `width` outputs long.
// to += the rows of the inputs, each as often as its amount.
void add_rows(const float* weights, int width, std::span<const Input> inputs, float* to);

}  // namespace sapper
