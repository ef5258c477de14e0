// Finds the index of a state in the layer of the tables that is being built.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sapper {

// Most layers have a handful of states and are searched linearly; larger ones are hashed.
template <class Needs>
class StateIndex {
   public:
    void clear() { is_hashed_ = false; }

    std::int32_t find_or_add(const Needs& needs, std::vector<Needs>& all) {
        if (!is_hashed_) {
            const auto count = static_cast<std::int32_t>(all.size());
            for (std::int32_t i = count; i-- > 0;)
                if (all[i] == needs) return i;
            all.push_back(needs);
            if (all.size() > kScanned) rehash(all, 8 * kScanned);
            return count;
        }
        std::size_t at = needs.hash() & mask_;
        for (; places_[at] >= 0; at = (at + 1) & mask_)
            if (all[places_[at]] == needs) return places_[at];
        places_[at] = static_cast<std::int32_t>(all.size());
        all.push_back(needs);
        if (2 * all.size() > mask_) rehash(all, 4 * (mask_ + 1));
        return static_cast<std::int32_t>(all.size()) - 1;
    }

   private:
    static constexpr std::size_t kScanned = 12;

    void rehash(const std::vector<Needs>& all, std::size_t size) {
        is_hashed_ = true;
        mask_ = 1;
        while (mask_ < size) mask_ *= 2;
        places_.assign(mask_, -1);
        --mask_;
        for (std::size_t i = 0; i < all.size(); ++i) {
            std::size_t at = all[i].hash() & mask_;
            while (places_[at] >= 0) at = (at + 1) & mask_;
            places_[at] = static_cast<std::int32_t>(i);
        }
    }

    bool is_hashed_ = false;
    std::size_t mask_ = 0;
    std::vector<std::int32_t> places_;
};

}  // namespace sapper
