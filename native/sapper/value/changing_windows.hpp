// The windows of the cells around a guess, looked at again for every number that it may show.
//
// From number to number only the chances of some cells change. So the first layer of the network
// over windows (value.hpp), which is most of its work, is summed once over all other inputs; for
// every number only the changed chances are added. Up to rounding the sights are those of
// `Value::look`.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sapper/value/value.hpp"

namespace sapper {

class ChangingWindows {
   public:
    // Prepares the windows of those of `cells` that are unknown; none may be deep. The chances, the
    // mixed chances and the certainty of the cells marked in `is_redrawn` may change afterwards,
    // nothing else; in the scene they must be unknown and touched now.
    void begin(const Value& value, const Terrain& terrain, const Scene& scene,
               std::span<const std::int32_t> cells, std::span<const std::uint8_t> is_redrawn);

    // Adds the sights of all these windows, as the scene is now.
    void look(const Scene& scene, Value::Sights& sum) {
        look_each(scene, [&](int, const float* sights) {
            for (int i = 0; i < value_->sights(); ++i) sum[i] += sights[i];
        });
    }
    // Calls take(cell, sights) for every window instead, in the order of the cells.
    template <class Take>
    void look_each(const Scene& scene, Take&& take) {
        look_at_all(scene);
        const float* sights = sights_.data();
        for (const std::int32_t cell : seen_) {
            take(cell, sights);
            sights += value_->sights();
        }
    }

   private:
    // A redrawn cell in a window, and its first input there.
    struct Part {
        std::int32_t cell;
        std::int16_t input;
        bool is_same_box;  // as the middle of the window
    };
    struct Sight {
        std::int32_t cell;  // in the middle
        std::int32_t part_begin, part_end;
        bool is_redrawn;  // the middle itself
    };

    void add(const Terrain& terrain, const Scene& scene, int cell,
             std::span<const std::uint8_t> is_redrawn);
    void look_at_all(const Scene& scene);
    Input* gather(const Scene& scene, const Sight& sight, Input* end) const;

    const Value* value_ = nullptr;
    std::vector<Sight> windows_;
    std::vector<Part> parts_;
    std::vector<float> started_;  // sums of the first layer over what does not change, by window

    // Of one look.
    std::vector<Input> inputs_;
    std::vector<std::int32_t> ends_;  // of the inputs of each window
    std::vector<std::int32_t> seen_;  // the cell of each window
    std::vector<float> sums_, sights_;
};

}  // namespace sapper
