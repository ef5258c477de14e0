#include "sapper/player/compare_guesses.hpp"

#include <algorithm>

#include "sapper/player/chance_steps.hpp"
#include "sapper/player/second_step.hpp"

namespace sapper {

Comparison::Comparison(const Setting& setting, const Value* learned)
    : setting_(setting), learned_(learned) {}

Comparison::~Comparison() = default;

Basis Comparison::compare(Situation& situation, std::vector<Candidate>& candidates) {
    compare_by_next_safety(situation, candidates);
    if (!compare_by_winning_chance(situation, candidates)) return Basis::kLookAhead;
    const bool is_rethought = compare_by_second_step(situation, candidates);
    // The best may have fallen behind a dropped one.
    if (is_rethought) complete_dropped(situation, candidates, candidates.front().value - kStep);
    return is_rethought ? Basis::kSecondStep : Basis::kWinningChance;
}

void Comparison::compare_by_next_safety(Situation& situation, std::vector<Candidate>& candidates) {
    look_ahead_.begin(situation, has_learned());
    double best = 0;
    std::size_t seen = 0;
    for (Candidate& candidate : candidates) {
        // At best every number leaves a certain safe cell.
        if (candidate.safety * kWorthOfProgress < best - kStep) continue;
        look_ahead_.look(situation, candidate);
        best = std::max(best, candidate.value);
        candidates[seen++] = candidate;
    }
    candidates.resize(seen);
    std::ranges::sort(candidates, is_better);
}

bool Comparison::compare_by_winning_chance(Situation& situation,
                                           std::vector<Candidate>& candidates) {
    if (!learned_) return false;
    if (!learned_leaf_.begin(situation, *learned_, {setting_.leaf_layouts, setting_.leaf_nodes}))
        return false;
    look_ahead_.use(learned_leaf_);
    candidates.resize(std::min(candidates.size(), static_cast<std::size_t>(setting_.most_weighed)));
    // A second step also looks at candidates that are close to the best.
    const double close = setting_.most_rethought < 2 ? 1 : 1 - SecondStep::kClose;
    double best = 0;
    std::size_t kept = 0;
    dropped_.clear();
    for (Candidate& candidate : candidates) {
        if (!look_ahead_.look(situation, candidate, best * close - kStep)) {
            dropped_.push_back(candidate);
            continue;
        }
        best = std::max(best, candidate.value);
        candidates[kept++] = candidate;
    }
    candidates.resize(kept);
    std::ranges::sort(candidates, is_better);
    if (!finds_only_best_) complete_dropped(situation, candidates, 0);
    return true;
}

bool Comparison::compare_by_second_step(Situation& situation, std::vector<Candidate>& candidates) {
    if (setting_.most_rethought < 2) return false;
    if (!second_step_) second_step_ = std::make_unique<SecondStep>(setting_, *learned_);
    return second_step_->compare(situation, candidates);
}

// Looks at dropped candidates again, to the end, if their value may be `least` or more.
void Comparison::complete_dropped(Situation& situation, std::vector<Candidate>& candidates,
                                  double least) {
    for (Candidate& candidate : dropped_) {
        if (candidate.value < least) continue;
        look_ahead_.look(situation, candidate);
        candidates.push_back(candidate);
    }
    dropped_.clear();
    std::ranges::sort(candidates, is_better);
}

Basis Comparison::compare_within_budget(Situation& situation, std::vector<Candidate>& candidates) {
    const std::vector<Candidate> found = candidates;
    try {
        return compare(situation, candidates);
    } catch (const BudgetSpent&) {
        candidates = found;
        return Basis::kSafest;
    }
}

}  // namespace sapper
