#include "sapper/games/make_player.hpp"

#include <algorithm>
#include <atomic>

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
    void play_out(Budget& budget, Choice& choice) {
        Deep deep(situation().graph(), faces(), situation().mines(), 0, 1);
        if (!deep.prepare(choice, budget)) return;
        deep.find_only_best();
        deep.play(setting().layouts, 0, never_);
        if (deep.standing().layouts == 0) return;  // no other is close
        const int cell = deep.standing().rivals.front().candidate.cell;
        const auto best = std::ranges::find(choice.candidates, cell, &Candidate::cell);
        std::rotate(choice.candidates.begin(), best, best + 1);
        choice.guess(Basis::kRollouts, cell, choice.candidates.front().safety);
    }

    const std::atomic<bool> never_{false};
};

}  // namespace

std::unique_ptr<Player> make_player(const Setting& setting, const Value* learned) {
    if (setting.layouts > 0) return std::make_unique<DeepPlayer>(setting, learned);
    return std::make_unique<Player>(setting, learned);
}

}  // namespace sapper
