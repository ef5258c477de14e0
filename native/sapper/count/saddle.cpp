// Combines very many components in time linear in their number.
//
// Tilt every count by odds^mines so that the expected total becomes the mines that are left; this
// changes no conditional chance. Then part i holds m mines with probability proportional to
// q_i(m) P(all others hold mines_left - m), and that probability is a Fourier sum over the product
// of the other parts' characteristic functions. The sum over N equally spaced frequencies is exact
// except for totals that differ by a multiple of N; N is large enough that they weigh less than
// 1e-37 (see `frequencies`): 22 standard deviations, if no part spans more than a quarter of one.
// Frequencies are cut where the untouched cells alone push the product below 1e-19.
//
// Next to the fewest or the most mines that fit, the total is no longer nearly normal and the
// product tree has few totals to carry; between the two, very many parts still are faster here, by
// more frequencies.
//
// Products of all others come from prefixes and suffixes, never from a division: a part's
// characteristic function may vanish.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <optional>

#include "sapper/count/combine.hpp"
#include "sapper/count/tilt.hpp"

namespace sapper {

namespace {

using Complex = std::complex<double>;

// From this many parts on, more frequencies are faster than the product tree.
constexpr std::size_t kVeryManyParts = 1000;

// std::complex's operator* guards against infinities and calls a library function; these are
// finite.
Complex times(Complex a, Complex b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// Whether every number of mines that a part may hold leaves a total that the others can reach. Then
// no rest is zero, and no certain cell depends on the mine count.
bool is_count_slack(std::span<const Part> parts, const Flat& flat, Others others) {
    std::int64_t filler = others.untouched - flat.widest;  // steps of one, with any part left out
    int widest_gap = 1;
    for (const Part& part : parts) {
        int gap = 1, since = 0;
        for (const Scaled& c : part.counts) {
            ++since;
            if (c.is_zero()) continue;
            gap = std::max(gap, since);
            since = 0;
        }
        widest_gap = std::max(widest_gap, gap);
        if (gap == 1) filler += static_cast<std::int64_t>(part.counts.size()) - 1;
    }
    return filler >= widest_gap && others.mines_left >= flat.low + flat.widest &&
           others.mines_left <= flat.low + flat.span + others.untouched - flat.widest;
}

// Whether so few totals are left to carry that the product tree is faster.
bool is_next_to_an_end(const Flat& flat, Others others) {
    const std::int64_t above = others.mines_left - flat.low;
    const std::int64_t below = flat.span + others.untouched - above;
    return std::min(above, below) < 4 * flat.widest;
}

// By Bernstein's bound, how many frequencies keep the totals that differ by a multiple of them
// below e^-85: the root x of x^2 / (2 variance + 2/3 widest x) = 85.
double frequencies(double variance, double widest) {
    const double half = 85 * widest / 3;
    return half + std::sqrt(half * half + 170 * variance);
}

class FourierSum {
   public:
    FourierSum(const Flat& flat, const Tilt& tilt, Others others)
        : flat_(flat),
          tilt_(tilt),
          untouched_(static_cast<double>(others.untouched)),
          rests(flat.counts.size(), 0.0),
          transforms_(flat.begin.size() - 1),
          suffixes_(flat.begin.size()),
          powers_(2 * flat.widest + 1) {
        std::int64_t centre = flat.low;
        for (const int c : tilt.centre) centre += c;
        // How far the centred parts and the expected untouched mines are from the total.
        excess_ = untouched_ * tilt.chance - static_cast<double>(others.mines_left - centre);
    }

    void run(int count) {
        for (int j = 0; 2 * j <= count; ++j) {
            const double angle = 2 * std::numbers::pi * j / count;
            if (std::abs(of_untouched(angle)) < 1e-19) break;
            // Frequencies j and -j are conjugate; 0 and the middle one have no partner.
            add(angle, j == 0 || 2 * j == count ? 1 : 2);
        }
    }

   private:
    const Flat& flat_;
    const Tilt& tilt_;
    double untouched_;
    double excess_ = 0;

   public:
    std::vector<double> rests;
    double total = 0, mine = 0, safe = 0;

   private:
    // The transform of all untouched cells, rotated by the excess. Subtracting each cell's mean
    // before raising to the power keeps the angles small.
    Complex of_untouched(double angle) const {
        const double p = tilt_.chance;
        const double shrink = 0.5 * std::log1p(-2 * p * (1 - p) * (1 - std::cos(angle)));
        const double turn =
            std::atan2(p * std::sin(angle), 1 - p + p * std::cos(angle)) - p * angle;
        return std::polar(std::exp(untouched_ * shrink), untouched_ * turn + excess_ * angle);
    }

    void add(double angle, double times_counted) {
        for (int k = -flat_.widest; k <= flat_.widest; ++k)
            powers_[k + flat_.widest] = std::polar(1.0, angle * k);
        const std::size_t count = transforms_.size();
        for (std::size_t i = 0; i < count; ++i) transforms_[i] = transform(i);
        suffixes_[count] = of_untouched(angle) * times_counted;
        for (std::size_t i = count; i-- > 0;)
            suffixes_[i] = times(transforms_[i], suffixes_[i + 1]);
        Complex prefix = 1;
        for (std::size_t i = 0; i < count; ++i) {
            add_rest(i, times(prefix, suffixes_[i + 1]));
            prefix = times(prefix, transforms_[i]);
        }
        add_untouched(angle, suffixes_[0]);
    }

    Complex transform(std::size_t part) const {
        double re = 0, im = 0;
        const Complex* power = &powers_[flat_.widest - tilt_.centre[part]];
        for (std::size_t k = flat_.begin[part]; k < flat_.begin[part + 1]; ++k, ++power) {
            re += tilt_.tilted[k] * power->real();
            im += tilt_.tilted[k] * power->imag();
        }
        return {re, im};
    }

    void add_rest(std::size_t part, Complex others) {
        const Complex* power = &powers_[flat_.widest - tilt_.centre[part]];
        for (std::size_t k = flat_.begin[part]; k < flat_.begin[part + 1]; ++k, ++power)
            rests[k] += others.real() * power->real() - others.imag() * power->imag();
    }

    void add_untouched(double angle, Complex all) {
        const double p = tilt_.chance;
        const Complex mine_cell = p * std::polar(1.0, angle);
        const Complex cell = 1 - p + mine_cell;
        total += all.real();
        mine += (all * mine_cell / cell).real();
        safe += (all * (1 - p) / cell).real();
    }

    std::vector<Complex> transforms_, suffixes_, powers_;
};

}  // namespace

bool meet_by_saddle(std::span<const Part> parts, Others others, Meeting& meeting) {
    const std::optional<Flat> flat = flatten(parts);
    if (!flat || !is_count_slack(parts, *flat, others)) return false;
    std::optional<Tilt> tilt = tilt_to(*flat, others);
    if (!tilt) return false;
    const double widest = std::max(flat->widest, 4);
    const double deviation = std::sqrt(tilt->variance);
    const bool is_nearly_normal = deviation >= 4 * widest;
    if (!is_nearly_normal && (parts.size() < kVeryManyParts || is_next_to_an_end(*flat, others)))
        return false;
    apply(*tilt, *flat);
    FourierSum sum(*flat, *tilt, others);
    const int count = static_cast<int>(
        std::ceil(is_nearly_normal ? 22 * deviation : frequencies(tilt->variance, widest)));
    sum.run(count);

    meeting.is_possible = true;
    meeting.ways = ways_of(*flat, *tilt, others, sum.total / count);
    meeting.untouched_mine = Scaled(others.untouched > 0 ? sum.mine : 0);
    meeting.untouched_safe = Scaled(others.untouched > 0 ? sum.safe : 0);
    meeting.rests.clear();
    meeting.rest_begin.assign(1, 0);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        Scaled power(1.0);
        for (std::size_t k = flat->begin[i]; k < flat->begin[i + 1]; ++k) {
            // Rounding may bring a tiny rest down to zero or below, but no rest is really zero.
            meeting.rests.push_back(power * std::max(sum.rests[k], 1e-25));
            power = power * tilt->odds;
        }
        meeting.rest_begin.push_back(meeting.rests.size());
    }
    return true;
}

}  // namespace sapper
