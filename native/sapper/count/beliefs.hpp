// The chances of a position, for a player: the same as those of `Solver`, but fast in whole games.
//
// Uses a frontier that is updated throughout the game, and cached profiles. All weights are whole
// numbers below 2^1000 in doubles, so boards may have up to 1000 unknown cells; larger ones need
// the Solver.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sapper/count/frontier.hpp"
#include "sapper/count/profile.hpp"

namespace sapper {

// Rows of Pascal's triangle in doubles, computed on demand.
class Binomials {
   public:
    static constexpr int kMost = 1000;
    // C(n, k), zero outside 0 <= k <= n.
    double operator()(int n, int k) { return n < 0 ? 0 : at(row(n), k); }
    // The same from the row of n.
    static double at(const std::vector<double>& row, int k) {
        const auto place = static_cast<std::size_t>(k);  // beyond the row if negative
        return place < row.size() ? row[place] : 0;
    }
    const std::vector<double>& row(int n);

   private:
    std::vector<std::vector<double>> rows_;
};

class Beliefs {
   public:
    // Returns false if it does not apply: too many unknown cells, or a component without a
    // profile. The frontier must be propagated and tied.
    bool form(const Graph& graph, const Frontier& frontier, int mines, Budget& budget);
    // The two steps of `form`, for callers who may not need the second: the profiles of all
    // components, then the chances that follow with the mine count. The second allows no more than
    // Binomials::kMost unknown cells.
    bool collect(const Graph& graph, const Structure& structure, Budget& budget);
    void weigh(const Frontier& frontier, int mines);

    // How many layouts fit; 0 when none does.
    double ways() const { return ways_; }
    int untouched() const { return untouched_; }
    int mines_left() const { return mines_left_; }
    double untouched_chance() const { return untouched_chance_; }
    double box_chance(int box) const { return box_chances_[box]; }
    // The chance that exactly one of two cells of the box (it must have two) is a mine.
    double box_mixed_chance(int box) const { return box_mixed_[box]; }
    bool box_is_safe(int box) const { return box_mine_[box] == 0; }
    bool box_is_mine(int box) const { return box_safe_[box] == 0; }
    bool untouched_is_safe() const { return untouched_mine_ == 0; }
    bool untouched_is_mine() const { return untouched_safe_ == 0; }

    const Profile& profile(std::size_t component) const { return *profiles_[component]; }
    std::int32_t component_of(int box) const { return component_of_[box]; }

    // Counts by total mines of all components except those marked in `left_out`.
    struct Polynomial {
        int low = 0;
        std::vector<double> counts;
    };
    void product_without(std::span<const std::uint8_t> left_out, Polynomial& product) const;

    Binomials& binomials() { return binomials_; }
    ProfileCache& cache() { return cache_; }

   private:
    void weigh_totals();
    void weigh_boxes(const Structure& structure);
    void weigh_boxes_of(const Structure& structure, const Component& component,
                        const Profile& profile);
    void weigh_untouched();

    ProfileCache cache_;
    Binomials binomials_;
    std::vector<const Profile*> profiles_;
    std::vector<std::int32_t> component_of_;
    // Prefix products of the components' counts, and the weight of everything after, by mines.
    std::vector<double> prefix_, next_prefix_, rest_;
    std::vector<double> after_;
    std::vector<std::size_t> after_begin_;
    std::vector<double> box_chances_, box_mixed_, box_mine_, box_safe_;
    int untouched_ = 0, mines_left_ = 0, low_ = 0;
    double ways_ = 0, untouched_mine_ = 0, untouched_safe_ = 0, untouched_chance_ = 0;
};

// The chance that exactly one of two cells of a box is a mine, from the weight of all layouts and
// that of their pairs of a mine and a safe cell.
double mixed_chance(double mixed_weight, int size, double weight);

// to[i + j] += a[i] * b[j]; resizes `to`.
void multiply(std::span<const double> a, std::span<const double> b, std::vector<double>& to);

}  // namespace sapper
