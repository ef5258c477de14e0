// Many games at once for a learner: one action for each, on several threads, without Python.
//
// Every board is a game of the ordinary kind. Board i plays, from the number it was given on, one
// game of its seed after another; so what it sees depends on nothing but its own seed, number and
// actions, however many boards there are and on however many threads.
//
// Whatever changes is written into the arrays of the caller, and only there: an observation is
// updated where cells were opened, not written anew.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "sapper/games/ground.hpp"
#include "sapper/games/oracle.hpp"
#include "sapper/games/simulate.hpp"

namespace sapper {

// What a step is worth; docs/how-to/learning.md defines each.
enum class Reward : std::uint8_t { kWin, kProgress, kProvable, kRisk, kRegret, kValue };
// What becomes of an action that opens an open cell.
enum class Invalid : std::uint8_t { kIgnore, kPenalty, kEnd };
// When a game that is over makes room for the next: at the next step (whose action is ignored), in
// the same step, or when `reset` is called.
enum class Autoreset : std::uint8_t { kNextStep, kSameStep, kDisabled };

struct EnvRules {
    const Graph& graph;
    int mines;
    StartRule start;
    Reward reward;
    Invalid invalid;
    Autoreset autoreset;
    std::int64_t most_steps;  // of a game; it is then truncated. 0: no limit
};

// The arrays of the caller: one entry for each board, or one row with an entry for each cell.
struct EnvArrays {
    static constexpr std::int8_t kCovered = -1, kOpenedMine = -2;

    std::int8_t* observations;  // a number, kCovered, or kOpenedMine
    std::int8_t* masks;         // 1 where a cell may be opened
    double* rewards;
    bool* terminations;
    bool* truncations;
    bool* won;             // whether this step won
    bool* over;            // whether the game is over and was not yet replaced
    std::uint64_t* games;  // the number of the game being played
    // These may be null.
    double* chances;  // as Oracle writes them, like the verdicts; needed if the reward is
                      // kProvable, kRisk or kRegret
    std::uint8_t* verdicts;
    double* win_chances;              // needed if the reward is kValue
    std::int8_t* final_observations;  // needed with kSameStep; rows of games that did not end keep
                                      // what they had
};

class VectorEnv {
   public:
    // The reward of an invalid action, unless it is ignored.
    static constexpr double kPenalty = -1;
    // The least reward by kRisk, that of a certain mine: the logarithm of no survival has no value.
    static constexpr double kLeastLog = -20;

    VectorEnv(const EnvRules& rules, const EnvArrays& arrays, std::size_t boards, int workers);

    // Lets a board play games number `game`, `game` + 1 ... of a seed, from its next reset on.
    void choose_games(std::size_t board, std::uint64_t seed, std::uint64_t game);
    // Starts the next game of the boards that are marked.
    void reset(std::span<const bool> which);
    // Opens a cell on every board. Throws std::invalid_argument, before anything is changed, unless
    // each action is a cell.
    void step(std::span<const std::int64_t> actions);

    std::size_t boards() const { return boards_.size(); }
    std::uint64_t seed_of(std::size_t board) const { return boards_[board].seed; }

   private:
    struct Board {
        Ground ground;
        std::vector<std::uint8_t> opened;
        std::vector<std::uint8_t> faces;
        std::uint64_t seed = 0, next_game = 0;
        std::int64_t steps = 0;
        int safe_left = 0;
        bool is_dealt = false;
    };

    template <class Work>
    void on_all_boards(Work&& work);
    void start_game(std::size_t i, Oracle& oracle);
    void step_board(std::size_t i, int cell, Oracle& oracle);
    void refuse(std::size_t i);
    double reward_before(std::size_t i, int cell) const;
    void open(std::size_t i, int cell);
    void deal_for(Board& board, std::uint64_t game, int first) const;
    void end(std::size_t i, bool is_won);
    void ask(std::size_t i, Oracle& oracle);
    double value_of(std::size_t i) const;

    std::size_t row(std::size_t i) const { return i * cells_; }
    // Boards that a thread takes at once.
    std::size_t boards_at_once() const;

    EnvRules rules_;
    EnvArrays arrays_;
    std::size_t cells_;
    std::vector<Board> boards_;
    std::deque<Oracle> oracles_;  // one for each thread; they do not move
};

}  // namespace sapper
