// A game being played: open a cell, show the numbers to the player, ask for the next move.
//
// This is the only game loop of the core. Simulation, rollouts and self-play differ in how a game
// begins and in what they observe; they pass hooks for that.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sapper/games/ground.hpp"
#include "sapper/player/player.hpp"

namespace sapper {

// What can be observed or changed in a game. Derive from this and redefine what you need; nothing
// is virtual, because `PlayedGame::play` is a template.
struct GameHooks {
    static constexpr int kMine = -1;

    // Called before the player decides. Returns whether to continue.
    bool before_decision() { return true; }
    void after_decision(const Choice&) {}
    // Returns the cell to open if nothing is certain.
    int choose(const Choice& choice) { return choice.cell; }
    // Called before the player opens a cell, certain or not.
    void before_opening(int /*cell*/) {}
    // Called after a guess with the number that the cell showed, or kMine.
    void after_guess(const Choice&, int /*number*/) {}
};

class PlayedGame {
   public:
    // Without a player (null) cells can be opened, but not played.
    PlayedGame(const Graph& graph, Player* player) : graph_(graph), player_(player) {}

    // Starts a new game on this layout, which has 1 for every mine: nothing is open yet.
    void begin(std::vector<std::uint8_t> layout, int mines);
    // Starts from a position that the layout fits. Returns false when its numbers clash.
    bool begin(std::vector<std::uint8_t> layout, int mines, std::span<const std::uint8_t> faces);

    // Opens a covered cell and, after a zero, all cells that open automatically. Returns whether
    // the player is alive.
    bool open(int cell);
    // Opens these safe cells in order, without a player; calls before_opening(cell) for each that
    // is not open yet.
    template <class BeforeOpening>
    void open_all(std::span<const std::int32_t> cells, BeforeOpening&& before_opening);
    // Plays to the end, or until a hook stops it. Returns whether the player is alive. Throws
    // std::logic_error if the player finds no move or opens a mine as certain.
    template <class Hooks>
    bool play(Hooks& hooks);

    bool is_alive() const { return is_alive_; }
    bool is_open(int cell) const { return opened_[cell] != 0; }
    int safe_left() const { return safe_left_; }  // cells without a mine that are not open
    const Ground& ground() const { return ground_; }

   private:
    template <class Hooks>
    void open_certain(Hooks& hooks);
    template <class Hooks>
    void guess(Hooks& hooks);

    const Graph& graph_;
    Player* player_;
    Ground ground_;
    std::vector<std::uint8_t> opened_;  // one byte per cell
    int safe_left_ = 0;
    bool is_alive_ = true;
    Choice choice_;
};

inline bool PlayedGame::open(int cell) {
    is_alive_ = !ground_.is_mine(cell);
    if (!is_alive_) return false;
    int shown = 0;
    if (player_ == nullptr)
        ground_.open(graph_, cell, opened_, [&](int, int) { ++shown; });
    else
        ground_.open(graph_, cell, opened_, [&](int at, int number) {
            ++shown;
            if (number == 0)
                player_->reveal_zero(at);
            else
                player_->reveal(at, number);
        });
    safe_left_ -= shown;
    return true;
}

template <class BeforeOpening>
void PlayedGame::open_all(std::span<const std::int32_t> cells, BeforeOpening&& before_opening) {
    int shown = 0;
    for (const int cell : cells) {
        if (opened_[cell]) continue;
        before_opening(cell);
        ground_.open(graph_, cell, opened_, [&](int, int) { ++shown; });
    }
    safe_left_ -= shown;
}

template <class Hooks>
bool PlayedGame::play(Hooks& hooks) {
    while (is_alive_ && safe_left_ > 0 && hooks.before_decision()) {
        Budget budget;
        if (!player_->decide(budget, choice_)) throw std::logic_error("the player found no move");
        hooks.after_decision(choice_);
        if (choice_.certain.empty())
            guess(hooks);
        else
            open_certain(hooks);
    }
    return is_alive_;
}

template <class Hooks>
void PlayedGame::open_certain(Hooks& hooks) {
    for (const int cell : choice_.certain) {
        if (opened_[cell]) continue;  // opened automatically after a zero
        hooks.before_opening(cell);
        if (!open(cell)) throw std::logic_error("a certain cell was a mine");
    }
}

template <class Hooks>
void PlayedGame::guess(Hooks& hooks) {
    const int cell = hooks.choose(choice_);
    hooks.before_opening(cell);
    hooks.after_guess(choice_, open(cell) ? ground_.number(cell) : GameHooks::kMine);
}

}  // namespace sapper
