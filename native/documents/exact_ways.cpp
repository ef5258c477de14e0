#include "documents/exact_ways.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <stdexcept>

namespace sapper::documents {
namespace {

using Polynomial = std::vector<Natural>;

Polynomial ways_of(const ExactComponent& component) {
    Polynomial ways;
    const std::span<const std::uint64_t> counts(component.counts);
    for (std::size_t i = 0; i < counts.size(); i += component.limbs)
        ways.push_back(Natural::of_limbs(counts.subspan(i, component.limbs)));
    return ways;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
    Polynomial product(a.size() + b.size() - 1);
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) product[i + j].add_product(b[j], a[i]);
    return product;
}

// The sum of total[i] * C(untouched, left - i), each binomial from the one before.
Natural dot_binomials(const Polynomial& total, std::int64_t untouched, std::int64_t left) {
    const std::int64_t start = std::max<std::int64_t>(0, left - untouched);
    Natural ways;
    if (left < 0) return ways;
    std::int64_t k = left - start;
    Natural binomial =
        Natural::binomial(static_cast<std::uint32_t>(untouched), static_cast<std::uint32_t>(k));
    for (auto i = static_cast<std::size_t>(start); i < total.size() && k >= 0; ++i, --k) {
        ways.add_product(total[i], binomial);
        binomial *= static_cast<std::uint32_t>(k);
        binomial /= static_cast<std::uint32_t>(untouched - k + 1);
    }
    return ways;
}

Natural sum_of(const Polynomial& polynomial) {
    Natural sum;
    for (const Natural& each : polynomial) sum += each;
    return sum;
}

// A weight times other^degree, a whole number.
struct Weight {
    Natural whole;
    std::uint32_t degree;
};

// A component's ways, where every mine counts `mine` and every place without one `other`.
Weight weigh(const ExactComponent& component, const Natural& mine, const Natural& other) {
    const Polynomial ways = ways_of(component);
    Natural sum;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const auto above = static_cast<std::uint32_t>(ways.size() - 1 - i);
        const auto below = static_cast<std::uint32_t>(i);
        sum.add_product(ways[i], Natural::power(mine, below) * Natural::power(other, above));
    }
    const auto low = static_cast<std::uint32_t>(component.low);
    return {sum * Natural::power(mine, low), low + static_cast<std::uint32_t>(ways.size()) - 1};
}

Weight weigh(const ExactCounts& counts, const Density& density) {
    Natural other = density.all;
    other -= density.mine;
    const auto known = static_cast<std::uint32_t>(counts.known_mines);
    const auto untouched = static_cast<std::uint32_t>(counts.untouched);
    Weight weight{Natural::power(density.mine, known) * Natural::power(density.all, untouched),
                  known + untouched};
    for (const ExactComponent& component : counts.components) {
        const Weight part = weigh(component, density.mine, other);
        weight = {weight.whole * part.whole, weight.degree + part.degree};
    }
    return weight;
}

}  // namespace

Density read_density(std::string_view text) {
    const std::size_t mark = text.find_first_of("eE");
    int power = mark == text.npos ? 0 : std::atoi(std::string(text.substr(mark + 1)).c_str());
    Density density{Natural(), Natural(1)};
    bool is_after_point = false;
    for (const char sign : text.substr(0, mark)) {
        if (sign == '.') {
            is_after_point = true;
            continue;
        }
        if (sign < '0' || sign > '9') throw std::invalid_argument("expected a density");
        density.mine *= 10;
        density.mine += Natural(static_cast<std::uint64_t>(sign - '0'));
        if (is_after_point) --power;
    }
    for (; power < 0; ++power) density.all *= 10;
    return density;
}

Natural layouts(const ExactCounts& counts, int mines) {
    if (counts.outcome != Outcome::kPossible) return {};
    if (mines < 0) {
        Natural ways = Natural::power(Natural(2), static_cast<std::uint32_t>(counts.untouched));
        for (const ExactComponent& each : counts.components) ways = ways * sum_of(ways_of(each));
        return ways;
    }
    Polynomial total{Natural(1)};
    std::int64_t left = mines - counts.known_mines;
    for (const ExactComponent& each : counts.components) {
        total = total * ways_of(each);
        left -= each.low;
    }
    return dot_binomials(total, counts.untouched, left);
}

std::string fraction_text(const Natural& part, const Natural& whole) {
    const Natural common = Natural::greatest_common_divisor(part, whole);
    const std::string below = whole.divided_by(common).decimal();
    const std::string above = part.divided_by(common).decimal();
    return below == "1" ? above : above + "/" + below;
}

std::string weight_share(const ExactCounts& part, const ExactCounts& whole,
                         const Density& density) {
    if (part.outcome != Outcome::kPossible) return "0";
    Natural other = density.all;
    other -= density.mine;
    const Weight a = weigh(part, density), b = weigh(whole, density);
    return fraction_text(a.whole * Natural::power(other, b.degree),
                         b.whole * Natural::power(other, a.degree));
}

}  // namespace sapper::documents
