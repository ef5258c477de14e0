// The second step of look-ahead: what the next guess promises after each number.
#include <algorithm>

#include "sapper/player/player.hpp"

namespace sapper {

namespace {

// Candidates are close when their winning chances differ by no more than this share: the learned
// value is not sure of less.
constexpr double kClose = 0.03;
// Numbers rarer than this hardly ever move a candidate past another.
constexpr double kRare = 0.01;
// After the next number fewer guesses are compared: only the best of them counts.
constexpr double kNextBand = 0.10;
constexpr int kNextCandidates = 12, kNextWeighed = 4;

}  // namespace

// Where candidates are close, the learned value is put to the test after each number that leaves
// nothing certain: there another guess follows at once, and its candidates, compared in their turn,
// say more than the value does before they are. (After a number that makes cells certain it is no
// gain to open one and look again: the value was never taught positions with some of them open.)
bool Player::think_again(Budget& budget, std::vector<Candidate>& candidates) {
    const double enough = candidates.front().value * (1 - kClose);
    const auto is_close = [&](const Candidate& candidate) { return candidate.value >= enough; };
    const auto close = std::min<std::ptrdiff_t>(std::ranges::count_if(candidates, is_close),
                                                setting_.most_rethought);
    if (close < 2) return false;
    std::vector<Candidate> rethought(candidates.begin(), candidates.begin() + close);
    bool is_changed = false;
    try {
        for (Candidate& candidate : rethought) is_changed |= look_again(budget, candidate);
    } catch (const BudgetSpent&) {
        return false;  // three half thought of again are worth less than the first step
    }
    std::ranges::copy(rethought, candidates.begin());
    std::ranges::sort(candidates, is_better);  // they may fall behind others, whose figures stand
    return is_changed;
}

bool Player::look_again(Budget& budget, Candidate& candidate) {
    bool is_changed = false;
    for (std::size_t number = 0; number < candidate.wins.size(); ++number) {
        if (!candidate.leaves_a_guess[number] || candidate.chances[number] < kRare) continue;
        const double win = win_after(budget, candidate.cell, static_cast<int>(number));
        if (win < 0) continue;
        const auto anew = static_cast<float>(win);
        candidate.value += candidate.chances[number] * (anew - candidate.wins[number]);
        candidate.wins[number] = anew;
        is_changed = true;
    }
    return is_changed;
}

double Player::win_after(Budget& budget, int cell, int number) {
    if (!next_) {
        Setting setting = setting_;
        setting.band = kNextBand;
        setting.most_candidates = kNextCandidates;
        setting.most_weighed = kNextWeighed;
        setting.most_rethought = 0;
        next_ = std::make_unique<Player>(setting, learned_);
    }
    next_->graph_ = graph_;
    next_->mines_ = mines_;
    next_->frontier_ = frontier_;
    next_->see(cell, number);
    return next_->foresee(budget);
}

double Player::foresee(Budget& budget) {
    if (!frontier_.propagate(*graph_)) return -1;
    frontier_.tie(*graph_);
    if (!count(budget) || beliefs_.ways() == 0) return -1;
    std::vector<Candidate> candidates;
    gather_candidates(candidates);
    if (candidates.empty() || candidates.front().safety == 0) return -1;
    if (compare_ahead(budget, candidates) != Basis::kLearned) return -1;
    return candidates.front().is_weighed ? candidates.front().value : -1;
}

}  // namespace sapper
