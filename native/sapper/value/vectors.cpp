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

}  // namespace

SAPPER_WIDE void add_rows(const float* weights, int width, std::span<const Input> inputs,
                          float* to) {
    int begin = 0;
    for (; begin + 32 <= width; begin += 32) add_block<32>(weights, width, inputs, begin, to);
    for (; begin + 8 <= width; begin += 8) add_block<8>(weights, width, inputs, begin, to);
    for (; begin < width; ++begin) add_block<1>(weights, width, inputs, begin, to);
}

}  // namespace sapper
