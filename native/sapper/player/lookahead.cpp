#include "sapper/player/lookahead.hpp"

#include <algorithm>

namespace sapper {

void LookAhead::begin(const Situation& situation) {
    learned_ = nullptr;
    const Structure& structure = situation.structure();
    const Beliefs& beliefs = situation.beliefs();
    group_.begin(structure);
    component_best_.assign(structure.components().size(), Best{});
    for (int box = 0; box < structure.box_count(); ++box)
        component_best_[beliefs.component_of(box)].add(1 - beliefs.box_chance(box),
                                                       structure.box_size(box));
}

bool LookAhead::look(Situation& situation, Candidate& candidate, double needed) {
    // 1. The components that the candidate touches, tied together by its wild number.
    group_.build(situation, candidate.cell);
    // 2. Parts that the number does not affect, and the number itself.
    const bool is_numbered = group_.numbered() != nullptr;
    if (!count_elsewhere(situation) || (is_numbered && !count_numbers(situation))) {
        give_up(candidate);
        return true;
    }
    // 3. The leaf of each number, and its value.
    if (learned_) learned_->begin_candidate(situation, group_, candidate.cell);
    bool is_finished = true;
    if (is_numbered)
        is_finished = look_by_number(situation, candidate, needed);
    else
        look_without_number(situation, candidate);
    if (learned_) learned_->end_candidate();
    candidate.is_weighed = learned_ != nullptr;
    return is_finished;
}

// Looking ahead from the candidate failed. Use its safety as its value; but compared with winning
// chances that would be far too high, so any candidate with a winning chance is preferred.
void LookAhead::give_up(Candidate& candidate) const {
    candidate.value = learned_ ? 0 : candidate.safety;
    candidate.is_weighed = false;
}

// Multiplies the counts of all parts without the number into `others_` and adds their safest cells
// to `elsewhere_`. Returns false if a part is too large.
bool LookAhead::count_elsewhere(Situation& situation) {
    Beliefs& beliefs = situation.beliefs();
    const Structure& structure = group_.structure();
    chances_.mine.resize(static_cast<std::size_t>(structure.box_count()));
    chances_.mixed.resize(static_cast<std::size_t>(structure.box_count()));
    elsewhere_ = Best{};
    elsewhere_is_safe_ = false;
    for (std::size_t i = 0; i < component_best_.size(); ++i)
        if (!group_.components()[i]) elsewhere_.add(component_best_[i]);
    beliefs.product_without(group_.components(), others_);
    for (const Component& component : structure.components()) {
        if (&component == group_.numbered()) continue;
        const Profile* profile = beliefs.cache().of(
            structure, component, situation.graph().columns(), situation.budget());
        if (profile == nullptr || profile->length == 0) return false;
        add_part_without_number(component, *profile);
    }
    return true;
}

// An approximation: all layouts get equal weight, whatever their mines. Weighting them by the odds
// of a mine would be more accurate; how much it would gain was not measured.
void LookAhead::add_part_without_number(const Component& component, const Profile& profile) {
    const Structure& structure = group_.structure();
    for (int k = component.box_begin; k < component.box_end; ++k) {
        double mine = 0, safe = 0, mixed = 0;
        for (const double weight : profile.mine_of(k - component.box_begin)) mine += weight;
        for (const double weight : profile.safe_of(k - component.box_begin)) safe += weight;
        for (const double weight : profile.mixed_of(k - component.box_begin)) mixed += weight;
        if (mine == 0) elsewhere_is_safe_ = true;
        const int box = structure.component_boxes()[k];
        const int size = structure.box_size(box);
        elsewhere_.add(safe / (mine + safe), size);
        chances_.mine[box] = mine / (mine + safe);
        chances_.mixed[box] = mixed_chance(mixed, size, (mine + safe) / size);
    }
    others_.low += profile.low;
    multiply(others_.counts, profile.totals, next_);
    others_.counts.swap(next_);
}

// The candidate has no unknown neighbours: its number is known and gives no information.
void LookAhead::look_without_number(const Situation& situation, Candidate& candidate) {
    const Beliefs& beliefs = situation.beliefs();
    Best best = elsewhere_;
    best.add(1 - beliefs.untouched_chance(), group_.untouched_left());
    chances_.far = beliefs.untouched_chance();
    const Leaf leaf{group_.known_around(), beliefs.ways() * candidate.safety, elsewhere_is_safe_,
                    best.first, best.second};
    const double worth =
        learned_ ? learned_->estimate(situation, leaf, chances_) : worth_by_next_safety(leaf);
    candidate.progress = elsewhere_is_safe_ ? candidate.safety : 0;
    candidate.value = candidate.safety * worth;
    candidate.wins.fill(static_cast<float>(worth));
    if (learned_) candidate.chances[static_cast<std::size_t>(leaf.number)] = candidate.safety;
}

// Counts all numbers at once. Returns false if the group is too wide for the plain tables.
bool LookAhead::count_numbers(Situation& situation) {
    planner_.clear();
    tables_.clear();
    const Plan plan = planner_.plan(situation.graph().columns(), group_.structure(),
                                    *group_.numbered(), situation.budget());
    if (plan.slots > NarrowNeeds::kSlots || plan.largest_need > NarrowNeeds::kLargest) return false;
    counted_ = tables_.forward(planner_, plan, RealField<double>{}, situation.budget());
    weigh_rest(situation.beliefs(), counted_);
    weigh_boxes(plan, counted_);
    finals_.clear();
    for (int f = 0; f < tables_.final_count(counted_); ++f)
        finals_.push_back({f, tables_.final_weight(counted_, f, rest_.data())});
    return true;
}

// Likely numbers come first, so that a look that is in vain ends early.
bool LookAhead::look_by_number(const Situation& situation, Candidate& candidate, double needed) {
    double total = 0;
    for (const Weighted& final : finals_) total += final.weight;
    std::erase_if(finals_, [](const Weighted& final) { return final.weight == 0; });
    if (learned_)
        std::ranges::sort(finals_, [](const Weighted& a, const Weighted& b) {
            return a.weight != b.weight ? a.weight > b.weight : a.final < b.final;
        });
    candidate.progress = candidate.value = 0;
    double left = total;
    for (const auto& [final, weight] : finals_) {
        const double most = candidate.value + candidate.safety * left / total;
        if (most < needed) {
            candidate.value = most;
            return false;
        }
        add_leaf(situation, leaf_of(counted_, final, weight), candidate.safety * weight / total,
                 candidate);
        left -= weight;
    }
    return true;
}

void LookAhead::weigh_rest(Beliefs& beliefs, const Counted& counted) {
    const auto length = static_cast<std::size_t>(counted.length);
    const int untouched = group_.untouched_left();
    rest_.assign(length, 0);
    rest_untouched_mine_.assign(length, 0);
    for (std::size_t i = 0; i < length; ++i) {
        const int left = beliefs.mines_left() - others_.low - counted.low - static_cast<int>(i);
        for (std::size_t s = 0; s < others_.counts.size(); ++s) {
            const int in_untouched = left - static_cast<int>(s);
            rest_[i] += others_.counts[s] * beliefs.binomials()(untouched, in_untouched);
            if (untouched > 0)
                rest_untouched_mine_[i] +=
                    others_.counts[s] * beliefs.binomials()(untouched - 1, in_untouched - 1);
        }
    }
}

// Only a learned value needs pairs of a mine and a safe cell.
void LookAhead::weigh_boxes(const Plan& plan, const Counted& counted) {
    const auto finals = static_cast<std::size_t>(tables_.final_count(counted));
    const auto size = static_cast<std::size_t>(group_.structure().box_count()) * finals;
    mine_.assign(size, 0);
    if (learned_) mixed_.assign(size, 0);
    tables_.backward_by_final(planner_, plan, counted, rest_.data(), [&](int box) {
        const std::size_t at = static_cast<std::size_t>(box) * finals;
        return decltype(tables_)::FinalRow{mine_.data() + at,
                                           learned_ ? mixed_.data() + at : nullptr};
    });
}

// Also fills `chances_`.
Leaf LookAhead::leaf_of(const Counted& counted, int final, double weight) {
    const auto finals = static_cast<std::size_t>(tables_.final_count(counted));
    const Structure& structure = group_.structure();
    const Component& numbered = *group_.numbered();
    Best best = elsewhere_;
    bool has_safe_cell = elsewhere_is_safe_;
    for (int k = numbered.box_begin; k < numbered.box_end; ++k) {
        const int box = structure.component_boxes()[k];
        const int size = structure.box_size(box);
        const std::size_t at = static_cast<std::size_t>(box) * finals + final;
        if (mine_[at] == 0) has_safe_cell = true;
        chances_.mine[box] = mine_[at] / (weight * size);
        if (learned_) chances_.mixed[box] = mixed_chance(mixed_[at], size, weight);
        best.add(1 - chances_.mine[box], size);
    }
    chances_.far = 0;
    if (group_.untouched_left() > 0) {
        const double mine = tables_.final_weight(counted, final, rest_untouched_mine_.data());
        if (mine == 0) has_safe_cell = true;
        chances_.far = mine / weight;
        best.add(1 - chances_.far, group_.untouched_left());
    }
    const int number = group_.known_around() + group_.unknown_around() - tables_.remainder(final);
    return {number, weight, has_safe_cell, best.first, best.second};
}

void LookAhead::add_leaf(const Situation& situation, const Leaf& leaf, double chance,
                         Candidate& candidate) {
    if (leaf.has_safe_cell) candidate.progress += chance;
    if (!learned_) {
        candidate.value += chance * worth_by_next_safety(leaf);
        return;
    }
    const Worth worth = learned_->worth_of(situation, leaf, chances_);
    const auto number = static_cast<std::size_t>(leaf.number);
    candidate.value += chance * worth.value;
    candidate.wins[number] = static_cast<float>(worth.value);
    candidate.chances[number] = chance;
    candidate.leaves_a_guess[number] = !leaf.has_safe_cell && !worth.is_exact;
}

}  // namespace sapper
