// A game being played: open a cell, show the numbers to the player, ask for the next move.
//
// This is the only such loop of the core. Simulation, rollouts and self-play differ in how a game
// begins and in what they watch; they hand in hooks for that.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sapper/games/ground.hpp"
#include "sapper/player/player.hpp"

namespace sapper {

// What may be watched or changed in a game. A user derives from this and hides what it needs;
// nothing is virtual, for `PlayedGame::play` knows the type.
struct GameHooks {
    static constexpr int kMine = -1;

    // Before the player is asked. Returns whether to play on.
    bool before_decision() { return true; }
    void after_decision(const Choice&) {}
    // Which cell to open where nothing is certain.
    int choose(const Choice& choice) { return choice.cell; }
    // Before the player opens a cell, certain or not.
    void before_opening(int /*cell*/) {}
    // After a guess: the number that the cell showed, or kMine.
    void after_guess(const Choice&, int /*number*/) {}
};

class PlayedGame {
   public:
    // Without a player (null) cells can be opened, but nobody is shown their numbers.
    PlayedGame(const Graph& graph, Player* player) : graph_(graph), player_(player) {}

    // A new game on this layout, which holds 1 where a mine lies: nothing is open yet.
    void begin(std::vector<std::uint8_t> layout, int mines);
    // The same from a position that the layout fits. Returns false when its numbers clash.
    bool begin(std::vector<std::uint8_t> layout, int mines, std::span<const std::uint8_t> faces);

    // Opens a covered cell and, from a zero, all that a game opens by itself. Returns whether the
    // player lives.
    bool open(int cell);
    // Lets the player play to the end, or until a hook ends it. Returns whether the player lives.
    // Throws std::logic_error where the player fails: it finds no move, or opens a mine as certain.
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
        if (opened_[cell]) continue;  // by the game, from a zero
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
