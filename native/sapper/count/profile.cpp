#include "sapper/count/profile.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace sapper {

namespace {

constexpr int kMostKeptConstraints = 200;  // local numbers fit one byte
constexpr std::size_t kMostBytes = std::size_t{96} << 20;

std::uint64_t hash_of(std::string_view text) {
    std::uint64_t mixed = text.size();
    const auto mix = [&](std::uint64_t word) {
        mixed = (mixed ^ word) * 0x9E3779B97F4A7C15u;
        mixed ^= mixed >> 29;
    };
    std::uint64_t word = 0;
    for (; text.size() >= sizeof word; text.remove_prefix(sizeof word)) {
        std::memcpy(&word, text.data(), sizeof word);
        mix(word);
    }
    word = 0;
    std::memcpy(&word, text.data(), text.size());
    mix(word);
    return mixed;
}

}  // namespace

const Profile* ProfileCache::of(const Structure& structure, const Component& component, int columns,
                                Budget& budget) {
    Profile profile;
    if (component.constraint_end - component.constraint_begin > kMostKeptConstraints) {
        if (!compute(structure, component, columns, budget, large_arena_, profile)) return nullptr;
        return &large_.emplace_back(profile);
    }
    write_key(structure, component);
    const std::uint64_t hash = hash_of(key_);
    if (const Profile* found = find(hash)) return found;
    if (!compute(structure, component, columns, budget, arena_, profile)) return nullptr;
    add(profile, hash);
    return &known_.back().profile;
}

void ProfileCache::trim() {
    if (!large_.empty()) {
        large_.clear();
        large_arena_.clear();
    }
    if (bytes_ < kMostBytes) return;
    slots_.clear();
    known_.clear();
    keys_.clear();
    arena_.clear();
    bytes_ = 0;
}

double* ProfileCache::Arena::place(std::size_t count) {
    if (count > left_) {
        left_ = std::max(count, kBlock);
        // Not cleared: make_unique would do that.
        next_ = blocks_.emplace_back(std::unique_ptr<double[]>(new double[left_])).get();
    }
    left_ -= count;
    return std::exchange(next_, next_ + count);
}

void ProfileCache::Arena::clear() {
    blocks_.clear();
    left_ = 0;
}

const Profile* ProfileCache::find(std::uint64_t hash) const {
    if (slots_.empty()) return nullptr;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask; slots_[at] != kNone; at = (at + 1) & mask) {
        const Known& known = known_[static_cast<std::size_t>(slots_[at])];
        if (known.hash != hash || known.key_size != key_.size()) continue;
        if (std::memcmp(&keys_[known.key_begin], key_.data(), key_.size()) == 0)
            return &known.profile;
    }
    return nullptr;
}

void ProfileCache::add(const Profile& profile, std::uint64_t hash) {
    known_.push_back({profile, hash, keys_.size(), key_.size()});
    keys_ += key_;
    bytes_ += sizeof(Known) + key_.size() +
              sizeof(double) * (profile.totals.size() + 3 * profile.mine.size());
    if (2 * known_.size() > slots_.size()) {
        spread(std::max<std::size_t>(1024, 2 * slots_.size()));
        return;
    }
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at] != kNone) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = static_cast<std::int32_t>(known_.size()) - 1;
}

// Rehashes all known profiles into this many slots (a power of two).
void ProfileCache::spread(std::size_t slots) {
    slots_.assign(slots, kNone);
    for (std::size_t i = 0; i < known_.size(); ++i) {
        std::size_t at = known_[i].hash & (slots - 1);
        while (slots_[at] != kNone) at = (at + 1) & (slots - 1);
        slots_[at] = static_cast<std::int32_t>(i);
    }
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
                           Budget& budget, Arena& arena, Profile& profile) {
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
    const auto boxes = static_cast<std::size_t>(component.box_end - component.box_begin);
    double* const totals = arena.place(length * (1 + 3 * boxes));
    double* const mine = totals + length;
    double* const safe = mine + boxes * length;
    double* const mixed = safe + boxes * length;
    std::fill(totals, mixed + boxes * length, 0.0);
    profile.totals = {totals, length};
    profile.mine = {mine, boxes * length};
    profile.safe = {safe, boxes * length};
    profile.mixed = {mixed, boxes * length};
    tables_.totals(counted, RealField<double>{}, totals);

    place_of_box_.resize(static_cast<std::size_t>(structure.box_count()));
    for (int i = component.box_begin; i < component.box_end; ++i)
        place_of_box_[structure.component_boxes()[i]] = i - component.box_begin;
    tables_.backward_by_total(planner_, plan, counted, [&](int box) {
        const std::size_t at = static_cast<std::size_t>(place_of_box_[box]) * length;
        return decltype(tables_)::Rows{mine + at, safe + at, mixed + at};
    });
    return true;
}

}  // namespace sapper
