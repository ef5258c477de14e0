#include "documents/natural.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace sapper::documents {

Natural::Natural(std::uint64_t value)
    : limbs_{static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)} {
    trim();
}

Natural Natural::of_limbs(std::span<const std::uint64_t> limbs) {
    Natural result;
    for (const std::uint64_t limb : limbs) {
        result.limbs_.push_back(static_cast<std::uint32_t>(limb));
        result.limbs_.push_back(static_cast<std::uint32_t>(limb >> 32));
    }
    result.trim();
    return result;
}

void Natural::trim() {
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

Natural& Natural::operator+=(const Natural& other) {
    limbs_.resize(std::max(limbs_.size(), other.limbs_.size()) + 1);
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
        carry += limbs_[i];
        if (i < other.limbs_.size()) carry += other.limbs_[i];
        limbs_[i] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    trim();
    return *this;
}

Natural& Natural::operator-=(const Natural& other) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
        const std::uint64_t taken = borrow + (i < other.limbs_.size() ? other.limbs_[i] : 0);
        borrow = limbs_[i] < taken ? 1 : 0;
        limbs_[i] = static_cast<std::uint32_t>((borrow << 32) + limbs_[i] - taken);
    }
    trim();
    return *this;
}

Natural& Natural::operator*=(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (std::uint32_t& limb : limbs_) {
        carry += static_cast<std::uint64_t>(limb) * factor;
        limb = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    limbs_.push_back(static_cast<std::uint32_t>(carry));
    trim();
    return *this;
}

void Natural::add_product(const Natural& a, const Natural& b) {
    const std::size_t product = a.limbs_.size() + b.limbs_.size();
    limbs_.resize(std::max(limbs_.size(), product) + 1);
    for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
        std::uint64_t carry = 0;
        std::size_t place = i;
        for (const std::uint32_t limb : b.limbs_) {
            carry += static_cast<std::uint64_t>(a.limbs_[i]) * limb + limbs_[place];
            limbs_[place++] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        for (; carry != 0; carry >>= 32) {
            carry += limbs_[place];
            limbs_[place++] = static_cast<std::uint32_t>(carry);
        }
    }
    trim();
}

Natural operator*(const Natural& a, const Natural& b) {
    Natural result;
    result.add_product(a, b);
    return result;
}

bool operator<(const Natural& a, const Natural& b) {
    if (a.limbs_.size() != b.limbs_.size()) return a.limbs_.size() < b.limbs_.size();
    return std::lexicographical_compare(a.limbs_.rbegin(), a.limbs_.rend(), b.limbs_.rbegin(),
                                        b.limbs_.rend());
}

std::uint32_t Natural::take_remainder(std::uint32_t divisor) {
    std::uint64_t rest = 0;
    for (std::size_t i = limbs_.size(); i-- > 0;) {
        rest = rest << 32 | limbs_[i];
        limbs_[i] = static_cast<std::uint32_t>(rest / divisor);
        rest %= divisor;
    }
    trim();
    return static_cast<std::uint32_t>(rest);
}

std::size_t Natural::bits() const {
    return is_zero()
               ? 0
               : 32 * limbs_.size() - static_cast<std::size_t>(std::countl_zero(limbs_.back()));
}

std::size_t Natural::trailing_zeros() const {
    std::size_t limb = 0;
    while (limbs_[limb] == 0) ++limb;
    return 32 * limb + static_cast<std::size_t>(std::countr_zero(limbs_[limb]));
}

void Natural::shift_left_by_one(bool lowest) {
    std::uint32_t carry = lowest ? 1 : 0;
    for (std::uint32_t& limb : limbs_) {
        const std::uint32_t top = limb >> 31;
        limb = limb << 1 | carry;
        carry = top;
    }
    if (carry != 0) limbs_.push_back(carry);
}

void Natural::shift_right(std::size_t places) {
    limbs_.erase(limbs_.begin(), limbs_.begin() + static_cast<std::ptrdiff_t>(places / 32));
    const auto by = static_cast<int>(places % 32);
    if (by == 0) return;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
        const std::uint64_t above = i + 1 < limbs_.size() ? limbs_[i + 1] : 0;
        limbs_[i] = static_cast<std::uint32_t>((above << 32 | limbs_[i]) >> by);
    }
    trim();
}

void Natural::shift_left(std::size_t places) {
    for (std::size_t i = 0; i < places % 32; ++i) shift_left_by_one(false);
    if (!is_zero()) limbs_.insert(limbs_.begin(), places / 32, 0);
}

// Bit by bit: quadratic like multiplication, and used once or twice per fraction.
Natural Natural::divided_by(const Natural& divisor) const {
    Natural quotient, rest;
    for (std::size_t place = bits(); place-- > 0;) {
        rest.shift_left_by_one(bit(place));
        const bool fits = !(rest < divisor);
        if (fits) rest -= divisor;
        quotient.shift_left_by_one(fits);
    }
    return quotient;
}

// The binary method (Stein, 1967).
Natural Natural::greatest_common_divisor(Natural a, Natural b) {
    if (a.is_zero()) return b;
    if (b.is_zero()) return a;
    const std::size_t common = std::min(a.trailing_zeros(), b.trailing_zeros());
    a.shift_right(a.trailing_zeros());
    while (!b.is_zero()) {
        b.shift_right(b.trailing_zeros());
        if (b < a) std::swap(a, b);
        b -= a;
    }
    a.shift_left(common);
    return a;
}

Natural Natural::power(const Natural& base, std::uint32_t exponent) {
    Natural result(1);
    for (std::uint32_t i = 0; i < exponent; ++i) result = result * base;
    return result;
}

Natural Natural::binomial(std::uint32_t n, std::uint32_t k) {
    Natural result(k <= n ? 1 : 0);
    for (std::uint32_t i = 1; i <= std::min(k, n - k) && k <= n; ++i) {
        result *= n - i + 1;
        result /= i;
    }
    return result;
}

std::string Natural::decimal() const {
    constexpr std::uint32_t kNineDigits = 1'000'000'000;
    Natural rest = *this;
    std::string digits;  // last first
    while (!rest.is_zero()) {
        std::uint32_t group = rest.take_remainder(kNineDigits);
        for (int i = 0; i < 9; ++i, group /= 10)
            digits.push_back(static_cast<char>('0' + group % 10));
    }
    while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
    if (digits.empty()) return "0";
    return {digits.rbegin(), digits.rend()};
}

// The upper 64 bits decide all digits of a double; what is below them only rounds.
double Natural::log10() const {
    Natural top = *this;
    const std::size_t dropped = bits() > 64 ? bits() - 64 : 0;
    top.shift_right(dropped);
    double value = 0;
    for (std::size_t i = top.limbs_.size(); i-- > 0;) value = value * 0x1p32 + top.limbs_[i];
    if (dropped < 900) return std::log10(std::ldexp(value, static_cast<int>(dropped)));
    return std::log10(value) + static_cast<double>(dropped) * std::log10(2.0);
}

}  // namespace sapper::documents
