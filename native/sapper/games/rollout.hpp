// The winning chance of a position by playing it on: layouts are drawn, and the player plays each.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sapper/count/sample.hpp"
#include "sapper/games/ground.hpp"
#include "sapper/games/luck.hpp"
#include "sapper/player/player.hpp"

namespace sapper {

struct RolloutResult {
    std::int64_t games = 0;
    std::int64_t wins = 0;
};

// Plays `games` drawn layouts on from the position, the given cell first (or -1: the player's own
// choice). The same seed draws the same layouts for every first cell, so cells can be compared.
// Returns no games where no layout fits or the sampler does not reach; fewer, but one at least,
// where the time of the budget ends.
RolloutResult roll_out(const Graph& graph, std::span<const std::uint8_t> faces, int mines,
                       int first, std::int64_t games, std::uint64_t seed, const Setting& setting,
                       Budget& budget, const std::atomic<bool>& stop);

// A player that plays one position on, again and again, on layouts that are told to nobody else.
class Continuation {
   public:
    Continuation(const Graph& graph, std::span<const std::uint8_t> faces, int mines,
                 const Setting& setting)
        : graph_(graph), faces_(faces), mines_(mines), player_(setting) {}

    // Plays the layout to its end, `first` first unless it is -1; returns whether it was won.
    bool play(const std::vector<std::uint8_t>& layout, int first);

    // What opening `first` is worth on this layout: won or not, less the luck. Goes no further than
    // until the rest is known exactly; gives nothing once `is_over()`, asked before every decision.
    template <class IsOver>
    std::optional<double> score(const std::vector<std::uint8_t>& layout, const Candidate& first,
                                IsOver&& is_over) {
        Luck luck;
        bool is_alive = begin(layout) && open(first.cell);
        luck.note(first, is_alive ? ground_.number(first.cell) : -1);
        while (is_alive && safe_left_ > 0 && !luck.is_settled()) {
            if (is_over()) return std::nullopt;
            is_alive = step();
            if (choice_.certain.empty())
                luck.note(choice_, is_alive ? ground_.number(choice_.cell) : -1);
        }
        return luck.score(is_alive);
    }

   private:
    bool begin(const std::vector<std::uint8_t>& layout);
    bool step();  // one decision; returns whether the player lives
    bool open(int cell);

    const Graph& graph_;
    std::span<const std::uint8_t> faces_;
    int mines_;
    Player player_;
    Ground ground_;
    std::vector<std::uint8_t> opened_;
    int safe_left_ = 0;
    Choice choice_;
};

}  // namespace sapper
