// The number types that the counting runs on. A *field* defines how one vector of counts is added
// to another; the counting itself does not depend on how a count is represented.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sapper/count/scaled.hpp"
#include "sapper/graph.hpp"

namespace sapper {

// Rows 0 to kMaxNumber of Pascal's triangle: ways to place k mines in one box.
template <class Value>
constexpr auto pascal() {
    std::array<std::array<Value, kMaxNumber + 1>, kMaxNumber + 1> rows{};
    for (int n = 0; n <= kMaxNumber; ++n) {
        rows[n][0] = 1;
        for (int k = 1; k <= n; ++k) rows[n][k] = rows[n - 1][k - 1] + (k < n ? rows[n - 1][k] : 0);
    }
    return rows;
}

// Doubles: whole numbers below 2^1000, rounded; zero exactly when the count is zero.
// Scaled: the same without a bound.
template <class Number>
struct RealField {
    using Value = Number;
    static constexpr std::size_t stride = 1;
    static constexpr auto binomial = pascal<double>();

    // The two do not overlap.
    static void add(Value* __restrict to, const Value* __restrict from, std::size_t count,
                    double factor) {
        if (count == 1) {  // the usual case
            to[0] += from[0] * factor;
            return;
        }
        for (std::size_t i = 0; i < count; ++i) to[i] += from[i] * factor;
    }
    static Value dot(const Value* a, const Value* b, std::size_t count) {
        Value sum{};
        for (std::size_t i = 0; i < count; ++i) sum += a[i] * b[i];
        return sum;
    }
    // Both at once: adds `from` times `factor` to `to`, returns the product of `from` and `with`.
    static Value add_and_dot(Value* to, const Value* from, const Value* with, std::size_t count,
                             double factor) {
        Value sum{};
        for (std::size_t i = 0; i < count; ++i) {
            to[i] += from[i] * factor;
            sum += with[i] * from[i];
        }
        return sum;
    }
    static bool is_zero(const Value* values, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            if (!is_nothing(values[i])) return false;
        return true;
    }

   private:
    static bool is_nothing(double value) { return value == 0; }
    static bool is_nothing(const Scaled& value) { return value.is_zero(); }
};

__extension__ using DoubleLimb = unsigned __int128;

// Exact integers of a fixed number of 64-bit limbs, least significant first. A component of c cells
// has at most 2^c layouts, so c / 64 + 1 limbs never overflow.
struct LimbField {
    using Value = std::uint64_t;
    std::size_t stride;
    static constexpr auto binomial = pascal<std::uint64_t>();

    explicit LimbField(int cells) : stride(static_cast<std::size_t>(cells) / 64 + 1) {}

    void add(Value* to, const Value* from, std::size_t count, Value factor) const {
        for (std::size_t i = 0; i < count; ++i, to += stride, from += stride) {
            DoubleLimb carry = 0;
            for (std::size_t limb = 0; limb < stride; ++limb) {
                carry += static_cast<DoubleLimb>(from[limb]) * factor + to[limb];
                to[limb] = static_cast<Value>(carry);
                carry >>= 64;
            }
        }
    }
};

}  // namespace sapper
