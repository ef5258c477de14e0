#include "sapper/player/player.hpp"

#include <algorithm>

#include "sapper/player/candidates.hpp"

namespace sapper {

bool Player::decide(Budget& budget, Choice& choice) {
    choice.clear();
    situation_.use_budget(budget);
    // 1. Cells that single numbers settle cost next to nothing.
    if (!situation_.propagate()) return false;
    if (find_settled(choice)) return true;
    // 2. Cells that two numbers settle cost little.
    situation_.frontier().find_safe_by_pairs(situation_.graph(), choice.certain);
    return !choice.certain.empty() || (memory_ ? recall(choice) : reason(choice));
}

bool Player::recall(Choice& choice) {
    if (const Choice* known = memory_->find(faces())) {
        choice = *known;
        return true;
    }
    if (!reason(choice)) return false;
    if (choice.candidates.size() > 1) choice.candidates.resize(1);
    memory_->add(faces(), choice);
    return true;
}

bool Player::reason(Choice& choice) {
    // 3. Cells that only all numbers together settle; 4. otherwise a guess.
    situation_.tie();
    try {
        if (!situation_.count()) return decide_on_a_large_board(choice);
        if (situation_.beliefs().ways() == 0) return false;
        return find_certain(choice) || guess(choice);
    } catch (const BudgetSpent&) {
        return guess_roughly(choice);
    }
}

// Finds the cells that propagation proved safe and that are not yet open.
bool Player::find_settled(Choice& choice) {
    for (const int cell : situation_.frontier().found_safe())
        if (!is_number(faces()[cell])) choice.certain.push_back(cell);
    situation_.frontier().found_safe().clear();
    std::ranges::sort(choice.certain);
    return !choice.certain.empty();
}

// Finds the cells that are safe in every layout.
bool Player::find_certain(Choice& choice) const {
    const Frontier& frontier = situation_.frontier();
    const Beliefs& beliefs = situation_.beliefs();
    for (const int cell : frontier.touched())
        if (beliefs.box_is_safe(frontier.box_of(cell))) choice.certain.push_back(cell);
    if (beliefs.untouched() > 0 && beliefs.untouched_is_safe()) {
        for (int cell = 0; cell < situation_.graph().size(); ++cell)
            if (situation_.is_unknown(cell) && !situation_.is_touched(cell))
                choice.certain.push_back(cell);
    }
    std::ranges::sort(choice.certain);
    return !choice.certain.empty();
}

bool Player::guess(Choice& choice) {
    // 1. An exact search, if the end is near, cannot be beaten.
    if (search_endgame(choice) || search_regions(choice)) return true;
    // 2. The cells worth a guess, by safety.
    std::vector<Candidate>& candidates = choice.candidates;
    find_candidates(situation_, setting_, candidates);
    if (candidates.empty() || candidates.front().safety == 0) return false;
    // 3. The look-ahead; a single candidate still needs its winning chance.
    Basis basis = Basis::kSafest;
    if (candidates.size() > 1 || comparison_.has_learned())
        basis = comparison_.compare_within_budget(situation_, candidates);
    choice.guess(basis, candidates.front().cell, candidates.front().safety);
    return true;
}

}  // namespace sapper
