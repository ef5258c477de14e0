#include "sapper/profile.hpp"

#include <algorithm>

namespace sapper {

namespace {

constexpr int kMostKeptConstraints = 200;  // local numbers fit one byte
constexpr std::size_t kMostBytes = std::size_t{64} << 20;

}  // namespace

const Profile* ProfileCache::of(const Structure& structure, const Component& component, int columns,
                                Budget& budget) {
    if (component.constraint_end - component.constraint_begin > kMostKeptConstraints) {
        large_.emplace_back();
        return compute(structure, component, columns, budget, large_.back()) ? &large_.back()
                                                                             : nullptr;
    }
    write_key(structure, component);
    const auto found = known_.find(std::string_view(key_));
    if (found != known_.end()) return &found->second;
    Profile profile;
    if (!compute(structure, component, columns, budget, profile)) return nullptr;
    bytes_ +=
        key_.size() + sizeof(double) * (profile.totals.size() + 2 * profile.mine.size()) + 200;
    return &known_.emplace(key_, std::move(profile)).first->second;
}

void ProfileCache::trim() {
    large_.clear();
    if (bytes_ < kMostBytes) return;
    known_.clear();
    bytes_ = 0;
}

void ProfileCache::write_key(const Structure& structure, const Component& component) {
    key_.clear();
    local_.resize(structure.constraints().size());
    std::uint8_t next = 0;
    for (int i = component.constraint_begin; i < component.constraint_end; ++i) {
        const int c = structure.component_constraints()[i];
        local_[c] = next++;
        key_.push_back(static_cast<char>(structure.constraints()[c].need));
    }
    for (int i = component.box_begin; i < component.box_end; ++i) {
        const int box = structure.component_boxes()[i];
        key_.push_back(static_cast<char>(-structure.box_size(box)));  // above any local number
        for (const int c : structure.constraints_of(box))
            key_.push_back(static_cast<char>(local_[c]));
    }
}

bool ProfileCache::compute(const Structure& structure, const Component& component, int columns,
                           Budget& budget, Profile& profile) {
    planner_.clear();
    tables_.clear();
    const Plan plan = planner_.plan(columns, structure, component, budget);
    if (plan.cells > kMostCells || plan.slots > NarrowNeeds::kSlots ||
        plan.largest_need > NarrowNeeds::kLargest)
        return false;
    const Counted counted = tables_.forward(planner_, plan, RealField<double>{}, budget);
    profile.low = counted.low;
    profile.length = counted.length;
    if (counted.length == 0) return true;
    const auto length = static_cast<std::size_t>(counted.length);
    profile.totals.assign(length, 0);
    tables_.totals(counted, RealField<double>{}, profile.totals.data());

    const auto boxes = static_cast<std::size_t>(component.box_end - component.box_begin);
    profile.mine.assign(boxes * length, 0);
    profile.safe.assign(boxes * length, 0);
    place_of_box_.resize(static_cast<std::size_t>(structure.box_count()));
    for (int i = component.box_begin; i < component.box_end; ++i)
        place_of_box_[structure.component_boxes()[i]] = i - component.box_begin;
    tables_.backward_by_total(planner_, plan, counted, [&](int box) {
        const std::size_t at = static_cast<std::size_t>(place_of_box_[box]) * length;
        return decltype(tables_)::Rows{&profile.mine[at], &profile.safe[at]};
    });
    return true;
}

}  // namespace sapper
