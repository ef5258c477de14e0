#include "sapper/count/solve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sapper {

namespace {

// In plain doubles a component's counts stay below 2^cells and its weights above the least rest:
// with both within 2^500 nothing overflows and nothing positive becomes zero.
constexpr int kPlainCells = 500;
constexpr std::int64_t kPlainRestBits = 500;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::uint8_t verdict_of(bool can_be_mine, bool can_be_safe) {
    if (!can_be_mine) return kSafe;
    return can_be_safe ? kUndecided : kCertainMine;
}

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

Solution Solver::solve(const Question& question, Budget& budget) {
    Solution solution;
    if (read(question, -1, solution) && count(question, budget, solution) &&
        meet_parts(question, budget, solution)) {
        weigh(budget);
        fill(question, solution);
    }
    return solution;
}

bool Solver::read(const Question& question, int wild, Solution& solution) {
    if (frontier_.read(question.graph, question.faces, {question.trust_flags, wild})) return true;
    solution.outcome = Outcome::kNumbersClash;
    solution.clash = frontier_.clash();
    return false;
}

bool Solver::count(const Question& question, Budget& budget, Solution& solution) {
    planner_.clear();
    plain_.clear();
    wide_.clear();
    large_.clear();
    entries_.clear();
    counts_.clear();
    for (const Component& component : frontier_.structure().components()) {
        Entry entry{
            planner_.plan(question.graph.columns(), frontier_.structure(), component, budget),
            {},
            Kind::kPlain};
        if (entry.plan.slots > WideNeeds::kSlots) throw BudgetSpent(0, kNan);
        const bool is_narrow = entry.plan.slots <= NarrowNeeds::kSlots &&
                               entry.plan.largest_need <= NarrowNeeds::kLargest;
        if (entry.plan.cells > kPlainCells) {
            entry.kind = Kind::kLarge;
            forward(large_, entry, budget);
        } else if (is_narrow) {
            forward(plain_, entry, budget);
        } else {
            entry.kind = Kind::kWide;
            forward(wide_, entry, budget);
        }
        entries_.push_back(entry);
        if (entry.counted.length > 0) continue;
        const int number =
            frontier_.structure()
                .constraints()[frontier_.structure()
                                   .component_constraints()[component.constraint_begin]]
                .cell;
        solution.outcome = Outcome::kNumbersClash;
        solution.clash = frontier_.numbers_tied_to(question.graph, question.faces,
                                                   {question.trust_flags, -1}, number);
        return false;
    }
    return true;
}

template <class SomeTables>
void Solver::forward(SomeTables& tables, Entry& entry, Budget& budget) {
    using Value = typename SomeTables::Value;
    entry.counted = tables.forward(planner_, entry.plan, RealField<Value>{}, budget);
    std::vector<Value>& totals = [this]() -> std::vector<Value>& {
        if constexpr (std::is_same_v<Value, double>)
            return plain_rest_;
        else
            return large_rest_;
    }();
    totals.assign(static_cast<std::size_t>(entry.counted.length), Value{});
    tables.totals(entry.counted, RealField<Value>{}, totals.data());
    for (const Value& total : totals) counts_.push_back(scaled(total));
}

bool Solver::meet_parts(const Question& question, Budget& budget, Solution& solution) {
    parts_.clear();
    const Scaled* counts = counts_.data();
    for (const Entry& entry : entries_) {
        const auto length = static_cast<std::size_t>(entry.counted.length);
        parts_.push_back({entry.counted.low, {counts, length}});
        counts += length;
    }
    if (question.mines < 0)
        meet_with_density(parts_, question.density, meeting_);
    else
        meet(parts_, {frontier_.untouched(), question.mines - frontier_.known_mines()}, budget,
             meeting_);
    if (!meeting_.is_possible) solution.outcome = Outcome::kMineCountClashes;
    return meeting_.is_possible;
}

void Solver::weigh(Budget& budget) {
    const auto boxes = static_cast<std::size_t>(frontier_.structure().box_count());
    box_chances_.resize(boxes);
    box_verdicts_.resize(boxes);
    plain_mine_.assign(boxes, 0);
    plain_safe_.assign(boxes, 0);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        Entry entry = entries_[i];
        if (entry.kind == Kind::kLarge || !fits_plain(i)) {
            if (entry.kind !=
                Kind::kLarge)  // counted in doubles, but its rest is too steep for them
                entry.counted = large_.forward(planner_, entry.plan, RealField<Scaled>{}, budget);
            large_mine_.assign(boxes, Scaled());
            large_safe_.assign(boxes, Scaled());
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

// Whether the rest of the board rules out a number of mines that the component alone allows.
bool Solver::count_matters(std::size_t index) const {
    const auto rest = meeting_.rest(index);
    for (std::size_t i = 0; i < rest.size(); ++i)
        if (rest[i].is_zero() && !parts_[index].counts[i].is_zero()) return true;
    return false;
}

template <class SomeTables>
void Solver::weigh_component(SomeTables& tables, const Entry& entry, std::size_t index) {
    using Value = typename SomeTables::Value;
    constexpr bool kIsPlain = std::is_same_v<Value, double>;
    std::vector<Value>*rest, *mine, *safe;
    if constexpr (kIsPlain) {
        rest = &plain_rest_, mine = &plain_mine_, safe = &plain_safe_;
    } else {
        rest = &large_rest_, mine = &large_mine_, safe = &large_safe_;
    }
    convert(meeting_.rest(index), *rest);
    const Component& component = frontier_.structure().components()[index];
    weigh_boxes(tables, entry, index, rest->data(), *mine, *safe);
    bool any_certain = false;
    for (int i = component.box_begin; i < component.box_end; ++i) {
        const int box = frontier_.structure().component_boxes()[i];
        box_chances_[box] = share((*mine)[box], (*safe)[box]);
        box_verdicts_[box] = verdict_of(!is_zero((*mine)[box]), !is_zero((*safe)[box]));
        any_certain |= box_verdicts_[box] != kUndecided;
    }
    if (!any_certain || !count_matters(index)) return;
    // The same once more as if every total were welcome: what is then open, the count decided.
    rest->assign(rest->size(), Value(1.0));
    weigh_boxes(tables, entry, index, rest->data(), *mine, *safe);
    for (int i = component.box_begin; i < component.box_end; ++i) {
        const int box = frontier_.structure().component_boxes()[i];
        const bool is_open = !is_zero((*mine)[box]) && !is_zero((*safe)[box]);
        if (box_verdicts_[box] != kUndecided && is_open) box_verdicts_[box] |= kByMineCount;
    }
}

template <class SomeTables, class Value>
void Solver::weigh_boxes(SomeTables& tables, const Entry& entry, std::size_t index,
                         const Value* rest, std::vector<Value>& mine, std::vector<Value>& safe) {
    const Component& component = frontier_.structure().components()[index];
    for (int i = component.box_begin; i < component.box_end; ++i)
        mine[frontier_.structure().component_boxes()[i]] =
            safe[frontier_.structure().component_boxes()[i]] = Value{};
    tables.backward(planner_, entry.plan, entry.counted, rest,
                    [&](int box, int mines, Value weight) {
                        const int size = frontier_.structure().box_size(box);
                        if (mines > 0) mine[box] += weight * static_cast<double>(mines);
                        if (mines < size) safe[box] += weight * static_cast<double>(size - mines);
                    });
}

// First all cells by their state alone, without a branch; then the few that numbers touch.
void Solver::fill(const Question& question, Solution& solution) const {
    const auto cells = question.faces.size();
    solution.chances.resize(cells);
    solution.verdicts.resize(cells);
    solution.untouched = frontier_.untouched();
    const double untouched_chance = frontier_.untouched() > 0 ? meeting_.untouched_chance() : kNan;
    solution.untouched_chance = untouched_chance;

    const std::uint8_t* const faces = question.faces.data();
    const std::uint8_t* const states = frontier_.states().data();
    std::uint8_t* const verdicts = solution.verdicts.data();
    for (std::size_t i = 0; i < cells; ++i) {
        const bool is_unknown = states[i] == Frontier::kUnknown;
        const bool is_mine = states[i] == Frontier::kKnownMine;
        const int verdict = is_unknown ? kUndecided : is_mine ? kCertainMine : kSafe;
        verdicts[i] = static_cast<std::uint8_t>(is_covered(faces[i]) ? verdict : kNotCovered);
    }
    const double chance_of[] = {kNan, untouched_chance, 0, 1};
    for (std::size_t i = 0; i < cells; ++i) solution.chances[i] = chance_of[verdicts[i]];
    const std::uint8_t untouched_verdict =
        verdict_of(!meeting_.untouched_mine.is_zero(), !meeting_.untouched_safe.is_zero());
    if (untouched_verdict != kUndecided)
        std::replace(solution.verdicts.begin(), solution.verdicts.end(), std::uint8_t{kUndecided},
                     static_cast<std::uint8_t>(untouched_verdict | kByMineCount));
    for (const int cell : frontier_.touched()) {
        solution.chances[cell] = box_chances_[frontier_.box_of(cell)];
        solution.verdicts[cell] = box_verdicts_[frontier_.box_of(cell)];
    }
}

std::vector<double> Solver::numbers(const Question& question, int cell, Budget& budget) {
    Solution ignored;
    if (!read(question, cell, ignored) || !count(question, budget, ignored) ||
        !meet_parts(question, budget, ignored))
        return {};
    std::vector<double> chances(question.graph.around(cell).size() + 1, 0);
    std::vector<Scaled> weights(chances.size());
    const auto& constraints = frontier_.structure().constraints();
    if (constraints.empty() || !constraints.back().is_wild) {  // all its neighbours are settled
        chances[static_cast<std::size_t>(frontier_.wild_known_mines())] = 1;
        return chances;
    }
    const int most = frontier_.wild_known_mines() + constraints.back().need;
    const auto wild = std::find_if(entries_.begin(), entries_.end(),
                                   [](const Entry& e) { return e.plan.wild_slot >= 0; });
    const auto index = static_cast<std::size_t>(wild - entries_.begin());
    const auto add = [&](int remainder, auto weight) {
        weights[static_cast<std::size_t>(most - remainder)] += scaled(weight);
    };
    const auto rest = meeting_.rest(index);
    if (wild->kind == Kind::kLarge || !fits_plain(index)) {
        const Counted counted =
            wild->kind == Kind::kLarge
                ? wild->counted
                : large_.forward(planner_, wild->plan, RealField<Scaled>{}, budget);
        large_.by_remainder(counted, rest.data(), add);
    } else {
        convert(rest, plain_rest_);
        if (wild->kind == Kind::kPlain)
            plain_.by_remainder(wild->counted, plain_rest_.data(), add);
        else
            wide_.by_remainder(wild->counted, plain_rest_.data(), add);
    }
    Scaled total;
    for (const Scaled& weight : weights) total += weight;
    for (std::size_t n = 0; n < chances.size(); ++n) chances[n] = (weights[n] / total).value();
    return chances;
}

std::vector<ComponentSummary> Solver::components(const Question& question, Budget& budget) {
    Solution ignored;
    std::vector<ComponentSummary> summaries;
    if (!read(question, -1, ignored) || !count(question, budget, ignored)) return summaries;
    std::vector<std::int32_t> owner(static_cast<std::size_t>(frontier_.structure().box_count()));
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const Component& component = frontier_.structure().components()[i];
        const Counted& counted = entries_[i].counted;
        ComponentSummary summary{{}, {}, counted.low, counted.low + counted.length - 1};
        for (int c = component.constraint_begin; c < component.constraint_end; ++c)
            summary.numbers.push_back(
                frontier_.structure()
                    .constraints()[frontier_.structure().component_constraints()[c]]
                    .cell);
        std::sort(summary.numbers.begin(), summary.numbers.end());
        for (int b = component.box_begin; b < component.box_end; ++b)
            owner[frontier_.structure().component_boxes()[b]] = static_cast<std::int32_t>(i);
        summaries.push_back(std::move(summary));
    }
    for (int cell = 0; cell < question.graph.size(); ++cell)
        if (frontier_.states()[cell] == Frontier::kUnknown && frontier_.box_of(cell) >= 0)
            summaries[static_cast<std::size_t>(owner[frontier_.box_of(cell)])].cells.push_back(
                cell);
    return summaries;
}

ExactCounts Solver::exact(const Question& question, Budget& budget) {
    ExactCounts exact;
    Solution ignored;
    if (!read(question, -1, ignored)) {
        exact.outcome = Outcome::kNumbersClash;
        return exact;
    }
    exact.known_mines = frontier_.known_mines();
    exact.untouched = frontier_.untouched();
    Tables<LimbField, WideNeeds> tables;
    for (const Component& component : frontier_.structure().components()) {
        planner_.clear();
        tables.clear();
        const Plan plan =
            planner_.plan(question.graph.columns(), frontier_.structure(), component, budget);
        if (plan.slots > WideNeeds::kSlots) throw BudgetSpent(0, kNan);
        const LimbField field(plan.cells);
        const Counted counted = tables.forward(planner_, plan, field, budget);
        if (counted.length == 0) exact.outcome = Outcome::kNumbersClash;
        ExactComponent result{counted.low, field.stride, {}};
        result.counts.resize(static_cast<std::size_t>(counted.length) * field.stride);
        tables.totals(counted, field, result.counts.data());
        exact.components.push_back(std::move(result));
    }
    return exact;
}

}  // namespace sapper
