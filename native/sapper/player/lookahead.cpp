#include "sapper/player/lookahead.hpp"

#include <algorithm>

namespace sapper {

void LookAhead::begin(const Frontier& frontier, const Beliefs& beliefs) {
    learned_ = nullptr;
    wanted_ = -1;
    const Structure& structure = frontier.structure();
    component_best_.assign(structure.components().size(), Best{});
    for (int box = 0; box < structure.box_count(); ++box)
        component_best_[beliefs.component_of(box)].add(1 - beliefs.box_chance(box),
                                                       structure.box_size(box));
    around_in_box_.assign(static_cast<std::size_t>(structure.box_count()), 0);
    touched_boxes_.clear();
    in_group_.resize(structure.components().size());
    local_constraint_.resize(structure.constraints().size());
    around_box_.resize(static_cast<std::size_t>(structure.box_count()));
    beyond_box_.resize(static_cast<std::size_t>(structure.box_count()));
}

void LookAhead::look(const Graph& graph, const Frontier& frontier, Beliefs& beliefs, Budget& budget,
                     Candidate& candidate) {
    // 1. The components that the candidate touches, put together with its number left open.
    mark_group(graph, frontier, beliefs, candidate.cell);
    build(frontier, candidate.cell);
    const bool was_untouched = frontier.box_of(candidate.cell) == Frontier::kNoBox;
    untouched_left_ = beliefs.untouched() - untouched_around_ - was_untouched;

    // 2. Parts that do not feel the number: their chances do not depend on it.
    const Component* numbered = nullptr;
    if (!look_at_the_rest(graph, beliefs, budget, numbered)) {
        give_up(candidate);
        return;
    }
    if (learned_) {
        list_group(graph, frontier, beliefs, candidate.cell);
        split_cells(graph, candidate.cell);
    }
    if (numbered == nullptr) {  // nothing unknown around it: the number tells nothing
        Best best = elsewhere_;
        best.add(1 - beliefs.untouched_chance(), untouched_left_);
        leaf_far_chance_ = beliefs.untouched_chance();
        const Leaf leaf{elsewhere_is_safe_, best.first, best.second};
        candidate.progress = elsewhere_is_safe_ ? candidate.safety : 0;
        const bool is_wanted = wanted_ < 0 || wanted_ == known_around_;
        const double worth =
            !learned_   ? LeafValue{}(leaf)
            : is_wanted ? learned_worth(graph, candidate.cell, beliefs.ways() * candidate.safety)
                        : 0;
        candidate.value = candidate.safety * worth;
        candidate.wins.fill(static_cast<float>(worth));
        candidate.is_weighed = learned_ != nullptr;
        if (learned_) {
            candidate.chances[static_cast<std::size_t>(known_around_)] = candidate.safety;
            restore_scene(candidate.cell);
        }
        return;
    }

    // 3. All numbers in one count, then the chances that each would leave.
    planner_.clear();
    tables_.clear();
    const Plan plan = planner_.plan(graph.columns(), structure_, *numbered, budget);
    if (plan.slots > NarrowNeeds::kSlots || plan.largest_need > NarrowNeeds::kLargest) {
        give_up(candidate);
        return;
    }
    const Counted counted = tables_.forward(planner_, plan, RealField<double>{}, budget);
    weigh_rest(beliefs, counted);
    double total = 0;
    for (int f = 0; f < tables_.final_count(counted); ++f)
        total += tables_.final_weight(counted, f, rest_.data());
    weigh_boxes(plan, counted);
    candidate.progress = candidate.value = 0;
    for (int f = 0; f < tables_.final_count(counted); ++f) {
        const double weight = tables_.final_weight(counted, f, rest_.data());
        if (weight == 0) continue;
        const Leaf leaf = leaf_of(counted, *numbered, f, weight);
        const double chance = candidate.safety * weight / total;
        const int shown = known_around_ + unknown_around_ - tables_.remainder(f);
        const Worth worth =
            worth_of(graph, frontier, beliefs, budget, leaf, candidate.cell, shown, weight);
        candidate.value += chance * worth.value;
        if (learned_) {
            const auto number = static_cast<std::size_t>(shown);
            candidate.wins[number] = static_cast<float>(worth.value);
            candidate.chances[number] = chance;
            candidate.leaves_a_guess[number] = !leaf.has_safe_cell && !worth.is_exact;
        }
        if (leaf.has_safe_cell) candidate.progress += chance;
    }
    candidate.is_weighed = learned_ != nullptr;
    if (learned_) restore_scene(candidate.cell);
}

// Its safety stands in for its worth; but beside winning chances that would be far too much, and
// any candidate with one is preferred.
void LookAhead::give_up(Candidate& candidate) const {
    candidate.value = learned_ ? 0 : candidate.safety;
    candidate.is_weighed = false;
}

void LookAhead::mark_group(const Graph& graph, const Frontier& frontier, const Beliefs& beliefs,
                           int cell) {
    std::fill(in_group_.begin(), in_group_.end(), std::uint8_t{0});
    for (const int box : touched_boxes_) around_in_box_[box] = 0;
    touched_boxes_.clear();
    untouched_around_ = unknown_around_ = known_around_ = 0;
    if (learned_) is_around_.assign(static_cast<std::size_t>(graph.size()), 0);
    if (const int box = frontier.box_of(cell); box != Frontier::kNoBox)
        in_group_[beliefs.component_of(box)] = 1;
    for (const int j : graph.around(cell)) {
        known_around_ += frontier.states()[j] == Frontier::kKnownMine;
        if (frontier.states()[j] != Frontier::kUnknown) continue;
        if (learned_) is_around_[j] = 1;
        ++unknown_around_;
        const int box = frontier.box_of(j);
        if (box == Frontier::kNoBox) {
            ++untouched_around_;
            continue;
        }
        if (around_in_box_[box]++ == 0) touched_boxes_.push_back(box);
        in_group_[beliefs.component_of(box)] = 1;
    }
}

// Every box of the group in two parts: cells that the candidate's number counts, and the others.
void LookAhead::build(const Frontier& frontier, int cell) {
    const Structure& from = frontier.structure();
    structure_.clear();
    for (std::size_t i = 0; i < in_group_.size(); ++i) {
        if (!in_group_[i]) continue;
        const Component& component = from.components()[i];
        for (int k = component.constraint_begin; k < component.constraint_end; ++k) {
            const int c = from.component_constraints()[k];
            const Constraint& constraint = from.constraints()[c];
            local_constraint_[c] =
                structure_.add_constraint(constraint.cell, constraint.need, false);
        }
    }
    const std::int32_t wild =
        unknown_around_ > 0 ? structure_.add_constraint(cell, unknown_around_, true) : -1;
    const int own_box = frontier.box_of(cell);
    for (std::size_t i = 0; i < in_group_.size(); ++i) {
        if (!in_group_[i]) continue;
        const Component& component = from.components()[i];
        for (int k = component.box_begin; k < component.box_end; ++k) {
            const int box = from.component_boxes()[k];
            links_.clear();
            for (const int c : from.constraints_of(box)) links_.push_back(local_constraint_[c]);
            const int around = around_in_box_[box];
            const int beyond = from.box_size(box) - around - (box == own_box);
            if (beyond > 0)
                beyond_box_[box] = structure_.add_to_box(links_, structure_.box_count(), beyond);
            if (around == 0) continue;
            links_.push_back(wild);
            around_box_[box] = structure_.add_to_box(links_, structure_.box_count(), around);
        }
    }
    if (untouched_around_ > 0) {
        links_.assign(1, wild);
        untouched_box_ = structure_.add_to_box(links_, structure_.box_count(), untouched_around_);
    }
    structure_.tie();
    leaf_chance_.resize(static_cast<std::size_t>(structure_.box_count()));
    leaf_mixed_.resize(static_cast<std::size_t>(structure_.box_count()));
}

// Multiplies the counts of all parts without the number into `others_`, notes their safest cells
// in `elsewhere_`, and finds the part with the number.
bool LookAhead::look_at_the_rest(const Graph& graph, Beliefs& beliefs, Budget& budget,
                                 const Component*& numbered) {
    elsewhere_ = Best{};
    elsewhere_is_safe_ = false;
    for (std::size_t i = 0; i < in_group_.size(); ++i)
        if (!in_group_[i]) elsewhere_.add(component_best_[i]);
    beliefs.product_without(in_group_, others_);
    for (const Component& component : structure_.components()) {
        const int last = structure_.component_constraints()[component.constraint_end - 1];
        bool is_numbered = structure_.constraints()[last].is_wild;
        for (int k = component.constraint_begin; !is_numbered && k < component.constraint_end; ++k)
            is_numbered = structure_.constraints()[structure_.component_constraints()[k]].is_wild;
        if (is_numbered) {
            numbered = &component;
            continue;
        }
        const Profile* profile = beliefs.cache().of(structure_, component, graph.columns(), budget);
        if (profile == nullptr || profile->length == 0) return false;
        add_part_without_number(component, *profile);
    }
    return true;
}

void LookAhead::add_part_without_number(const Component& component, const Profile& profile) {
    // Rough: its layouts are weighed alike, whatever their mines. Weighing them by the odds of a
    // mine is nearer to the truth; what it wins by itself was not measured.
    for (int k = component.box_begin; k < component.box_end; ++k) {
        double mine = 0, safe = 0, mixed = 0;
        for (const double weight : profile.mine_of(k - component.box_begin)) mine += weight;
        for (const double weight : profile.safe_of(k - component.box_begin)) safe += weight;
        for (const double weight : profile.mixed_of(k - component.box_begin)) mixed += weight;
        if (mine == 0) elsewhere_is_safe_ = true;
        const int box = structure_.component_boxes()[k];
        const int size = structure_.box_size(box);
        elsewhere_.add(safe / (mine + safe), size);
        leaf_chance_[box] = mine / (mine + safe);
        leaf_mixed_[box] = mixed_chance(mixed, size, (mine + safe) / size);
    }
    others_.low += profile.low;
    multiply(others_.counts, profile.totals, next_);
    others_.counts.swap(next_);
}

void LookAhead::weigh_rest(Beliefs& beliefs, const Counted& counted) {
    const auto length = static_cast<std::size_t>(counted.length);
    rest_.assign(length, 0);
    rest_untouched_mine_.assign(length, 0);
    for (std::size_t i = 0; i < length; ++i) {
        const int left = beliefs.mines_left() - others_.low - counted.low - static_cast<int>(i);
        for (std::size_t s = 0; s < others_.counts.size(); ++s) {
            const int in_untouched = left - static_cast<int>(s);
            rest_[i] += others_.counts[s] * beliefs.binomials()(untouched_left_, in_untouched);
            if (untouched_left_ > 0)
                rest_untouched_mine_[i] +=
                    others_.counts[s] * beliefs.binomials()(untouched_left_ - 1, in_untouched - 1);
        }
    }
}

void LookAhead::weigh_boxes(const Plan& plan, const Counted& counted) {
    const auto finals = static_cast<std::size_t>(tables_.final_count(counted));
    const auto size = static_cast<std::size_t>(structure_.box_count()) * finals;
    mine_.assign(size, 0);
    if (learned_) mixed_.assign(size, 0);
    tables_.backward_by_final(planner_, plan, counted, rest_.data(), [&](int box) {
        const std::size_t at = static_cast<std::size_t>(box) * finals;
        return decltype(tables_)::FinalRow{mine_.data() + at,
                                           learned_ ? mixed_.data() + at : nullptr};
    });
}

Leaf LookAhead::leaf_of(const Counted& counted, const Component& numbered, int final,
                        double weight) {
    const auto finals = static_cast<std::size_t>(tables_.final_count(counted));
    Best best = elsewhere_;
    bool has_safe_cell = elsewhere_is_safe_;
    for (int k = numbered.box_begin; k < numbered.box_end; ++k) {
        const int box = structure_.component_boxes()[k];
        const int size = structure_.box_size(box);
        const std::size_t at = static_cast<std::size_t>(box) * finals + final;
        if (mine_[at] == 0) has_safe_cell = true;
        leaf_chance_[box] = mine_[at] / (weight * size);
        if (learned_) leaf_mixed_[box] = mixed_chance(mixed_[at], size, weight);
        best.add(1 - leaf_chance_[box], size);
    }
    leaf_far_chance_ = 0;
    if (untouched_left_ > 0) {
        const double mine = tables_.final_weight(counted, final, rest_untouched_mine_.data());
        if (mine == 0) has_safe_cell = true;
        leaf_far_chance_ = mine / weight;
        best.add(1 - leaf_far_chance_, untouched_left_);
    }
    return {has_safe_cell, best.first, best.second};
}

}  // namespace sapper
