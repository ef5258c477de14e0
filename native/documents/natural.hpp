// Natural numbers of any size, for exact counts of layouts.
//
// Schoolbook methods on 32-bit limbs. The counts of components are small and are multiplied into
// one growing number at a time, so faster methods of multiplication would gain nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sapper::documents {

class Natural {
   public:
    Natural() = default;
    explicit Natural(std::uint64_t value);
    // From 64-bit limbs, least significant first.
    static Natural of_limbs(std::span<const std::uint64_t> limbs);

    bool is_zero() const { return limbs_.empty(); }
    Natural& operator+=(const Natural& other);
    Natural& operator-=(const Natural& other);  // `other` must not be larger
    Natural& operator*=(std::uint32_t factor);
    Natural& operator/=(std::uint32_t divisor) {
        take_remainder(divisor);
        return *this;
    }
    friend Natural operator*(const Natural& a, const Natural& b);
    friend bool operator<(const Natural& a, const Natural& b);

    // Adds a times b.
    void add_product(const Natural& a, const Natural& b);
    // Divides, rounding down; `divisor` must not be zero.
    Natural divided_by(const Natural& divisor) const;
    static Natural greatest_common_divisor(Natural a, Natural b);
    static Natural power(const Natural& base, std::uint32_t exponent);
    static Natural binomial(std::uint32_t n, std::uint32_t k);

    std::string decimal() const;
    double log10() const;

   private:
    void trim();
    std::uint32_t take_remainder(std::uint32_t divisor);
    std::size_t bits() const;
    bool bit(std::size_t place) const { return limbs_[place / 32] >> (place % 32) & 1; }
    std::size_t trailing_zeros() const;
    void shift_left_by_one(bool lowest);
    void shift_right(std::size_t places);
    void shift_left(std::size_t places);

    std::vector<std::uint32_t> limbs_;  // least significant first, without leading zeros
};

}  // namespace sapper::documents
