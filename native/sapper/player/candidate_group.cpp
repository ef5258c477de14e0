#include "sapper/player/candidate_group.hpp"

namespace sapper {

void CandidateGroup::build(const Situation& situation, int cell) {
    const Structure& from = situation.structure();
    clear(from);
    mark(situation, cell);
    // The first constraint, so that it is counted last (plan.cpp): before that, the states need not
    // distinguish its numbers. So it is also in the first component.
    const std::int32_t wild =
        unknown_around_ > 0 ? structure_.add_constraint(cell, unknown_around_, true) : -1;
    add_constraints(from);
    add_boxes(from, situation.frontier().box_of(cell), wild);
    if (untouched_around_ > 0) {
        links_.assign(1, wild);
        untouched_box_ = structure_.add_to_box(links_, structure_.box_count(), untouched_around_);
    }
    structure_.tie();
    numbered_ = wild >= 0 ? &structure_.components().front() : nullptr;
    untouched_left_ =
        situation.beliefs().untouched() - untouched_around_ - !situation.is_touched(cell);
}

void CandidateGroup::clear(const Structure& of_position) {
    const auto boxes = static_cast<std::size_t>(of_position.box_count());
    in_group_.assign(of_position.components().size(), 0);
    around_in_box_.assign(boxes, 0);
    local_constraint_.resize(of_position.constraints().size());
    around_box_.resize(boxes);
    beyond_box_.resize(boxes);
    structure_.clear();
}

// Finds the components of the group, and how many neighbours of the candidate are in each box.
void CandidateGroup::mark(const Situation& situation, int cell) {
    const Frontier& frontier = situation.frontier();
    const Beliefs& beliefs = situation.beliefs();
    untouched_around_ = unknown_around_ = known_around_ = 0;
    if (const int box = frontier.box_of(cell); box != Frontier::kNoBox)
        in_group_[beliefs.component_of(box)] = 1;
    for (const int j : situation.graph().around(cell)) {
        known_around_ += frontier.states()[j] == Frontier::kKnownMine;
        if (!situation.is_unknown(j)) continue;
        ++unknown_around_;
        const int box = frontier.box_of(j);
        if (box == Frontier::kNoBox) {
            ++untouched_around_;
            continue;
        }
        ++around_in_box_[box];
        in_group_[beliefs.component_of(box)] = 1;
    }
}

void CandidateGroup::add_constraints(const Structure& from) {
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
}

// Splits every box in two: cells that the candidate's number counts, and the others.
void CandidateGroup::add_boxes(const Structure& from, int own_box, std::int32_t wild) {
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
}

}  // namespace sapper
