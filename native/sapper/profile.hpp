// What a component is by itself, whatever the rest of the board: counts by its number of mines.
//
// The same small shapes come up again and again, in one game and across games, so profiles are
// kept. The key is the shape itself (needs, box sizes, which box touches which number), compared in
// full: a hash alone would be a lie waiting to happen.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "sapper/plan.hpp"
#include "sapper/tables.hpp"

namespace sapper {

struct Profile {
    int low = 0;     // fewest mines of any layout
    int length = 0;  // totals low .. low + length - 1; 0 when no layout fits
    std::vector<double> totals;
    // By box (in the component's order) and total: layouts times mines in the box, and times safe
    // cells in the box. A zero is exact.
    std::vector<double> mine, safe;

    std::span<const double> mine_of(int box) const {
        return {mine.data() + static_cast<std::ptrdiff_t>(box) * length,
                static_cast<std::size_t>(length)};
    }
    std::span<const double> safe_of(int box) const {
        return {safe.data() + static_cast<std::ptrdiff_t>(box) * length,
                static_cast<std::size_t>(length)};
    }
};

class ProfileCache {
   public:
    // Components with more cells or open numbers than the plain tables take have no profile.
    static constexpr int kMostCells = 500;

    // Valid until the next `trim`. Returns null where there is no profile.
    const Profile* of(const Structure& structure, const Component& component, int columns,
                      Budget& budget);

    // Forgets everything once it has grown large. To be called between decisions.
    void trim();

   private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };

    void write_key(const Structure& structure, const Component& component);
    bool compute(const Structure& structure, const Component& component, int columns,
                 Budget& budget, Profile& profile);

    std::unordered_map<std::string, Profile, Hash, std::equal_to<>> known_;
    std::size_t bytes_ = 0;
    std::string key_;
    std::vector<std::uint8_t> local_;
    std::vector<std::int32_t> place_of_box_;
    std::deque<Profile> large_;  // too large to be met again
    Planner planner_;
    Tables<RealField<double>, NarrowNeeds> tables_;
};

}  // namespace sapper
