#include "sapper/count/solve.hpp"

#include <algorithm>
#include <limits>

namespace sapper {

namespace {

// Larger components are counted in scaled numbers. Counts stay below 2^cells, so up to this size
// plain doubles do not overflow. See also kPlainRestBits in chances.cpp.
constexpr int kPlainCells = 500;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Solution Solver::solve(const Question& question, Budget& budget) {
    Solution solution;
    solve(question, budget, solution);
    return solution;
}

void Solver::solve(const Question& question, Budget& budget, Solution& solution) {
    solution.outcome = Outcome::kPossible;
    solution.clash.clear();
    if (read(question, -1, solution) && count(question, budget, solution) &&
        meet_parts(question, budget, solution)) {
        weigh(budget);
        fill(question, solution);
    }
}

bool Solver::read(const Question& question, int wild, Solution& solution) {
    if (frontier_.read(question.graph, question.faces, {question.trust_flags, wild})) return true;
    solution.outcome = Outcome::kNumbersClash;
    solution.clash = frontier_.clash();
    return false;
}

bool Solver::count(const Question& question, Budget& budget, Solution& solution) {
    forget_counts();
    for (const Component& component : frontier_.structure().components()) {
        entries_.push_back(count_component(question, component, budget));
        if (entries_.back().counted.length > 0) continue;
        note_clash(question, component, solution);
        return false;
    }
    return true;
}

void Solver::forget_counts() {
    planner_.clear();
    plain_.clear();
    wide_.clear();
    large_.clear();
    entries_.clear();
    counts_.clear();
}

Solver::Entry Solver::count_component(const Question& question, const Component& component,
                                      Budget& budget) {
    const Plan plan =
        planner_.plan(question.graph.columns(), frontier_.structure(), component, budget);
    if (plan.slots > WideNeeds::kSlots) budget.stop_too_wide();
    const bool is_narrow =
        plan.slots <= NarrowNeeds::kSlots && plan.largest_need <= NarrowNeeds::kLargest;
    Entry entry{plan, {}, Kind::kPlain};
    if (plan.cells > kPlainCells) {
        entry.kind = Kind::kLarge;
        forward(large_, entry, budget);
    } else if (is_narrow) {
        forward(plain_, entry, budget);
    } else {
        entry.kind = Kind::kWide;
        forward(wide_, entry, budget);
    }
    return entry;
}

template <class SomeTables>
void Solver::forward(SomeTables& tables, Entry& entry, Budget& budget) {
    using Value = typename SomeTables::Value;
    entry.counted = tables.forward(planner_, entry.plan, RealField<Value>{}, budget);
    std::vector<Value>& totals = weights<Value>().rest;  // not yet used for weights
    totals.assign(static_cast<std::size_t>(entry.counted.length), Value{});
    tables.totals(entry.counted, RealField<Value>{}, totals.data());
    for (const Value& total : totals) counts_.push_back(scaled(total));
}

// No layout fits the component.
void Solver::note_clash(const Question& question, const Component& component,
                        Solution& solution) const {
    const Structure& structure = frontier_.structure();
    const int first = structure.component_constraints()[component.constraint_begin];
    solution.outcome = Outcome::kNumbersClash;
    solution.clash =
        frontier_.numbers_tied_to(question.graph, question.faces, {question.trust_flags, -1},
                                  structure.constraints()[first].cell);
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
        meet_with_density(parts_, frontier_.untouched(), question.density, meeting_);
    else
        meet(parts_, {frontier_.untouched(), question.mines - frontier_.known_mines()}, budget,
             meeting_);
    if (!meeting_.is_possible) solution.outcome = Outcome::kMineCountClashes;
    return meeting_.is_possible;
}

// First fills all cells by their state alone, then the few that numbers touch.
void Solver::fill(const Question& question, Solution& solution) const {
    const double untouched_chance = frontier_.untouched() > 0 ? meeting_.untouched_chance() : kNan;
    solution.untouched = frontier_.untouched();
    solution.untouched_chance = untouched_chance;
    solution.ways = meeting_.ways;
    fill_verdicts_by_state(question, solution);

    const auto cells = question.faces.size();
    const double chance_of[] = {kNan, untouched_chance, 0, 1};
    solution.chances.resize(cells);
    for (std::size_t i = 0; i < cells; ++i) solution.chances[i] = chance_of[solution.verdicts[i]];
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

// Branch-free, so that the compiler can vectorise it.
void Solver::fill_verdicts_by_state(const Question& question, Solution& solution) const {
    const auto cells = question.faces.size();
    solution.verdicts.resize(cells);
    const std::uint8_t* const faces = question.faces.data();
    const std::uint8_t* const states = frontier_.states().data();
    std::uint8_t* const verdicts = solution.verdicts.data();
    for (std::size_t i = 0; i < cells; ++i) {
        const bool is_unknown = states[i] == Frontier::kUnknown;
        const bool is_mine = states[i] == Frontier::kKnownMine;
        const int verdict = is_unknown ? kUndecided : is_mine ? kCertainMine : kSafe;
        verdicts[i] = static_cast<std::uint8_t>(is_covered(faces[i]) ? verdict : kNotCovered);
    }
}

std::vector<ComponentSummary> Solver::components(const Question& question, Budget& budget) {
    Solution ignored;
    std::vector<ComponentSummary> summaries;
    if (!read(question, -1, ignored) || !count(question, budget, ignored)) return summaries;
    const Structure& structure = frontier_.structure();
    std::vector<std::int32_t> owner(static_cast<std::size_t>(structure.box_count()));
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const Component& component = structure.components()[i];
        const Counted& counted = entries_[i].counted;
        ComponentSummary summary{{}, {}, counted.low, counted.low + counted.length - 1};
        for (int c = component.constraint_begin; c < component.constraint_end; ++c)
            summary.numbers.push_back(
                structure.constraints()[structure.component_constraints()[c]].cell);
        std::sort(summary.numbers.begin(), summary.numbers.end());
        for (const int box : boxes_of(i)) owner[box] = static_cast<std::int32_t>(i);
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
        if (plan.slots > WideNeeds::kSlots) budget.stop_too_wide();
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
