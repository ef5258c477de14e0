#include "sapper/value/vectors.hpp"

#include <array>
#include <cstddef>

// The compiler generates one version for machines with wide registers and one for all others; the
// loader picks one. Sanitizers do not support this.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && __GNUC__ >= 12 && \
    !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SAPPER_WIDE __attribute__((target_clones("arch=x86-64-v3", "default")))
#define SAPPER_INLINE __attribute__((always_inline)) inline
#else
#define SAPPER_WIDE
#define SAPPER_INLINE inline
#endif

namespace sapper {

namespace {

// Outputs begin .. begin + kSize - 1, summed in registers.
template <int kSize>
SAPPER_INLINE void add_block(const float* weights, int width, std::span<const Input> inputs,
                             int begin, float* to) {
    std::array<float, kSize> sums;
    for (int o = 0; o < kSize; ++o) sums[o] = to[begin + o];
    for (const Input input : inputs) {
        const float* const row = weights + std::ptrdiff_t{input.index} * width + begin;
        for (int o = 0; o < kSize; ++o) sums[o] += input.amount * row[o];
    }
    for (int o = 0; o < kSize; ++o) to[begin + o] = sums[o];
}

// Eight floats that the compiler keeps in one or two registers, loaded from any address.
typedef float Eight __attribute__((vector_size(32), aligned(4)));
constexpr int kEight = 8;

SAPPER_INLINE Eight& eight_at(float* at) { return *reinterpret_cast<Eight*>(at); }
SAPPER_INLINE const Eight& eight_at(const float* at) { return *reinterpret_cast<const Eight*>(at); }

// Sixteen outputs of kCases cases of a whole layer.
template <int kCases>
SAPPER_INLINE void apply_sixteen(const float* weights, const float* biases, int inputs, int outputs,
                                 const float* from, float* to) {
    Eight low[kCases], high[kCases];
    for (int c = 0; c < kCases; ++c) {
        low[c] = eight_at(biases);
        high[c] = eight_at(biases + kEight);
    }
    for (int i = 0; i < inputs; ++i, weights += outputs) {
        const Eight low_row = eight_at(weights), high_row = eight_at(weights + kEight);
        for (int c = 0; c < kCases; ++c) {
            const float amount = from[c * inputs + i];
            low[c] += low_row * amount;
            high[c] += high_row * amount;
        }
    }
    for (int c = 0; c < kCases; ++c) {
        eight_at(to + c * outputs) = low[c];
        eight_at(to + c * outputs + kEight) = high[c];
    }
}

template <int kCases>
SAPPER_INLINE void apply_to_cases(const float* weights, const float* biases, int inputs,
                                  int outputs, const float* from, float* to) {
    int o = 0;
    for (; o + 2 * kEight <= outputs; o += 2 * kEight)
        apply_sixteen<kCases>(weights + o, biases + o, inputs, outputs, from, to + o);
    for (; o < outputs; ++o) {
        for (int c = 0; c < kCases; ++c) {
            float sum = biases[o];
            for (int i = 0; i < inputs; ++i)
                sum += from[c * inputs + i] * weights[std::ptrdiff_t{i} * outputs + o];
            to[c * outputs + o] = sum;
        }
    }
}

SAPPER_INLINE void add_all_rows(const float* weights, int width, std::span<const Input> inputs,
                                float* to) {
    int begin = 0;
    for (; begin + 32 <= width; begin += 32) add_block<32>(weights, width, inputs, begin, to);
    for (; begin + 8 <= width; begin += 8) add_block<8>(weights, width, inputs, begin, to);
    for (; begin < width; ++begin) add_block<1>(weights, width, inputs, begin, to);
}

}  // namespace

SAPPER_WIDE void add_rows(const float* weights, int width, std::span<const Input> inputs,
                          float* to) {
    add_all_rows(weights, width, inputs, to);
}

SAPPER_WIDE void add_rows_each(const float* weights, int width, std::span<const Input> inputs,
                               std::span<const std::int32_t> ends, float* to) {
    const Input* begin = inputs.data();
    for (const std::int32_t end_index : ends) {
        const Input* const end = inputs.data() + end_index;
        add_all_rows(weights, width, {begin, end}, to);
        begin = end;
        to += width;
    }
}

SAPPER_WIDE void apply_layer(const float* weights, const float* biases, int inputs, int outputs,
                             int cases, const float* from, float* to) {
    constexpr int kTogether = 4;
    int c = 0;
    for (; c + kTogether <= cases; c += kTogether)
        apply_to_cases<kTogether>(weights, biases, inputs, outputs, from + c * inputs,
                                  to + c * outputs);
    for (; c < cases; ++c)
        apply_to_cases<1>(weights, biases, inputs, outputs, from + c * inputs, to + c * outputs);
}

SAPPER_WIDE void limit_to_zero(std::span<float> values) {
    for (float& value : values) value = value > 0 ? value : 0;
}

}  // namespace sapper
