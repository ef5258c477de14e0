// How many layouts fit, rounded: a factor times the binomial C(cells, mines).
//
// The binomial is left as it is because its logarithm costs as much as a small answer, and is
// seldom asked for. Exact numbers come from Solver::exact.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "sapper/count/scaled.hpp"

namespace sapper {

struct Ways {
    Scaled factor;
    std::int64_t cells = 0, mines = 0;

    // Minus infinity without any layout.
    double log10() const {
        return std::log10(factor.mantissa()) +
               static_cast<double>(factor.exponent()) * std::log10(2.0) +
               (log_factorial(cells) - log_factorial(mines) - log_factorial(cells - mines)) /
                   std::numbers::ln10;
    }

   private:
    // Stirling's series above 10: std::lgamma writes a global variable, which threads may not.
    static double log_factorial(std::int64_t n) {
        double product = 1;
        if (n <= 10) {
            for (std::int64_t i = 2; i <= n; ++i) product *= static_cast<double>(i);
            return std::log(product);
        }
        const auto x = static_cast<double>(n);
        const double inverse = 1 / x, square = inverse * inverse;
        const double series =
            1.0 / 12 -
            square * (1.0 / 360 -
                      square * (1.0 / 1260 -
                                square * (1.0 / 1680 -
                                          square * (1.0 / 1188 - square * (691.0 / 360360)))));
        return x * (std::log(x) - 1) + 0.5 * std::log(2 * std::numbers::pi * x) + inverse * series;
    }
};

// 2^power, also where a double would overflow.
inline Scaled power_of_two(double power) {
    const double whole = std::floor(power);
    return {std::exp2(power - whole), static_cast<std::int64_t>(whole)};
}

}  // namespace sapper
