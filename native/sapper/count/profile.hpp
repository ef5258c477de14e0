// What a component is by itself, whatever the rest of the board: counts by its number of mines.
//
// The same small shapes come up again and again, in one game and across games, so profiles are
// kept. The key is the shape itself (needs, box sizes, which box touches which number), compared in
// full: a hash alone would be a lie waiting to happen.
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

// The numbers stand elsewhere (in the cache); a profile only points at them.
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
    // Components with more cells or open numbers than the plain tables take have no profile.
    static constexpr int kMostCells = 500;

    // Valid until the next `trim`. Returns null where there is no profile.
    const Profile* of(const Structure& structure, const Component& component, int columns,
                      Budget& budget);

    // Forgets everything once it has grown large. To be called between decisions.
    void trim();

   private:
    // Keeps numbers where they are until all are given up at once.
    class Shelf {
       public:
        Shelf() = default;
        Shelf(Shelf&&) = default;  // and so no copies
        Shelf& operator=(Shelf&&) = default;
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
                 Budget& budget, Shelf& shelf, Profile& profile);

    // A hash table with open addressing: a slot holds an index into `known_`, or kNone.
    static constexpr std::int32_t kNone = -1;
    std::vector<std::int32_t> slots_;
    std::deque<Known> known_;
    std::string keys_;  // of all that is known, one after another
    Shelf shelf_;
    std::size_t bytes_ = 0;

    std::string key_;
    std::vector<std::uint8_t> local_;
    std::vector<std::int32_t> place_of_box_;
    std::deque<Profile> large_;  // too large to be met again
    Shelf large_shelf_;
    Planner planner_;
    Tables<RealField<double>, NarrowNeeds> tables_;
};

}  // namespace sapper
