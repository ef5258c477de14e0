// A double with its own 64-bit exponent: never overflows, never underflows to zero.
//
// Counting tables of ordinary components hold whole numbers far below 2^1000, where a plain double
// is zero exactly when the count is. Where that cannot be guaranteed (components of a thousand
// cells, binomials of a million) the same code runs on this type, about ten times slower.
#pragma once

#include <cmath>
#include <cstdint>

namespace sapper {

class Scaled {
   public:
    Scaled() = default;
    explicit Scaled(double value) { set(value, 0); }
    Scaled(double mantissa, std::int64_t exponent) { set(mantissa, exponent); }

    bool is_zero() const { return mantissa_ == 0; }
    double mantissa() const { return mantissa_; }
    std::int64_t exponent() const { return exponent_; }

    // The value as a plain double, divided by 2^shift first.
    double value(std::int64_t shift = 0) const {
        if (mantissa_ == 0) return 0;
        const std::int64_t e = exponent_ - shift;
        if (e < -1070) return 0;
        return std::ldexp(mantissa_, static_cast<int>(e > 2000 ? 2000 : e));
    }

    friend Scaled operator*(Scaled a, Scaled b) {
        return {a.mantissa_ * b.mantissa_, a.exponent_ + b.exponent_};
    }
    friend Scaled operator*(Scaled a, double b) { return {a.mantissa_ * b, a.exponent_}; }
    friend Scaled operator*(double a, Scaled b) { return b * a; }
    friend Scaled operator/(Scaled a, Scaled b) {
        return {a.mantissa_ / b.mantissa_, a.exponent_ - b.exponent_};
    }
    friend Scaled operator+(Scaled a, Scaled b) {
        if (a.mantissa_ == 0) return b;
        if (b.mantissa_ == 0) return a;
        if (a.exponent_ < b.exponent_) return b + a;
        const std::int64_t gap = a.exponent_ - b.exponent_;
        if (gap > 64) return a;
        return {a.mantissa_ + std::ldexp(b.mantissa_, static_cast<int>(-gap)), a.exponent_};
    }
    Scaled& operator+=(Scaled other) { return *this = *this + other; }

   private:
    void set(double mantissa, std::int64_t exponent) {
        if (mantissa == 0) {
            mantissa_ = 0;
            exponent_ = 0;
            return;
        }
        int shift;
        mantissa_ = std::frexp(mantissa, &shift);
        exponent_ = exponent + shift;
    }

    double mantissa_ = 0;
    std::int64_t exponent_ = 0;
};

// part / (part + other), exactly 0 or 1 when one of them is zero.
inline double share(double part, double other) { return part / (part + other); }
inline double share(Scaled part, Scaled other) {
    if (part.is_zero()) return 0;
    if (other.is_zero()) return 1;
    const std::int64_t shift =
        part.exponent() > other.exponent() ? part.exponent() : other.exponent();
    return share(part.value(shift), other.value(shift));
}

inline Scaled scaled(double value) { return Scaled(value); }
inline Scaled scaled(Scaled value) { return value; }

}  // namespace sapper
