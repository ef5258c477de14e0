// Which certain move needs the fewest clicks to the end of the game: what `efficient` plays.
//
// Every candidate is played on in the same layouts, drawn from all that fit (click_rollout.hpp),
// for a few clicks: what comes later is nearly the same after all of them. After each round only
// the better candidates go on, with more layouts: most of the work goes to those that are hard to
// tell apart. An answer depends on the position and the seed only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sapper/budget.hpp"
#include "sapper/count/sample.hpp"
#include "sapper/count/situation.hpp"
#include "sapper/player/click_rollout.hpp"

namespace sapper {

struct PlannedClick {
    ClickMove move;
    double sum = 0;            // of the clicks, this move and the rest of the game
    std::int32_t layouts = 0;  // that were played; 0 if the move was dropped at the first glance
    std::vector<std::int32_t> flags{}, opens{};  // to set first, and what opens for certain
    double clicks() const { return layouts ? sum / layouts : kNever; }
    static constexpr double kNever = 1e9;
};

class ClickPlanner {
   public:
    // Compares all certain moves or, if any are given, these moves, in equally many layouts played
    // to the end; a guess is played only in those where it is safe. Best first; nothing where no
    // move is certain or no layout can be drawn. Throws BudgetSpent.
    std::vector<PlannedClick> plan(const Graph& graph, std::span<const std::uint8_t> faces,
                                   int mines, std::span<const ClickMove> given, std::uint64_t seed,
                                   Budget& budget);

   private:
    void find_known(std::span<const std::uint8_t> faces);
    Known known_of(int cell) const;
    bool may_chord(int number, std::span<const std::uint8_t> faces) const;
    void describe(PlannedClick& planned, std::span<const std::uint8_t> faces) const;
    void find_certain(std::span<const std::uint8_t> faces);
    void compare(Random& random, std::span<const std::uint8_t> faces);
    void play(std::span<PlannedClick> moves, int layouts, int most, Random& random);
    static void sort(std::span<PlannedClick> moves);
    double clicks_left(std::span<const std::uint8_t> faces, Random& random);
    void draw(Random& random);

    Situation situation_;
    Sampler sampler_;
    ClickRollout rollout_;
    std::vector<Known> known_;
    std::vector<PlannedClick> moves_;
    std::vector<std::uint8_t> layout_, numbers_;
};

}  // namespace sapper
