#include "sapper/count/tilt.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace sapper {

namespace {

// Mean and variance of the total under these odds.
std::pair<double, double> moments(const Flat& flat, Others others, double odds) {
    const double p = odds / (1 + odds);
    const auto untouched = static_cast<double>(others.untouched);
    double mean = untouched * p + static_cast<double>(flat.low);
    double variance = untouched * p * (1 - p);
    for (std::size_t i = 0; i + 1 < flat.begin.size(); ++i) {
        double power = 1, sum = 0, first = 0, second = 0, m = 0;
        for (std::size_t k = flat.begin[i]; k < flat.begin[i + 1]; ++k, m += 1, power *= odds) {
            const double weight = flat.counts[k] * power;
            sum += weight;
            first += weight * m;
            second += weight * m * m;
        }
        first /= sum;
        mean += first;
        variance += second / sum - first * first;
    }
    return {mean, variance};
}

}  // namespace

std::optional<Flat> flatten(std::span<const Part> parts) {
    constexpr std::int64_t kMostBits = 500;
    Flat flat;
    for (const Part& part : parts) {
        std::int64_t high = part.counts[0].exponent();
        for (const Scaled& c : part.counts)
            if (!c.is_zero()) high = std::max(high, c.exponent());
        for (const Scaled& c : part.counts) {
            if (!c.is_zero() && high - c.exponent() > kMostBits) return std::nullopt;
            flat.counts.push_back(c.value(high));
        }
        flat.shift += high;
        flat.begin.push_back(flat.counts.size());
        const int span = static_cast<int>(part.counts.size()) - 1;
        flat.low += part.low;
        flat.span += span;
        flat.widest = std::max(flat.widest, span);
    }
    return flat;
}

// Newton's method on log(odds), in which the mean is monotonic; clamped steps cannot diverge.
std::optional<Tilt> tilt_to(const Flat& flat, Others others) {
    const auto target = static_cast<double>(others.mines_left);
    const double cells = static_cast<double>(others.untouched + flat.span);
    const double guess =
        std::clamp((target - static_cast<double>(flat.low)) / cells, 1e-6, 1 - 1e-6);
    double log_odds = std::log(guess / (1 - guess));
    double mean = 0, variance = 0;
    for (int round = 0; round < 50; ++round) {
        if (std::abs(log_odds) * flat.widest > 300) return std::nullopt;
        std::tie(mean, variance) = moments(flat, others, std::exp(log_odds));
        if (!(variance > 0)) return std::nullopt;
        if (std::abs(mean - target) < 0.05 * std::sqrt(variance)) {
            Tilt tilt;
            tilt.odds = std::exp(log_odds);
            tilt.chance = tilt.odds / (1 + tilt.odds);
            tilt.variance = variance;
            return tilt;
        }
        log_odds += std::clamp((target - mean) / variance, -2.0, 2.0);
    }
    return std::nullopt;
}

void apply(Tilt& tilt, const Flat& flat) {
    tilt.tilted.resize(flat.counts.size());
    for (std::size_t i = 0; i + 1 < flat.begin.size(); ++i) {
        double power = 1, sum = 0, first = 0, m = 0;
        for (std::size_t k = flat.begin[i]; k < flat.begin[i + 1];
             ++k, m += 1, power *= tilt.odds) {
            tilt.tilted[k] = flat.counts[k] * power;
            sum += tilt.tilted[k];
            first += tilt.tilted[k] * m;
        }
        for (std::size_t k = flat.begin[i]; k < flat.begin[i + 1]; ++k) tilt.tilted[k] /= sum;
        tilt.centre.push_back(static_cast<int>(std::lround(first / sum)));
        tilt.product = tilt.product * sum;
    }
}

Ways ways_of(const Flat& flat, const Tilt& tilt, Others others, double chance_of_total) {
    const double untilted =
        static_cast<double>(others.untouched) * std::log1p(tilt.odds) / std::numbers::ln2 -
        static_cast<double>(others.mines_left - flat.low) * std::log2(tilt.odds);
    return {tilt.product * Scaled(chance_of_total, flat.shift) * power_of_two(untilted)};
}

}  // namespace sapper
