#include "sapper/value/changing_windows.hpp"

#include <algorithm>

namespace sapper {

void ChangingWindows::begin(const Value& value, const Terrain& terrain, const Scene& scene,
                            std::span<const std::int32_t> cells,
                            std::span<const std::uint8_t> is_redrawn) {
    value_ = &value;
    windows_.clear();
    // Room for all that could be; never less, as it would be cleared when it grows again.
    parts_.resize(std::max(parts_.size(), cells.size() * Terrain::kWindow));
    inputs_.resize(std::max(inputs_.size(), cells.size() * Window::kInputs));
    ends_.clear();
    started_.clear();
    for (const int cell : cells)
        if (scene.is_unknown(cell)) add(terrain, scene, cell, is_redrawn);
    value.add_inputs(inputs_, ends_, started_.data());
}

// Chances that may change become parts; all other inputs are summed now, as if nothing that may
// change were certain. Branch-free, because what is where is hard to predict: everything is written
// and then kept or not.
void ChangingWindows::add(const Terrain& terrain, const Scene& scene, int cell,
                          std::span<const std::uint8_t> is_redrawn) {
    Sight sight{cell, windows_.empty() ? 0 : windows_.back().part_end, 0, is_redrawn[cell] != 0};
    Input* end = inputs_.data() + (ends_.empty() ? 0 : ends_.back());
    Part* part = parts_.data() + sight.part_begin;
    const std::int32_t own_box = scene.boxes[cell];
    int at = 0;
    for (const int j : terrain.window_of(cell)) {
        if (j < 0) {
            *end++ = {at + Window::kBeyond, 1.0f};
        } else {
            const float chance = scene.chances[j];
            const bool is_steady = is_redrawn[j] == 0, is_unknown = scene.is_unknown(j);
            const bool is_same_box = is_unknown & (scene.boxes[j] == own_box);
            *part = {j, static_cast<std::int16_t>(at), is_same_box};
            part += !is_steady;
            *end = {at + Window::kMineChance, chance};
            end += is_steady & (chance > 0);
            *end = {at + Window::kUnknown, 1.0f};
            end += is_unknown;
            *end = {at + Window::kSameBox, 1.0f};
            end += is_same_box;
        }
        at += Window::kSigns;
    }
    if (!sight.is_redrawn)
        Window::look_at_middle(scene, cell,
                               [&end](int input, float amount) { *end++ = {input, amount}; });
    sight.part_end = static_cast<std::int32_t>(part - parts_.data());
    windows_.push_back(sight);
    ends_.push_back(static_cast<std::int32_t>(end - inputs_.data()));
    const auto biases = value_->window_biases();
    started_.insert(started_.end(), biases.begin(), biases.end());
}

void ChangingWindows::look_at_all(const Scene& scene) {
    ends_.clear();
    seen_.clear();
    sums_.clear();
    Input* end = inputs_.data();
    const auto width = static_cast<std::ptrdiff_t>(value_->window_sums());
    const float* started = started_.data();
    for (const Sight& sight : windows_) {
        if (scene.is_unknown(sight.cell)) {
            end = gather(scene, sight, end);
            ends_.push_back(static_cast<std::int32_t>(end - inputs_.data()));
            seen_.push_back(sight.cell);
            sums_.insert(sums_.end(), started, started + width);
        }
        started += width;
    }
    value_->add_inputs(inputs_, ends_, sums_.data());
    value_->finish_windows(sums_, sights_);
}

// A cell that has become certain is no longer unknown: its signs are taken away again.
Input* ChangingWindows::gather(const Scene& scene, const Sight& sight, Input* end) const {
    for (std::int32_t i = sight.part_begin; i < sight.part_end; ++i) {
        const Part& part = parts_[static_cast<std::size_t>(i)];
        const int first = part.input;
        *end = {first + Window::kMineChance, scene.chances[part.cell]};
        end += scene.kinds[part.cell] != Scene::kKnownSafe;
        if (scene.is_unknown(part.cell)) continue;
        *end++ = {first + Window::kUnknown, -1.0f};
        if (part.is_same_box) *end++ = {first + Window::kSameBox, -1.0f};
    }
    if (sight.is_redrawn)
        Window::look_at_middle(scene, sight.cell,
                               [&end](int input, float amount) { *end++ = {input, amount}; });
    return end;
}

}  // namespace sapper
