#include "sapper/player/counted_guess.hpp"

namespace sapper {

void GuessCounter::begin(const Situation& situation, bool counts_pairs) {
    counts_pairs_ = counts_pairs;
    const Structure& structure = situation.structure();
    const Beliefs& beliefs = situation.beliefs();
    component_safest_.assign(structure.components().size(), SafestCells{});
    for (int box = 0; box < structure.box_count(); ++box)
        component_safest_[beliefs.component_of(box)].add(1 - beliefs.box_chance(box),
                                                         structure.box_size(box));
}

void GuessCounter::count(Situation& situation, int cell, CountedGuess& guess) {
    guess.cell = -1;
    // 1. The components that the candidate touches, tied together by its wild number.
    guess.group.build(situation, cell);
    // 2. Parts that the number does not affect, and the number itself.
    guess.numbers.clear();
    guess.is_counted = count_elsewhere(situation, guess) &&
                       (!guess.group.numbered() || count_numbers(situation, guess));
    guess.cell = cell;
}

// Multiplies the counts of all parts without the number into `others_` and adds their safest cells
// to `elsewhere`. Returns false if a part is too large.
bool GuessCounter::count_elsewhere(Situation& situation, CountedGuess& guess) {
    Beliefs& beliefs = situation.beliefs();
    const CandidateGroup& group = guess.group;
    const Structure& structure = group.structure();
    guess.chances.mine.resize(static_cast<std::size_t>(structure.box_count()));
    guess.chances.mixed.resize(static_cast<std::size_t>(structure.box_count()));
    guess.elsewhere = SafestCells{};
    guess.elsewhere_is_safe = false;
    for (std::size_t i = 0; i < component_safest_.size(); ++i)
        if (!group.components()[i]) guess.elsewhere.add(component_safest_[i]);
    beliefs.product_without(group.components(), others_);
    for (const Component& component : structure.components()) {
        if (&component == group.numbered()) continue;
        const Profile* profile = beliefs.cache().of(
            structure, component, situation.graph().columns(), situation.budget());
        if (profile == nullptr || profile->length == 0) return false;
        add_part_without_number(component, *profile, guess);
    }
    return true;
}

// An approximation: all layouts get equal weight, whatever their mines. Weighting them by the odds
// of a mine would be more accurate; how much it would gain was not measured.
void GuessCounter::add_part_without_number(const Component& component, const Profile& profile,
                                           CountedGuess& guess) {
    const Structure& structure = guess.group.structure();
    for (int k = component.box_begin; k < component.box_end; ++k) {
        double mine = 0, safe = 0, mixed = 0;
        for (const double weight : profile.mine_of(k - component.box_begin)) mine += weight;
        for (const double weight : profile.safe_of(k - component.box_begin)) safe += weight;
        for (const double weight : profile.mixed_of(k - component.box_begin)) mixed += weight;
        if (mine == 0) guess.elsewhere_is_safe = true;
        const int box = structure.component_boxes()[k];
        const int size = structure.box_size(box);
        guess.elsewhere.add(safe / (mine + safe), size);
        guess.chances.mine[box] = mine / (mine + safe);
        guess.chances.mixed[box] = mixed_chance(mixed, size, (mine + safe) / size);
    }
    others_.low += profile.low;
    multiply(others_.counts, profile.totals, next_);
    others_.counts.swap(next_);
}

// Counts all numbers at once. Returns false if the group is too wide for the plain tables.
bool GuessCounter::count_numbers(Situation& situation, CountedGuess& guess) {
    planner_.clear();
    tables_.clear();
    const Plan plan = planner_.plan(situation.graph().columns(), guess.group.structure(),
                                    *guess.group.numbered(), situation.budget());
    if (plan.slots > NarrowNeeds::kSlots || plan.largest_need > NarrowNeeds::kLargest) return false;
    const Counted counted =
        tables_.forward(planner_, plan, RealField<double>{}, situation.budget());
    weigh_rest(situation.beliefs(), guess.group, counted);
    weigh_boxes(plan, counted, guess);
    list_numbers(counted, guess);
    return true;
}

void GuessCounter::weigh_rest(Beliefs& beliefs, const CandidateGroup& group,
                              const Counted& counted) {
    const auto length = static_cast<std::size_t>(counted.length);
    const int untouched = group.untouched_left();
    const std::vector<double> none;
    const std::vector<double>& ways = beliefs.binomials().row(untouched);
    const std::vector<double>& mine_ways =
        untouched > 0 ? beliefs.binomials().row(untouched - 1) : none;
    rest_.resize(length);
    rest_untouched_mine_.resize(length);
    for (std::size_t i = 0; i < length; ++i) {
        const int left = beliefs.mines_left() - others_.low - counted.low - static_cast<int>(i);
        double rest = 0, untouched_mine = 0;
        for (std::size_t s = 0; s < others_.counts.size(); ++s) {
            const int in_untouched = left - static_cast<int>(s);
            rest += others_.counts[s] * Binomials::at(ways, in_untouched);
            untouched_mine += others_.counts[s] * Binomials::at(mine_ways, in_untouched - 1);
        }
        rest_[i] = rest;
        rest_untouched_mine_[i] = untouched_mine;
    }
}

void GuessCounter::weigh_boxes(const Plan& plan, const Counted& counted, CountedGuess& guess) {
    const std::size_t length = guess.row_length = tables_.row_length(counted);
    const auto size = static_cast<std::size_t>(guess.group.structure().box_count()) * length;
    guess.mine.assign(size, 0);
    if (counts_pairs_) guess.mixed.assign(size, 0);
    tables_.backward_by_final(planner_, plan, counted, rest_.data(), [&](int box) {
        const std::size_t at = static_cast<std::size_t>(box) * length;
        return decltype(tables_)::FinalRow{guess.mine.data() + at,
                                           counts_pairs_ ? guess.mixed.data() + at : nullptr};
    });
}

void GuessCounter::list_numbers(const Counted& counted, CountedGuess& guess) const {
    const CandidateGroup& group = guess.group;
    guess.weight = 0;
    for (int f = 0; f < tables_.final_count(counted); ++f) {
        const double weight = tables_.final_weight(counted, f, rest_.data());
        guess.weight += weight;
        if (weight == 0) continue;
        const int number = group.known_around() + group.unknown_around() - tables_.remainder(f);
        const double far_mine = group.untouched_left() > 0
                                    ? tables_.final_weight(counted, f, rest_untouched_mine_.data())
                                    : 0;
        guess.numbers.push_back({number, f, weight, far_mine});
    }
}

}  // namespace sapper
