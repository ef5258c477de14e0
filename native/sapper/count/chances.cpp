// The second half of the Solver: turns counts into the chance and the verdict of every box, and
// into the chances of the numbers that a cell may show.
#include <algorithm>
#include <limits>

#include "sapper/count/solve.hpp"

namespace sapper {

namespace {

// Weights in plain doubles need a rest that spans at most this many powers of two. As the counts
// are below 2^500 too, nothing overflows and nothing positive becomes zero.
constexpr std::int64_t kPlainRestBits = 500;

bool is_zero(double value) { return value == 0; }
bool is_zero(Scaled value) { return value.is_zero(); }

void convert(std::span<const Scaled> from, std::vector<Scaled>& to) {
    to.assign(from.begin(), from.end());
}
void convert(std::span<const Scaled> from, std::vector<double>& to) {
    std::int64_t shift = std::numeric_limits<std::int64_t>::min();
    for (const Scaled& value : from)
        if (!value.is_zero()) shift = std::max(shift, value.exponent());
    to.clear();
    for (const Scaled& value : from) to.push_back(value.value(shift));
}

}  // namespace

// A component that was counted in doubles but whose rest is too steep for them is counted again.
void Solver::weigh(Budget& budget) {
    const auto boxes = static_cast<std::size_t>(frontier_.structure().box_count());
    box_chances_.resize(boxes);
    box_verdicts_.resize(boxes);
    plain_weights_.mine.assign(boxes, 0);
    plain_weights_.safe.assign(boxes, 0);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        Entry entry = entries_[i];
        if (entry.kind == Kind::kLarge || !fits_plain(i)) {
            if (entry.kind != Kind::kLarge)
                entry.counted = large_.forward(planner_, entry.plan, RealField<Scaled>{}, budget);
            large_weights_.mine.assign(boxes, Scaled());
            large_weights_.safe.assign(boxes, Scaled());
            weigh_component(large_, entry, i);
        } else if (entry.kind == Kind::kPlain) {
            weigh_component(plain_, entry, i);
        } else {
            weigh_component(wide_, entry, i);
        }
    }
}

bool Solver::fits_plain(std::size_t index) const {
    std::int64_t low = std::numeric_limits<std::int64_t>::max();
    std::int64_t high = std::numeric_limits<std::int64_t>::min();
    for (const Scaled& value : meeting_.rest(index)) {
        if (value.is_zero()) continue;
        low = std::min(low, value.exponent());
        high = std::max(high, value.exponent());
    }
    return high - low <= kPlainRestBits;
}

template <class SomeTables>
void Solver::weigh_component(SomeTables& tables, const Entry& entry, std::size_t index) {
    using Value = typename SomeTables::Value;
    std::vector<Value>& rest = weights<Value>().rest;
    convert(meeting_.rest(index), rest);
    weigh_boxes(tables, entry, index);
    const bool any_certain = judge_boxes<Value>(index);
    if (!any_certain || !count_matters(index)) return;
    // Repeat with all totals equally likely: cells that are then undecided need the mine count.
    rest.assign(rest.size(), Value(1.0));
    weigh_boxes(tables, entry, index);
    mark_decided_by_count<Value>(index);
}

template <class SomeTables>
void Solver::weigh_boxes(SomeTables& tables, const Entry& entry, std::size_t index) {
    using Value = typename SomeTables::Value;
    std::vector<Value>& mine = weights<Value>().mine;
    std::vector<Value>& safe = weights<Value>().safe;
    for (const int box : boxes_of(index)) mine[box] = safe[box] = Value{};
    tables.backward(planner_, entry.plan, entry.counted, weights<Value>().rest.data(),
                    [&](int box, int mines, Value weight) {
                        const int size = frontier_.structure().box_size(box);
                        if (mines > 0) mine[box] += weight * static_cast<double>(mines);
                        if (mines < size) safe[box] += weight * static_cast<double>(size - mines);
                    });
}

// Fills chances and verdicts from the weights; returns whether a box is certain.
template <class Value>
bool Solver::judge_boxes(std::size_t index) {
    const std::vector<Value>& mine = weights<Value>().mine;
    const std::vector<Value>& safe = weights<Value>().safe;
    bool any_certain = false;
    for (const int box : boxes_of(index)) {
        box_chances_[box] = share(mine[box], safe[box]);
        box_verdicts_[box] = verdict_of(!is_zero(mine[box]), !is_zero(safe[box]));
        any_certain |= box_verdicts_[box] != kUndecided;
    }
    return any_certain;
}

template <class Value>
void Solver::mark_decided_by_count(std::size_t index) {
    const std::vector<Value>& mine = weights<Value>().mine;
    const std::vector<Value>& safe = weights<Value>().safe;
    for (const int box : boxes_of(index)) {
        const bool is_open = !is_zero(mine[box]) && !is_zero(safe[box]);
        if (box_verdicts_[box] != kUndecided && is_open) box_verdicts_[box] |= kByMineCount;
    }
}

std::span<const std::int32_t> Solver::boxes_of(std::size_t index) const {
    const Component& component = frontier_.structure().components()[index];
    const std::int32_t* const boxes = frontier_.structure().component_boxes().data();
    return {boxes + component.box_begin, boxes + component.box_end};
}

// Whether the rest of the board rules out a number of mines that the component alone allows.
bool Solver::count_matters(std::size_t index) const {
    const auto rest = meeting_.rest(index);
    for (std::size_t i = 0; i < rest.size(); ++i)
        if (rest[i].is_zero() && !parts_[index].counts[i].is_zero()) return true;
    return false;
}

// Treats the cell as opened with any number, so that one count serves all its numbers.
std::vector<double> Solver::numbers(const Question& question, int cell, Budget& budget) {
    Solution ignored;
    if (!read(question, cell, ignored) || !count(question, budget, ignored) ||
        !meet_parts(question, budget, ignored))
        return {};
    std::vector<double> chances(question.graph.around(cell).size() + 1, 0);
    const auto& constraints = frontier_.structure().constraints();
    if (constraints.empty() || !constraints.back().is_wild) {  // all its neighbours are settled
        chances[static_cast<std::size_t>(frontier_.wild_known_mines())] = 1;
        return chances;
    }
    const int most = frontier_.wild_known_mines() + constraints.back().need;
    const auto wild =
        std::ranges::find_if(entries_, [](const Entry& e) { return e.plan.wild_slot >= 0; });
    std::vector<Scaled> weights(chances.size());
    weigh_numbers(static_cast<std::size_t>(wild - entries_.begin()), budget,
                  [&](int remainder, auto weight) {
                      weights[static_cast<std::size_t>(most - remainder)] += scaled(weight);
                  });
    Scaled total;
    for (const Scaled& weight : weights) total += weight;
    for (std::size_t n = 0; n < chances.size(); ++n) chances[n] = (weights[n] / total).value();
    return chances;
}

// Calls add(remainder of the wild number, weight) for each number that the cell may show.
template <class Add>
void Solver::weigh_numbers(std::size_t index, Budget& budget, Add&& add) {
    const Entry& entry = entries_[index];
    const auto rest = meeting_.rest(index);
    if (entry.kind == Kind::kLarge) {
        large_.by_remainder(entry.counted, rest.data(), add);
    } else if (!fits_plain(index)) {
        const Counted counted = large_.forward(planner_, entry.plan, RealField<Scaled>{}, budget);
        large_.by_remainder(counted, rest.data(), add);
    } else {
        convert(rest, plain_weights_.rest);
        if (entry.kind == Kind::kPlain)
            plain_.by_remainder(entry.counted, plain_weights_.rest.data(), add);
        else
            wide_.by_remainder(entry.counted, plain_weights_.rest.data(), add);
    }
}

}  // namespace sapper
