// Player decisions when its own counting fails: the budget is spent, or the board is too large.
#include <algorithm>

#include "sapper/player/candidates.hpp"
#include "sapper/player/player.hpp"

namespace sapper {

namespace {

// The greatest chance of a mine that a single number around the cell gives it; 0 without numbers.
double risk_by_single_numbers(const Situation& situation, int cell) {
    const Frontier& frontier = situation.frontier();
    double risk = 0;
    for (const int j : situation.graph().around(cell)) {
        if (!is_number(frontier.faces()[j])) continue;
        const double need = situation.structure().constraints()[frontier.constraint_of(j)].need;
        risk = std::max(risk, need / situation.unknown_around(j));
    }
    return risk;
}

}  // namespace

// Rates each cell by the worst of its own numbers, an untouched cell by the mines left.
bool Player::guess_roughly(Choice& choice) const {
    const Frontier& frontier = situation_.frontier();
    const double density = static_cast<double>(situation_.mines() - frontier.known_mines()) /
                           std::max(1, frontier.unknown());
    Candidate best;
    for (int cell = 0; cell < situation_.graph().size(); ++cell) {
        if (!situation_.is_unknown(cell)) continue;
        const double risk = risk_by_single_numbers(situation_, cell);
        const double safety = 1 - (risk > 0 ? risk : density);
        if (best.cell < 0 || safety > best.safety) best = {cell, safety, -1, safety};
    }
    choice.guess(Basis::kRough, best.cell, best.safety);
    choice.candidates.assign(1, best);
    return best.cell >= 0;
}

// Uses the Solver, which has no size limit, to find the certain cells or the safest one; ties as
// usual.
bool Player::decide_on_a_large_board(Choice& choice) {
    const Question question{situation_.graph(), faces(), situation_.mines()};
    const Solution solution = solver_.solve(question, situation_.budget());
    if (solution.outcome != Outcome::kPossible) return false;
    Candidate best;
    for (int cell = 0; cell < situation_.graph().size(); ++cell) {
        if (!situation_.is_unknown(cell)) continue;
        if ((solution.verdicts[cell] & 3) == kSafe) choice.certain.push_back(cell);
        const double safety = 1 - solution.chances[cell];
        const double value = safety - kPerHidden * situation_.unknown_around(cell);
        const Candidate candidate{cell, safety, -1, value};
        if (best.cell < 0 || is_better(candidate, best)) best = candidate;
    }
    if (!choice.certain.empty()) return true;
    choice.guess(Basis::kSafest, best.cell, best.safety);
    choice.candidates.assign(1, best);
    return best.cell >= 0 && best.safety > 0;
}

}  // namespace sapper
