// The player: from what it has seen to the next move.
//
// A decision is a function of the position alone, as long as the budget lasts; what is kept from
// move to move (the frontier, cached profiles) only saves time. So the same player can sit in a
// whole game played here or be asked about any position, and a test holds both ways equal.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sapper/budget.hpp"
#include "sapper/count/beliefs.hpp"
#include "sapper/count/frontier.hpp"
#include "sapper/count/solve.hpp"
#include "sapper/endgame/endgame.hpp"
#include "sapper/player/lookahead.hpp"

namespace sapper {

struct Setting {
    double band;          // candidates may be this much less safe than the safest cell
    int most_candidates;  // kinds of cells compared by looking ahead
    int most_weighed;     // of those, by their winning chance where one was learned
    int endgame_layouts;  // search exactly once so few layouts are left; 0: never
    std::int64_t endgame_nodes;
    int leaf_layouts;  // search leaves of the look-ahead exactly once so few are left
    std::int64_t leaf_nodes;
    bool is_learned;     // compares winning chances where the learned value fits the board
    int most_rethought;  // candidates close to the best that are looked two steps ahead from
};

// The safest cell; of the three kinds with the fewest hidden neighbours, the one with the best
// outlook.
inline constexpr Setting kFast{0, 3, 0, 0, 0, 0, 0, false, 0};
// One step of look-ahead in a band of candidates, and the exact end of the game.
inline constexpr Setting kPlain{0.10, 16, 0, 2000, 30'000, 0, 0, false, 0};
// The same with the learned winning chance at the end of the look-ahead.
inline constexpr Setting kChampion{0.20, 24, 8, 4000, 30'000, 400, 20'000, true, 0};
// A second step of look-ahead where it is a close thing, and more candidates.
inline constexpr Setting kPatient{0.20, 40, 12, 4000, 30'000, 400, 20'000, true, 3};

// What decided, for the reason that is shown.
// kLookAhead: by the next safety; kLearned: by the learned winning chance; kSecondStep: by what the
// candidates after the next number promise.
enum class Basis : std::uint8_t {
    kCertain,
    kSafest,
    kLookAhead,
    kLearned,
    kSecondStep,
    kEndgame,
    kRegion,
    kRough
};

struct Choice {
    Basis basis = Basis::kCertain;
    std::vector<std::int32_t> certain;  // safe cells to open, in order; empty for a guess
    int cell = -1;                      // the guess
    double safety = 1;                  // of the guess: the chance of no mine
    double win = -1;                    // exact winning chance, where the endgame search knew it
    std::vector<Candidate> candidates;  // what was compared, best first
};

// Best first; ties go to the safer cell, then to the lower one, so that every build plays alike.
bool is_better(const Candidate& a, const Candidate& b);

class Player {
   public:
    // A value in training may take the place of the one that ships.
    explicit Player(Setting setting, const Value* learned = nullptr)
        : setting_(setting),
          learned_(!setting.is_learned ? nullptr
                   : learned           ? learned
                                       : &shipped_value()) {}

    // A new game: nothing opened yet.
    void begin(const Graph& graph, int mines);
    // Any position instead. Returns false when its numbers clash.
    bool look_at(const Graph& graph, std::span<const std::uint8_t> faces, int mines);
    // A cell that was opened.
    void see(int cell, int number) {
        has_counted_ = false;
        frontier_.reveal(*graph_, cell, number);
    }
    // The exact end of the game from the position last decided on, every guess searched to its end.
    // Not complete where more layouts are left than the setting lists, or none were counted.
    Endgame::Result endgame(bool compares_all);
    // Wins and layouts of the best play from the position last looked at, certain cells or not.
    struct Wins {
        bool is_complete = false;
        int wins = 0, layouts = 0;
    };
    Wins exact_wins(Budget& budget);
    // The next move. Returns false when the numbers or the mine count clash.
    bool decide(Budget& budget, Choice& choice);

   private:
    bool find_certain(Choice& choice);
    bool guess(Budget& budget, Choice& choice);
    bool count(Budget& budget);
    Basis compare_ahead(Budget& budget, std::vector<Candidate>& candidates);
    // The same, but where the budget ends the candidates stay as they are, by safety.
    Basis compare_within(Budget& budget, std::vector<Candidate>& candidates);
    // Returns false where nothing was to be thought of again, or the budget ended.
    bool think_again(Budget& budget, std::vector<Candidate>& candidates);
    bool look_again(Budget& budget, Candidate& candidate);
    // The winning chance after a cell shows a number, and of the position as it stands, as one step
    // of look-ahead tells it; negative where it does not.
    double win_after(Budget& budget, int cell, int number);
    double foresee(Budget& budget);
    bool find_all_certain(Choice& choice) const;
    bool guess_roughly(Choice& choice) const;
    bool guess_on_a_large_board(Budget& budget, Choice& choice);
    bool search_region(Budget& budget, Choice& choice);
    bool search_endgame(Choice& choice);
    bool list_endgame();
    void gather_candidates(std::vector<Candidate>& candidates) const;
    bool has_touched_around(int cell) const;
    // What a candidate might become: small, for there are many.
    struct Prospect {
        std::int32_t cell;
        double safety, value;
    };
    void keep_different(std::vector<Prospect>& prospects, std::vector<Candidate>& candidates) const;
    std::uint64_t outlook_of(int cell) const;
    int hidden_around(int cell) const;
    double safety_of(int cell) const;
    bool is_open_question(int cell) const { return frontier_.states()[cell] == Frontier::kUnknown; }

    Setting setting_;
    const Value* learned_;
    const Graph* graph_ = nullptr;
    int mines_ = 0;
    Frontier frontier_;
    Beliefs beliefs_;
    bool has_counted_ = false;  // `beliefs_` are of the position as it stands
    LookAhead look_ahead_;
    Endgame endgame_;
    Solver solver_;
    // Who thinks of the position after a number, with caches of its own.
    std::unique_ptr<Player> next_;
};

}  // namespace sapper
