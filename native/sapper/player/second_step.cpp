#include "sapper/player/second_step.hpp"

#include <algorithm>

#include "sapper/player/candidates.hpp"

namespace sapper {

namespace {

// Numbers rarer than this hardly ever change the order of candidates.
constexpr double kRare = 0.01;

// After the next number fewer guesses are compared: only the best of them matters.
Setting next_step_of(Setting setting) {
    setting.band = 0.10;
    setting.most_candidates = 12;
    setting.most_weighed = 4;
    setting.most_rethought = 0;
    return setting;
}

}  // namespace

SecondStep::SecondStep(const Setting& first_step, const Value& learned)
    : most_rethought_(first_step.most_rethought),
      setting_(next_step_of(first_step)),
      next_step_(setting_, &learned) {
    next_step_.find_only_best();
}

bool SecondStep::compare(const Situation& situation, std::vector<Candidate>& candidates) {
    const double enough = candidates.front().value * (1 - kClose);
    const auto is_close = [&](const Candidate& candidate) { return candidate.value >= enough; };
    const auto close =
        std::min<std::ptrdiff_t>(std::ranges::count_if(candidates, is_close), most_rethought_);
    if (close < 2) return false;
    std::vector<Candidate> rethought(candidates.begin(), candidates.begin() + close);
    bool is_changed = false;
    try {
        for (Candidate& candidate : rethought) is_changed |= look(situation, candidate);
    } catch (const BudgetSpent&) {
        return false;  // results for only some candidates are worse than the first step alone
    }
    std::ranges::copy(rethought, candidates.begin());
    std::ranges::sort(candidates, is_better);  // they may fall behind others, which are unchanged
    return is_changed;
}

bool SecondStep::look(const Situation& situation, Candidate& candidate) {
    bool is_changed = false;
    for (std::size_t number = 0; number < candidate.wins.size(); ++number) {
        if (!candidate.leaves_a_guess[number] || candidate.chances[number] < kRare) continue;
        const double win = win_after(situation, candidate.cell, static_cast<int>(number));
        if (win < 0) continue;
        const auto updated = static_cast<float>(win);
        candidate.value += candidate.chances[number] * (updated - candidate.wins[number]);
        candidate.wins[number] = updated;
        is_changed = true;
    }
    return is_changed;
}

double SecondStep::win_after(const Situation& situation, int cell, int number) {
    constexpr double kNotKnown = -1;
    after_.copy_position(situation);
    after_.reveal(cell, number);
    if (!after_.propagate()) return kNotKnown;
    after_.tie();
    if (!after_.count() || after_.beliefs().ways() == 0) return kNotKnown;
    next_candidates_.clear();
    find_candidates(after_, setting_, next_candidates_);
    if (next_candidates_.empty() || next_candidates_.front().safety == 0) return kNotKnown;
    if (next_step_.compare(after_, next_candidates_) != Basis::kWinningChance) return kNotKnown;
    const Candidate& best = next_candidates_.front();
    return best.is_weighed ? best.value : kNotKnown;
}

}  // namespace sapper
