#include "sapper/count/combine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sapper {

namespace {

// Plain doubles may be used while all products stay within 2^-900 .. 2^900.
constexpr std::int64_t kPlainBits = 900;
// Below this many parts the tree is always the cheaper method.
constexpr std::size_t kManyParts = 24;

std::int64_t bits_between_extremes(std::span<const Scaled> values) {
    std::int64_t low = std::numeric_limits<std::int64_t>::max();
    std::int64_t high = std::numeric_limits<std::int64_t>::min();
    for (const Scaled& value : values) {
        if (value.is_zero()) continue;
        low = std::min(low, value.exponent());
        high = std::max(high, value.exponent());
    }
    return high >= low ? high - low : 0;
}

Scaled largest(std::span<const Scaled> values) {
    Scaled best;
    for (const Scaled& value : values)
        if (best.is_zero() || (!value.is_zero() && value.exponent() > best.exponent()))
            best = value;
    return best;
}

double convert(Scaled value, std::int64_t shift, double) { return value.value(shift); }
Scaled convert(Scaled value, std::int64_t shift, Scaled) {
    return {value.mantissa(), value.exponent() - shift};
}

// weights[i] is C(untouched, mines_left - low - i) divided by C(untouched, middle), by the ratio of
// neighbouring binomials outwards from the largest one; zero where the binomial is.
struct BinomialWindow {
    std::vector<Scaled> weights;
    std::int64_t middle = 0;
};

BinomialWindow binomial_window(Others others, std::int64_t low, std::size_t length) {
    const std::int64_t n = others.untouched;
    const std::int64_t most = std::min(n, others.mines_left - low);
    const std::int64_t least =
        std::max<std::int64_t>(0, others.mines_left - low - static_cast<std::int64_t>(length) + 1);
    BinomialWindow window{std::vector<Scaled>(length)};
    if (least > most) return window;
    const auto at = [&](std::int64_t k) -> Scaled& {
        return window.weights[static_cast<std::size_t>(others.mines_left - low - k)];
    };
    const std::int64_t middle = window.middle = std::clamp(n / 2, least, most);
    at(middle) = Scaled(1.0);
    for (std::int64_t k = middle; k < most; ++k)
        at(k + 1) = at(k) * (static_cast<double>(n - k) / static_cast<double>(k + 1));
    for (std::int64_t k = middle; k > least; --k)
        at(k - 1) = at(k) * (static_cast<double>(k) / static_cast<double>(n - k + 1));
    return window;
}

// The totals, above the least one, that leave the untouched cells a number of mines they can hold.
struct Totals {
    std::int64_t first, last;
};

Totals possible_totals(Others others, std::int64_t low, std::int64_t span) {
    const std::int64_t most = others.mines_left - low;
    return {std::max<std::int64_t>(0, most - others.untouched), std::min(span, most)};
}

// The product tree: parts are the leaves count .. 2 * count - 1, node i joins 2i and 2i + 1, the
// root is 1. The order in which the leaves are joined does not matter to convolution.
//
// A node carries only the numbers of mines from which the rest of the board can still reach a
// possible total. Next to the fewest or the most mines that fit these are few, however large the
// board is.
template <class Number>
class ProductTree {
   public:
    ProductTree(std::span<const Part> parts, Others others, Budget& budget)
        : count_(parts.size()), nodes_(2 * parts.size()), budget_(budget) {
        if (count_ == 0) nodes_.resize(2);
        measure(parts, others);
        for (std::size_t i = 0; i < count_; ++i) {
            Node& leaf = nodes_[count_ + i];
            const std::int64_t shift = largest(parts[i].counts).exponent();
            shift_ += shift;
            for (std::int64_t k = leaf.first; k <= leaf.last; ++k)
                leaf.counts.push_back(
                    convert(parts[i].counts[static_cast<std::size_t>(k)], shift, Number{}));
        }
        for (std::size_t i = count_; i-- > 1;) join(nodes_[i], nodes_[2 * i], nodes_[2 * i + 1]);
        if (count_ == 0) nodes_[1].counts.assign(nodes_[1].size(), Number(1.0));
    }

    // The possible totals above the least one, and their counts.
    Totals totals() const { return {nodes_[1].first, nodes_[1].last}; }
    const std::vector<Number>& counts() const { return nodes_[1].counts; }
    // By how many powers of two the counts were divided.
    std::int64_t shift() const { return shift_; }

    void carry_down(std::vector<Number> rest_of_all) {
        nodes_[1].rest = std::move(rest_of_all);
        for (std::size_t i = 1; i < count_; ++i) {
            spread(nodes_[2 * i], nodes_[2 * i + 1], nodes_[i]);
            spread(nodes_[2 * i + 1], nodes_[2 * i], nodes_[i]);
            nodes_[i] = {};  // on large boards the tree is most of the memory
        }
    }
    // The weight of everything else if the part holds its fewest mines and k more.
    Number rest(std::size_t part, std::int64_t k) const {
        const Node& leaf = nodes_[count_ + part];
        if (k < leaf.first || k > leaf.last) return Number{};
        return leaf.rest[static_cast<std::size_t>(k - leaf.first)];
    }

   private:
    // Numbers of mines are counted from the fewest that the node can hold.
    struct Node {
        std::int64_t span = 0, first = 0, last = 0;  // all: 0 .. span; carried: first .. last
        std::vector<Number> counts, rest;
        std::size_t size() const {
            return static_cast<std::size_t>(std::max<std::int64_t>(0, last - first + 1));
        }
    };

    void measure(std::span<const Part> parts, Others others) {
        std::int64_t low = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            nodes_[count_ + i].span = static_cast<std::int64_t>(parts[i].counts.size()) - 1;
            low += parts[i].low;
        }
        for (std::size_t i = count_; i-- > 1;)
            nodes_[i].span = nodes_[2 * i].span + nodes_[2 * i + 1].span;
        const std::int64_t span = nodes_[1].span;
        const Totals totals = possible_totals(others, low, span);
        for (Node& node : nodes_) {
            node.first = std::max<std::int64_t>(0, totals.first - (span - node.span));
            node.last = std::min(node.span, totals.last);
        }
    }

    // For every number of mines of `a`, those of `b` with which the node carries the sum.
    static Totals partners(const Node& node, const Node& b, std::int64_t of_a) {
        return {std::max(b.first, node.first - of_a), std::min(b.last, node.last - of_a)};
    }

    void join(Node& node, const Node& a, const Node& b) {
        charge(a.size(), b.size());
        node.counts.assign(node.size(), Number{});
        for (std::int64_t i = a.first; i <= a.last; ++i) {
            const auto [first, last] = partners(node, b, i);
            if (first > last) continue;
            const Number count = a.counts[static_cast<std::size_t>(i - a.first)];
            Number* const to = node.counts.data() + (i + first - node.first);
            const Number* const from = b.counts.data() + (first - b.first);
            for (std::int64_t j = 0; j <= last - first; ++j) to[j] += count * from[j];
        }
    }

    void spread(Node& to, const Node& sibling, const Node& node) {
        charge(to.size(), sibling.size());
        to.rest.assign(to.size(), Number{});
        for (std::int64_t i = to.first; i <= to.last; ++i) {
            const auto [first, last] = partners(node, sibling, i);
            if (first > last) continue;
            Number& rest = to.rest[static_cast<std::size_t>(i - to.first)];
            const Number* const counts = sibling.counts.data() + (first - sibling.first);
            const Number* const rests = node.rest.data() + (i + first - node.first);
            for (std::int64_t j = 0; j <= last - first; ++j) rest += counts[j] * rests[j];
        }
    }

    // About sixty-four products take as long as one state of a count.
    void charge(std::size_t a, std::size_t b) {
        budget_.spend(static_cast<std::int64_t>(a * b / 64));
    }

    std::size_t count_;
    std::vector<Node> nodes_;
    std::int64_t shift_ = 0;
    Budget& budget_;
};

template <class Number>
void meet_over(std::span<const Part> parts, Others others, std::int64_t low,
               const std::vector<Scaled>& window, Budget& budget, Meeting& meeting) {
    ProductTree<Number> tree(parts, others, budget);
    std::vector<Number> rest_of_all(window.size());
    for (std::size_t i = 0; i < window.size(); ++i)
        rest_of_all[i] = convert(window[i], 0, Number{});
    Number total{}, mine{}, safe{};
    for (std::size_t i = 0; i < window.size(); ++i) {
        const Number weight = tree.counts()[i] * rest_of_all[i];
        total += weight;
        const auto in_untouched =
            others.mines_left - low - tree.totals().first - static_cast<std::int64_t>(i);
        if (in_untouched > 0) mine += weight * static_cast<double>(in_untouched);
        if (in_untouched < others.untouched)
            safe += weight * static_cast<double>(others.untouched - in_untouched);
    }
    meeting.ways.factor = scaled(total) * Scaled(1.0, tree.shift());
    meeting.is_possible = !meeting.ways.factor.is_zero();
    meeting.untouched_mine = scaled(mine);
    meeting.untouched_safe = scaled(safe);
    tree.carry_down(std::move(rest_of_all));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        for (std::size_t k = 0; k < parts[i].counts.size(); ++k)
            meeting.rests.push_back(scaled(tree.rest(i, static_cast<std::int64_t>(k))));
        meeting.rest_begin.push_back(meeting.rests.size());
    }
}

void start(Meeting& meeting) {
    meeting.is_possible = false;
    meeting.rests.clear();
    meeting.rest_begin.assign(1, 0);
    meeting.untouched_mine = meeting.untouched_safe = Scaled();
    meeting.ways = {};
}

}  // namespace

double Meeting::untouched_chance() const { return share(untouched_mine, untouched_safe); }

std::vector<std::vector<double>> Meeting::part_chances(std::span<const Part> parts) const {
    std::vector<std::vector<double>> chances(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        Scaled total;
        for (std::size_t k = 0; k < parts[i].counts.size(); ++k)
            total += parts[i].counts[k] * rest(i)[k];
        for (std::size_t k = 0; k < parts[i].counts.size(); ++k)
            chances[i].push_back((parts[i].counts[k] * rest(i)[k] / total).value());
    }
    return chances;
}

void meet(std::span<const Part> parts, Others others, Budget& budget, Meeting& meeting) {
    if (parts.size() >= kManyParts && meet_by_saddle(parts, others, meeting)) return;
    meet_by_tree(parts, others, budget, meeting);
}

void meet_by_tree(std::span<const Part> parts, Others others, Budget& budget, Meeting& meeting) {
    start(meeting);
    std::int64_t low = 0, span = 0, bits = 0;
    for (const Part& part : parts) {
        low += part.low;
        span += static_cast<std::int64_t>(part.counts.size()) - 1;
        bits += bits_between_extremes(part.counts) + 1;
    }
    const auto [first, last] = possible_totals(others, low, span);
    if (first > last) return;
    const auto [window, middle] =
        binomial_window(others, low + first, static_cast<std::size_t>(last - first + 1));
    bits += bits_between_extremes(window);
    if (bits < kPlainBits)
        meet_over<double>(parts, others, low, window, budget, meeting);
    else
        meet_over<Scaled>(parts, others, low, window, budget, meeting);
    meeting.ways.cells = others.untouched;
    meeting.ways.mines = middle;
}

void meet_with_density(std::span<const Part> parts, std::int64_t untouched, double density,
                       Meeting& meeting) {
    start(meeting);
    meeting.is_possible = true;
    meeting.ways.factor = Scaled(1.0, untouched);
    meeting.untouched_mine = Scaled(density);
    meeting.untouched_safe = Scaled(1 - density);
    const double odds = density / (1 - density);
    for (const Part& part : parts) {
        Scaled weight(1.0), total;
        for (const Scaled& count : part.counts) {
            meeting.rests.push_back(weight);
            weight = weight * odds;
            total += count;
        }
        meeting.ways.factor = meeting.ways.factor * total;
        meeting.rest_begin.push_back(meeting.rests.size());
    }
}

}  // namespace sapper
