// Sums over rows of floats, with the widest registers the machine has: all a small network needs.
//
// Every element is summed separately and in the same order whatever the register width, so all
// machines get the same result to the last digit.
#pragma once

#include <cstdint>
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

// The same for many cases, one after another in `to`: the inputs of case i end at ends[i].
void add_rows_each(const float* weights, int width, std::span<const Input> inputs,
                   std::span<const std::int32_t> ends, float* to);

// A whole layer for many cases at once: `from` has `inputs` floats per case, `to` gets `outputs`.
void apply_layer(const float* weights, const float* biases, int inputs, int outputs, int cases,
                 const float* from, float* to);

// Replaces negative values by zero.
void limit_to_zero(std::span<float> values);

}  // namespace sapper
