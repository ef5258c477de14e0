#include "sapper/games/make_player.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "sapper/games/deep.hpp"

namespace sapper {

namespace {

// Plays its close guesses out. A position always gets the same answer, as from any player.
class DeepPlayer : public Player {
   public:
    using Player::Player;

    bool decide(Budget& budget, Choice& choice) override {
        if (!Player::decide(budget, choice)) return false;
        // Without winning chances nothing tells which candidates are close.
        if (choice.candidates.size() < 2 || !choice.candidates.front().is_weighed) return true;
        try {
            play_out(budget, choice);
        } catch (const BudgetSpent&) {  // too large to draw layouts: the choice stays
        }
        return true;
    }

   private:
    // Games that begin alike meet the same first guesses.
    void play_out(Budget& budget, Choice& choice) {
        const Board board{situation().graph().id(), situation().mines()};
        if (std::exchange(board_, board) != board) memory_.clear();
        const int* known = memory_.find(faces());
        const int cell = known ? *known : best_on_layouts(budget, choice);
        if (!known) memory_.add(faces(), cell);
        if (cell < 0) return;
        const auto best = std::ranges::find(choice.candidates, cell, &Candidate::cell);
        std::rotate(choice.candidates.begin(), best, best + 1);
        choice.guess(Basis::kRollouts, cell, choice.candidates.front().safety);
    }

    // Returns -1 if no other candidate is close, or if no layouts can be drawn.
    int best_on_layouts(Budget& budget, const Choice& choice) const {
        Deep deep(situation().graph(), faces(), situation().mines(), 0, 1);
        if (!deep.prepare(choice, budget)) return -1;
        deep.find_only_best();
        deep.play(setting().layouts, 0, never_);
        const Standing standing = deep.standing();
        return standing.layouts > 0 ? standing.rivals.front().candidate.cell : -1;
    }

    using Board = std::pair<std::uint64_t, int>;  // the graph's id and the mines
    Board board_{};
    Memory<int> memory_;  // the best cells
    const std::atomic<bool> never_{false};
};

}  // namespace

std::unique_ptr<Player> make_player(const Setting& setting, const Value* learned) {
    if (setting.layouts > 0) return std::make_unique<DeepPlayer>(setting, learned);
    return std::make_unique<Player>(setting, learned);
}

}  // namespace sapper
