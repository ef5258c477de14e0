#include "sapper/value/changing_windows.hpp"

#include <array>

namespace sapper {

void ChangingWindows::begin(const Value& value, const Graph& graph, const Terrain& terrain,
                            const Scene& scene, std::span<const std::int32_t> cells,
                            std::span<const std::uint8_t> is_redrawn) {
    value_ = &value;
    windows_.clear();
    parts_.clear();
    inputs_.clear();
    ends_.clear();
    started_.clear();
    for (const int cell : cells)
        if (Window::is_open(graph, scene, cell)) add(terrain, scene, cell, is_redrawn);
    value.add_inputs(inputs_, ends_, started_.data());
}

// Chances that may change become parts; all other inputs are summed now, as if nothing that may
// change were certain.
void ChangingWindows::add(const Terrain& terrain, const Scene& scene, int cell,
                          std::span<const std::uint8_t> is_redrawn) {
    Sight sight{cell, static_cast<std::int32_t>(parts_.size()), 0, is_redrawn[cell] != 0};
    const auto window = terrain.window_of(cell);
    Window::look(terrain, scene, cell, [&](int input, float amount) {
        const int place = input / Window::kSigns, sign = input % Window::kSigns;
        if (place == Terrain::kWindow) {
            if (sight.is_redrawn) return;
        } else if (window[place] >= 0 && is_redrawn[window[place]]) {
            if (sign == Window::kMineChance) {
                parts_.push_back({window[place], static_cast<std::int16_t>(input), false});
                return;
            }
            if (sign == Window::kSameBox) parts_.back().is_same_box = true;
        }
        inputs_.push_back({input, amount});
    });
    sight.part_end = static_cast<std::int32_t>(parts_.size());
    windows_.push_back(sight);
    ends_.push_back(static_cast<std::int32_t>(inputs_.size()));
    const auto biases = value_->window_biases();
    started_.insert(started_.end(), biases.begin(), biases.end());
}

void ChangingWindows::look(const Scene& scene, Value::Sights& sum) {
    inputs_.resize(windows_.size() * Window::kInputs);
    ends_.clear();
    sums_.clear();
    Input* end = inputs_.data();
    const auto width = static_cast<std::ptrdiff_t>(value_->window_sums());
    const float* started = started_.data();
    for (const Sight& sight : windows_) {
        if (scene.is_unknown(sight.cell)) {
            end = gather(scene, sight, end);
            ends_.push_back(static_cast<std::int32_t>(end - inputs_.data()));
            sums_.insert(sums_.end(), started, started + width);
        }
        started += width;
    }
    value_->add_inputs(inputs_, ends_, sums_.data());
    value_->finish_windows(sums_, sights_);
    const float* sight = sights_.data();
    for (std::size_t i = 0; i < ends_.size(); ++i, sight += value_->sights())
        for (int k = 0; k < value_->sights(); ++k) sum[k] += sight[k];
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
        Window::look_at_middle(scene, sight.cell, [&end](int input, float amount) {
            *end++ = {input, amount};
        });
    return end;
}

}  // namespace sapper
