// The player: chooses the next move of a position.
//
// Within its budget, a decision depends only on the position; the state that survives from move to
// move (the frontier, cached profiles) only saves time. So the same player can play a whole game or
// decide on any position, and a test checks that both agree.
//
// `decide` is the table of contents; its steps are in player.cpp (certain cells and guesses),
// exact_end.cpp (the end of the game, searched) and fallback.cpp (boards too large, budget spent).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "sapper/count/situation.hpp"
#include "sapper/count/solve.hpp"
#include "sapper/endgame/endgame.hpp"
#include "sapper/player/choice.hpp"
#include "sapper/player/compare_guesses.hpp"
#include "sapper/player/memory.hpp"
#include "sapper/player/setting.hpp"

namespace sapper {

class Player {
   public:
    // A value in training may replace the one that ships.
    explicit Player(const Setting& setting, const Value* learned = nullptr)
        : setting_(setting),
          end_(limits_of(setting)),
          comparison_(setting, value_for(setting, learned)) {}
    virtual ~Player() = default;

    // Starts a new game: nothing is open yet.
    void begin(const Graph& graph, int mines) { situation_.begin(graph, mines); }
    // Reads any position instead. Returns false when its numbers clash.
    bool read(const Graph& graph, std::span<const std::uint8_t> faces, int mines) {
        return situation_.read(graph, faces, mines);
    }
    // Updates the position: the cell was opened and shows this number.
    void reveal(int cell, int number) { situation_.reveal(cell, number); }
    // The same for a zero whose neighbours are all revealed too before the next decision.
    void reveal_zero(int cell) { situation_.reveal_zero(cell); }
    // What the player sees, one byte per cell.
    const std::vector<std::uint8_t>& faces() const { return situation_.frontier().faces(); }

    // Chooses the next move. Returns false when the numbers or the mine count clash.
    virtual bool decide(Budget& budget, Choice& choice);

    // From now on a choice lists only the candidates that could be the best, which saves time. A
    // player that plays out close ones needs them all.
    void find_only_best() {
        if (setting_.layouts == 0) comparison_.find_only_best();
    }

    // From now on every choice that took all numbers together is remembered, with only its best
    // candidate, for games that meet the same positions again. All must be of one board.
    void remember() {
        if (setting_.layouts == 0) memory_.emplace();
    }

    // The exact search of the end of the game keeps to the limits of the setting, so that whole
    // games are played alike whatever the budget. For a single question this lets the search go as
    // far as the budget allows, where that is further; `keep_setting` undoes it.
    void follow_budget(const Budget& budget);
    void keep_setting() { end_ = limits_of(setting_); }

    // Searches the end of the game from the position last decided on; with `compares_all` every
    // guess is searched to its end. Incomplete if more layouts are left than the limits allow, or
    // if none were counted.
    Endgame::Result endgame(bool compares_all, const Budget& budget);

    // Wins and layouts of the best play from the position last read, even with certain cells left.
    struct Wins {
        bool is_complete = false;
        int wins = 0, layouts = 0;
    };
    Wins exact_wins(Budget& budget);

   protected:
    const Situation& situation() const { return situation_; }
    const Setting& setting() const { return setting_; }

   private:
    static const Value* value_for(const Setting& setting, const Value* learned) {
        if (!setting.is_learned) return nullptr;
        return learned ? learned : &shipped_value();
    }

    // How far the exact search of the end may go.
    struct EndLimits {
        int layouts;
        std::int64_t steps, nodes;  // to list the layouts, and to search them

        // What the default budget of states allows is what the setting does, but for the nodes:
        // four million, which take a second or two, as counting so many states may.
        void raise(std::int64_t states) {
            constexpr std::int64_t kMostLayouts = 1'000'000;  // about 100 MB of lists
            layouts = std::max(layouts, static_cast<int>(std::min(states / 5'000, kMostLayouts)));
            steps = std::max(steps, states / 100);
            nodes = std::max(nodes, states / 5);
        }
    };
    static EndLimits limits_of(const Setting& setting) {
        return {setting.endgame_layouts, Endgame::kMostSteps, setting.endgame_nodes};
    }

    // Each of these returns whether it settled the move.
    bool find_settled(Choice& choice);
    bool recall(Choice& choice);
    bool reason(Choice& choice);
    bool find_certain(Choice& choice) const;
    bool guess(Choice& choice);
    bool search_endgame(Choice& choice);
    bool search_regions(Choice& choice);
    bool search_region(std::size_t component, Choice& choice);
    bool guess_roughly(Choice& choice) const;
    bool decide_on_a_large_board(Choice& choice);

    bool list_endgame();
    std::vector<std::uint8_t> find_regions() const;

    Setting setting_;
    EndLimits end_;
    Situation situation_;
    Comparison comparison_;
    Endgame endgame_;
    Solver solver_;
    std::optional<Memory<Choice>> memory_;
};

}  // namespace sapper
