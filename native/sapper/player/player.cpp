#include "sapper/player/player.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "sapper/random.hpp"

namespace sapper {

namespace {

// Chances are compared in steps of this size: computed along different ways, the same chance may
// differ in its last digits.
constexpr double kStep = 1.2345e-10;  // no round part of anything, so no chance lies between steps

long long steps(double value) { return std::llround(value / kStep); }

// Whether two chances are in different steps; the far apart ones are told without division.
bool differ(double a, double b) {
    if (a == b) return false;
    return std::abs(a - b) > 2 * kStep || steps(a) != steps(b);
}

// What a covered neighbour takes from a cell's worth: fewer of them make a 0 likelier.
constexpr double kPerHidden = 1e-3;

template <class Cell>
bool comes_before(const Cell& a, const Cell& b) {
    if (differ(a.value, b.value)) return a.value > b.value;
    if (differ(a.safety, b.safety)) return a.safety > b.safety;
    return a.cell < b.cell;
}

}  // namespace

bool is_better(const Candidate& a, const Candidate& b) { return comes_before(a, b); }

void Player::begin(const Graph& graph, int mines) {
    graph_ = &graph;
    mines_ = mines;
    has_counted_ = false;
    frontier_.begin(graph);
}

bool Player::look_at(const Graph& graph, std::span<const std::uint8_t> faces, int mines) {
    graph_ = &graph;
    mines_ = mines;
    has_counted_ = false;
    return frontier_.read(graph, faces, {});
}

bool Player::decide(Budget& budget, Choice& choice) {
    choice.certain.clear();
    choice.candidates.clear();
    choice.basis = Basis::kCertain;
    choice.cell = -1;
    choice.safety = 1;
    choice.win = -1;
    // 1. What single numbers settle costs next to nothing.
    if (!frontier_.propagate(*graph_)) return false;
    if (find_certain(choice)) return true;
    // 2. What only all numbers together settle; and 3. a guess where they settle nothing.
    frontier_.tie(*graph_);
    try {
        if (!count(budget)) return guess_on_a_large_board(budget, choice);
        if (beliefs_.ways() == 0) return false;
        return find_all_certain(choice) || guess(budget, choice);
    } catch (const BudgetSpent&) {
        return guess_roughly(choice);
    }
}

bool Player::count(Budget& budget) {
    has_counted_ = false;
    has_counted_ = beliefs_.form(*graph_, frontier_, mines_, budget);
    return has_counted_;
}

bool Player::find_all_certain(Choice& choice) const {
    for (const int cell : frontier_.touched())
        if (beliefs_.box_is_safe(frontier_.box_of(cell))) choice.certain.push_back(cell);
    if (beliefs_.untouched() > 0 && beliefs_.untouched_is_safe()) {
        for (int cell = 0; cell < graph_->size(); ++cell)
            if (is_open_question(cell) && frontier_.box_of(cell) == Frontier::kNoBox)
                choice.certain.push_back(cell);
    }
    std::ranges::sort(choice.certain);
    return !choice.certain.empty();
}

bool Player::find_certain(Choice& choice) {
    for (const int cell : frontier_.found_safe())
        if (!is_number(frontier_.faces()[cell])) choice.certain.push_back(cell);
    frontier_.found_safe().clear();
    std::ranges::sort(choice.certain);
    return !choice.certain.empty();
}

bool Player::guess(Budget& budget, Choice& choice) {
    if (search_endgame(choice) || search_region(budget, choice)) return true;
    gather_candidates(choice.candidates);
    if (choice.candidates.empty() || choice.candidates.front().safety == 0) return false;
    choice.basis = Basis::kSafest;
    if (choice.candidates.size() > 1 || learned_)
        choice.basis = compare_within(budget, choice.candidates);
    choice.cell = choice.candidates.front().cell;
    choice.safety = choice.candidates.front().safety;
    return true;
}

// First all candidates by what they leave to the next guess; then the best of them by the winning
// chance, which says more and costs more; then those of them that are close by a second step.
// Returns which of these had the last word.
Basis Player::compare_ahead(Budget& budget, std::vector<Candidate>& candidates) {
    look_ahead_.begin(frontier_, beliefs_);
    double best = 0;
    std::size_t seen = 0;
    for (Candidate& candidate : candidates) {
        // No number can make a candidate worth more than a sure next step in every case.
        if (candidate.safety * LeafValue{}.progress < best - kStep) continue;
        look_ahead_.look(*graph_, frontier_, beliefs_, budget, candidate);
        best = std::max(best, candidate.value);
        candidates[seen++] = candidate;
    }
    candidates.resize(seen);
    std::ranges::sort(candidates, is_better);
    if (!learned_ || !look_ahead_.use(*learned_, *graph_, frontier_, beliefs_,
                                      {setting_.leaf_layouts, setting_.leaf_nodes}))
        return Basis::kLookAhead;
    candidates.resize(std::min(candidates.size(), static_cast<std::size_t>(setting_.most_weighed)));
    for (Candidate& candidate : candidates)
        look_ahead_.look(*graph_, frontier_, beliefs_, budget, candidate);
    std::ranges::sort(candidates, is_better);
    return think_again(budget, candidates) ? Basis::kSecondStep : Basis::kLearned;
}

Basis Player::compare_within(Budget& budget, std::vector<Candidate>& candidates) {
    const std::vector<Candidate> gathered = candidates;
    try {
        return compare_ahead(budget, candidates);
    } catch (const BudgetSpent&) {
        candidates = gathered;
        return Basis::kSafest;
    }
}

double Player::safety_of(int cell) const {
    const int box = frontier_.box_of(cell);
    return 1 - (box == Frontier::kNoBox ? beliefs_.untouched_chance() : beliefs_.box_chance(box));
}

int Player::hidden_around(int cell) const { return frontier_.unknown_around(*graph_, cell); }

void Player::gather_candidates(std::vector<Candidate>& candidates) const {
    double best = beliefs_.untouched() > 0 ? 1 - beliefs_.untouched_chance() : 0;
    for (int box = 0; box < frontier_.structure().box_count(); ++box)
        best = std::max(best, 1 - beliefs_.box_chance(box));
    const double enough = best * (1 - setting_.band) - kStep;
    std::vector<Prospect> prospects;
    const auto add = [&](int cell, double safety) {
        prospects.push_back({cell, safety, safety - kPerHidden * hidden_around(cell)});
    };
    for (const int cell : frontier_.touched())
        if (const double safety = safety_of(cell); safety >= enough) add(cell, safety);
    if (const double safety = 1 - beliefs_.untouched_chance();
        beliefs_.untouched() > 0 && safety >= enough) {
        std::array<bool, kMaxNumber + 1> is_known{};  // cells with none but untouched ones around
        for (int cell = 0; cell < graph_->size(); ++cell) {
            if (!is_open_question(cell) || frontier_.box_of(cell) != Frontier::kNoBox) continue;
            if (has_touched_around(cell)) {
                add(cell, safety);
            } else if (bool& known = is_known[static_cast<std::size_t>(hidden_around(cell))];
                       !known) {
                known = true;
                add(cell, safety);
            }
        }
    }
    keep_different(prospects, candidates);
}

bool Player::has_touched_around(int cell) const {
    for (const int j : graph_->around(cell))
        if (is_open_question(j) && frontier_.box_of(j) != Frontier::kNoBox) return true;
    return false;
}

// The best candidates in order, one of each kind. Most of many cells are never looked at: they wait
// in a heap.
void Player::keep_different(std::vector<Prospect>& prospects,
                            std::vector<Candidate>& candidates) const {
    const auto is_worse = [](const Prospect& a, const Prospect& b) { return comes_before(b, a); };
    std::ranges::make_heap(prospects, is_worse);
    std::vector<std::uint64_t> outlooks;
    while (!prospects.empty() && static_cast<int>(candidates.size()) < setting_.most_candidates) {
        std::ranges::pop_heap(prospects, is_worse);
        const Prospect& best = prospects.back();
        const std::uint64_t outlook = outlook_of(best.cell);
        if (std::ranges::find(outlooks, outlook) == outlooks.end()) {
            outlooks.push_back(outlook);
            candidates.push_back({best.cell, best.safety, -1, best.value});
        }
        prospects.pop_back();
    }
}

// The same for cells whose number would count the same cells, box by box. The next safety cannot
// choose between them; the learned value might, by where they lie, but that is not worth its time.
std::uint64_t Player::outlook_of(int cell) const {
    const auto word = [this](int of) {
        return static_cast<std::uint64_t>(frontier_.box_of(of) - Frontier::kNoBox);
    };
    std::uint64_t outlook = scatter(word(cell));
    for (const int j : graph_->around(cell))
        if (is_open_question(j)) outlook += scatter(~word(j));  // a sum: their order is no matter
    return outlook;
}

// A component that touches no other unknown cell and whose mines are fixed is a game of its own:
// nothing outside will ever help, so its best guess is taken now.
bool Player::search_region(Budget& budget, Choice& choice) {
    if (setting_.endgame_layouts == 0) return false;
    const Structure& structure = frontier_.structure();
    std::vector<std::uint8_t> is_region(structure.components().size(), 0);
    for (std::size_t i = 0; i < is_region.size(); ++i) {
        const Profile& profile = beliefs_.profile(i);
        is_region[i] = profile.length == 1 && profile.totals[0] <= setting_.endgame_layouts;
    }
    for (const int cell : frontier_.touched()) {
        const auto own = beliefs_.component_of(frontier_.box_of(cell));
        if (!is_region[own]) continue;
        for (const int j : graph_->around(cell)) {
            if (!is_open_question(j)) continue;
            const int box = frontier_.box_of(j);
            if (box == Frontier::kNoBox || beliefs_.component_of(box) != own) is_region[own] = 0;
        }
    }
    std::vector<std::uint8_t> chosen(is_region.size(), 0);
    for (std::size_t i = 0; i < is_region.size(); ++i) {
        if (!is_region[i]) continue;
        chosen.assign(is_region.size(), 0);
        chosen[i] = 1;
        if (!endgame_.list(*graph_, frontier_, beliefs_, chosen, false, setting_.endgame_layouts))
            continue;
        const Endgame::Result result = endgame_.search(setting_.endgame_nodes);
        if (!result.is_complete || result.guesses.empty()) continue;
        choice.basis = Basis::kRegion;
        choice.cell = result.guesses.front().cell;
        choice.safety = safety_of(choice.cell);
        if (learned_) {
            choice.candidates.assign(1, {choice.cell, choice.safety});
            compare_within(budget, choice.candidates);
        }
        return true;
    }
    return false;
}

bool Player::search_endgame(Choice& choice) {
    const Endgame::Result result = endgame(false);
    if (!result.is_complete || result.guesses.empty()) return false;
    choice.basis = Basis::kEndgame;
    choice.cell = result.guesses.front().cell;
    choice.safety = safety_of(choice.cell);
    choice.win = static_cast<double>(result.wins) / result.layouts;
    return true;
}

bool Player::list_endgame() {
    if (!has_counted_ || beliefs_.ways() > setting_.endgame_layouts) return false;
    const std::vector<std::uint8_t> all(frontier_.structure().components().size(), 1);
    return endgame_.list(*graph_, frontier_, beliefs_, all, true, setting_.endgame_layouts);
}

Endgame::Result Player::endgame(bool compares_all) {
    if (!list_endgame()) return {};
    return endgame_.search(setting_.endgame_nodes, compares_all);
}

Player::Wins Player::exact_wins(Budget& budget) {
    Wins result;
    if (!count(budget) || !list_endgame()) return result;
    result.layouts = endgame_.layouts();
    if (result.layouts > 0) result.wins = endgame_.wins(setting_.endgame_nodes, result.is_complete);
    return result;
}

// Out of budget: each cell by the worst of its own numbers, an untouched one by the mines left.
bool Player::guess_roughly(Choice& choice) const {
    const Structure& structure = frontier_.structure();
    const double density =
        static_cast<double>(mines_ - frontier_.known_mines()) / std::max(1, frontier_.unknown());
    Candidate best;
    for (int cell = 0; cell < graph_->size(); ++cell) {
        if (!is_open_question(cell)) continue;
        double risk = 0;
        for (const int j : graph_->around(cell)) {
            if (!is_number(frontier_.faces()[j])) continue;
            const double need = structure.constraints()[frontier_.constraint_of(j)].need;
            risk = std::max(risk, need / hidden_around(j));
        }
        const double safety = 1 - (risk > 0 ? risk : density);
        if (best.cell < 0 || safety > best.safety) best = {cell, safety, -1, safety};
    }
    choice.basis = Basis::kRough;
    choice.cell = best.cell;
    choice.safety = best.safety;
    choice.candidates.assign(1, best);
    return best.cell >= 0;
}

// Without the player's own beliefs the Solver says which cell is safest; ties as ever.
bool Player::guess_on_a_large_board(Budget& budget, Choice& choice) {
    const Question question{*graph_, frontier_.faces(), mines_};
    const Solution solution = solver_.solve(question, budget);
    if (solution.outcome != Outcome::kPossible) return false;
    Candidate best;
    for (int cell = 0; cell < graph_->size(); ++cell) {
        if (!is_open_question(cell)) continue;
        if ((solution.verdicts[cell] & 3) == kSafe) choice.certain.push_back(cell);
        const double safety = 1 - solution.chances[cell];
        const Candidate candidate{cell, safety, -1, safety - kPerHidden * hidden_around(cell)};
        if (best.cell < 0 || is_better(candidate, best)) best = candidate;
    }
    if (!choice.certain.empty()) return true;
    choice.basis = Basis::kSafest;
    choice.cell = best.cell;
    choice.safety = best.safety;
    choice.candidates.assign(1, best);
    return best.cell >= 0 && best.safety > 0;
}

}  // namespace sapper
