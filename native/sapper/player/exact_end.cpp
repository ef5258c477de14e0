// Player decisions that search the end of the game, or a closed part of the board, exactly.
#include "sapper/player/player.hpp"

namespace sapper {

bool Player::list_endgame() {
    if (!situation_.is_counted() || situation_.beliefs().ways() > end_.layouts) return false;
    return endgame_.list(situation_, end_.layouts, end_.steps);
}

void Player::follow_budget(const Budget& budget) {
    end_ = limits_of(setting_);
    if (end_.layouts > 0) end_.raise(budget.states());
}

Endgame::Result Player::endgame(bool compares_all, const Budget& budget) {
    if (!list_endgame()) return {};
    return endgame_.search(end_.nodes, compares_all, &budget);
}

Player::Wins Player::exact_wins(Budget& budget) {
    Wins result;
    situation_.use_budget(budget);
    if (!situation_.count() || !list_endgame()) return result;
    result.layouts = endgame_.layouts();
    if (result.layouts > 0) result.wins = endgame_.wins(end_.nodes, result.is_complete, &budget);
    return result;
}

bool Player::search_endgame(Choice& choice) {
    const Endgame::Result result = endgame(false, situation_.budget());
    if (!result.is_complete || result.guesses.empty()) return false;
    const int cell = result.guesses.front().cell;
    choice.guess(Basis::kEndgame, cell, situation_.safety_of(cell));
    choice.win = static_cast<double>(result.wins) / result.layouts;
    return true;
}

// A region is a component that touches no other unknown cell and whose number of mines is fixed: a
// game of its own. Nothing outside will ever help, so make its best guess now.
bool Player::search_regions(Choice& choice) {
    if (end_.layouts == 0) return false;
    const std::vector<std::uint8_t> is_region = find_regions();
    for (std::size_t i = 0; i < is_region.size(); ++i)
        if (is_region[i] && search_region(i, choice)) return true;
    return false;
}

std::vector<std::uint8_t> Player::find_regions() const {
    const Frontier& frontier = situation_.frontier();
    const Beliefs& beliefs = situation_.beliefs();
    std::vector<std::uint8_t> is_region(situation_.structure().components().size(), 0);
    for (std::size_t i = 0; i < is_region.size(); ++i) {
        const Profile& profile = beliefs.profile(i);
        is_region[i] = profile.length == 1 && profile.totals[0] <= end_.layouts;
    }
    for (const int cell : frontier.touched()) {
        const auto own = beliefs.component_of(frontier.box_of(cell));
        if (!is_region[own]) continue;
        for (const int j : situation_.graph().around(cell)) {
            if (!situation_.is_unknown(j)) continue;
            const int box = frontier.box_of(j);
            if (box == Frontier::kNoBox || beliefs.component_of(box) != own) is_region[own] = 0;
        }
    }
    return is_region;
}

// With a learned value, also look ahead from the guess: its winning chance separates luck from
// skill.
bool Player::search_region(std::size_t component, Choice& choice) {
    if (!endgame_.list_component(situation_, component, end_.layouts, end_.steps)) return false;
    const Endgame::Result result = endgame_.search(end_.nodes, false, &situation_.budget());
    if (!result.is_complete || result.guesses.empty()) return false;
    const int cell = result.guesses.front().cell;
    choice.guess(Basis::kRegion, cell, situation_.safety_of(cell));
    if (comparison_.has_learned()) {
        choice.candidates.assign(1, {choice.cell, choice.safety});
        comparison_.compare_within_budget(situation_, choice.candidates);
    }
    return true;
}

}  // namespace sapper
