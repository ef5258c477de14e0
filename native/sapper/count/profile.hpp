// The profile of a component, independent of the rest of the board: counts by number of mines.
//
// The same small shapes recur within and across games, so profiles are cached. The key is the shape
// itself (needs, box sizes, which box touches which number), compared in full: a hash alone would
// sooner or later return the wrong profile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sapper/count/plan.hpp"
#include "sapper/count/tables.hpp"

namespace sapper {

// A view: the cache owns the numbers.
struct Profile {
    int low = 0;     // fewest mines of any layout
    int length = 0;  // totals low .. low + length - 1; 0 when no layout fits
    std::span<const double> totals;
    // By box (in the component's order) and total: layouts times mines in the box, times safe cells
    // in the box, and times pairs of a mine and a safe cell in the box. A zero is exact.
    std::span<const double> mine, safe, mixed;

    std::span<const double> mine_of(int box) const { return row(mine, box); }
    std::span<const double> safe_of(int box) const { return row(safe, box); }
    std::span<const double> mixed_of(int box) const { return row(mixed, box); }

   private:
    std::span<const double> row(std::span<const double> rows, int box) const {
        const auto width = static_cast<std::size_t>(length);
        return rows.subspan(static_cast<std::size_t>(box) * width, width);
    }
};

class ProfileCache {
   public:
    // Components that are too large for the plain tables have no profile.
    static constexpr int kMostCells = 500;

    // Valid until the next `trim`. Returns null if there is no profile.
    const Profile* of(const Structure& structure, const Component& component, int columns,
                      Budget& budget);

    // Clears the cache if it has grown large. Call between decisions.
    void trim();

   private:
    // An arena: numbers keep their address until all are freed at once.
    class Arena {
       public:
        Arena() = default;
        Arena(Arena&&) = default;  // move-only
        Arena& operator=(Arena&&) = default;
        double* place(std::size_t count);
        void clear();

       private:
        static constexpr std::size_t kBlock = 8192;
        std::vector<std::unique_ptr<double[]>> blocks_;
        double* next_ = nullptr;
        std::size_t left_ = 0;
    };
    struct Known {
        Profile profile;
        std::uint64_t hash;
        std::size_t key_begin, key_size;
    };

    const Profile* find(std::uint64_t hash) const;
    void add(const Profile& profile, std::uint64_t hash);
    void spread(std::size_t slots);
    void write_key(const Structure& structure, const Component& component);
    bool compute(const Structure& structure, const Component& component, int columns,
                 Budget& budget, Arena& arena, Profile& profile);

    // A hash table with open addressing: a slot holds an index into `known_`, or kNone.
    static constexpr std::int32_t kNone = -1;
    std::vector<std::int32_t> slots_;
    std::deque<Known> known_;
    std::string keys_;  // of all known profiles, one after another
    Arena arena_;
    std::size_t bytes_ = 0;

    std::string key_;
    std::vector<std::uint8_t> local_;
    std::vector<std::int32_t> place_of_box_;
    std::deque<Profile> large_;  // too large to be worth caching
    Arena large_arena_;
    Planner planner_;
    Tables<RealField<double>, NarrowNeeds> tables_;
};

}  // namespace sapper
