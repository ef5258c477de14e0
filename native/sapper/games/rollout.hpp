// Estimates the winning chance of a position by rollouts: draws random layouts that fit, and lets
// the player play each to its end.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sapper/count/sample.hpp"
#include "sapper/games/make_player.hpp"
#include "sapper/games/played_game.hpp"
#include "sapper/games/score.hpp"
#include "sapper/player/player.hpp"

namespace sapper {

struct RolloutResult {
    std::int64_t games = 0;
    std::int64_t wins = 0;
};

// Plays `games` drawn layouts from the position, opening cell `first` first (-1: the player's own
// choice). The same seed draws the same layouts for every first cell, so cells can be compared.
// Returns no games if no layout fits or the position is too large for the sampler; fewer games, but
// at least one, if the budget's time runs out.
RolloutResult roll_out(const Graph& graph, std::span<const std::uint8_t> faces, int mines,
                       int first, std::int64_t games, std::uint64_t seed, const Setting& setting,
                       Budget& budget, const std::atomic<bool>& stop);

// A player that plays one position to its end on many layouts, one after another.
class Continuation {
   public:
    Continuation(const Graph& graph, std::span<const std::uint8_t> faces, int mines,
                 const Setting& setting)
        : faces_(faces), mines_(mines), player_(make_player(setting)), game_(graph, player_.get()) {
        player_->find_only_best();
        player_->remember();
    }
    Continuation(const Continuation&) = delete;
    Continuation& operator=(const Continuation&) = delete;

    // Plays the layout to its end, starting with `first` unless it is -1; returns whether it won.
    bool play(const std::vector<std::uint8_t>& layout, int first);

    // The score of opening `first` on this layout: the outcome without its luck. Stops once the
    // rest is known exactly. Returns nullopt if `is_over()`, called before every decision, becomes
    // true.
    template <class IsOver>
    std::optional<double> score(const std::vector<std::uint8_t>& layout, const Candidate& first,
                                IsOver&& is_over);

   private:
    std::span<const std::uint8_t> faces_;
    int mines_;
    std::unique_ptr<Player> player_;
    PlayedGame game_;
};

template <class IsOver>
std::optional<double> Continuation::score(const std::vector<std::uint8_t>& layout,
                                          const Candidate& first, IsOver&& is_over) {
    struct Hooks : GameHooks {
        IsOver& is_over;
        Luck luck{};
        bool is_cut_short = false;

        explicit Hooks(IsOver& is_over_) : is_over(is_over_) {}
        bool before_decision() {
            if (luck.is_settled()) return false;
            is_cut_short = is_over();
            return !is_cut_short;
        }
        void after_guess(const Choice& choice, int number) { luck.note(choice, number); }
    };
    Hooks hooks(is_over);
    const bool is_alive = game_.begin(layout, mines_, faces_) && game_.open(first.cell);
    hooks.luck.note(first, is_alive ? game_.ground().number(first.cell) : GameHooks::kMine);
    game_.play(hooks);
    if (hooks.is_cut_short) return std::nullopt;
    return hooks.luck.score(game_.is_alive());
}

}  // namespace sapper
