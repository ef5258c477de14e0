#include "sapper/games/no_guess.hpp"

#include <algorithm>
#include <utility>

namespace sapper {

void Reasoner::lay(std::vector<std::uint8_t> layout, int mines) {
    mines_ = mines;
    ground_.lay(graph_, std::move(layout));
}

const Reasoning& Reasoner::clear(int first) {
    frontier_.begin(graph_);
    opened_.assign(static_cast<std::size_t>(graph_.size()), 0);
    reasoning_ = {};
    reasoning_.safe_left = graph_.size() - mines_;
    if (ground_.is_mine(first)) return reasoning_;
    open(first);
    while (reasoning_.safe_left > 0 && advance()) open_found();
    reasoning_.is_solved = reasoning_.safe_left == 0;
    return reasoning_;
}

void Reasoner::open(int cell) {
    ground_.open(graph_, cell, opened_, [&](int shown, int number) {
        --reasoning_.safe_left;
        if (number == 0)
            frontier_.reveal_zero(graph_, shown);
        else
            frontier_.reveal(graph_, shown, number);
    });
}

void Reasoner::open_found() {
    for (const int cell : frontier_.found_safe())
        if (!opened_[cell]) open(cell);
    frontier_.found_safe().clear();
}

// Uses the lowest level that finds something. Returns whether any does.
bool Reasoner::advance() {
    for (int level = 1; level <= static_cast<int>(most_); ++level) {
        if (!find(static_cast<Level>(level))) continue;
        ++reasoning_.rounds[static_cast<std::size_t>(level)];
        reasoning_.level = std::max(reasoning_.level, static_cast<Level>(level));
        return true;
    }
    return false;
}

bool Reasoner::find(Level level) {
    switch (level) {
        case Level::kSingle:
            frontier_.propagate(graph_);
            return !frontier_.found_safe().empty();
        case Level::kPair:
            return find_by_pairs();
        case Level::kNumbers:
            return find_by_numbers();
        case Level::kCount:
            return find_by_count();
        case Level::kOpening:
            break;
    }
    return false;
}

// Findings are noted only when all pairs have been compared, so that their order does not matter.
bool Reasoner::find_by_pairs() {
    findings_.clear();
    shared_.resize(static_cast<std::size_t>(graph_.size()));  // all zero between calls
    for (const int number : frontier_.numbers())
        if (frontier_.need_of(number) + frontier_.spare_of(number) > 0) find_by_pairs_with(number);
    for (const Finding& found : findings_)
        if (frontier_.states()[found.cell] == Frontier::kUnknown)
            frontier_.note(graph_, found.cell, found.is_mine);
    return !findings_.empty();
}

// Compares a number with all later ones that share unknown cells with it.
void Reasoner::find_by_pairs_with(int number) {
    partners_.clear();
    for (const int cell : graph_.around(number)) {
        if (frontier_.states()[cell] != Frontier::kUnknown) continue;
        for (const int other : graph_.around(cell)) {
            if (other <= number || !is_number(frontier_.faces()[other])) continue;
            if (shared_[other]++ == 0) partners_.push_back(other);
        }
    }
    for (const int other : partners_) compare_pair(number, other, std::exchange(shared_[other], 0));
}

// The shared cells hold between `fewest` and `most` mines, and each count in between is possible.
void Reasoner::compare_pair(int number, int other, int shared) {
    const int need = frontier_.need_of(number), other_need = frontier_.need_of(other);
    const int own = need + frontier_.spare_of(number) - shared;
    const int other_own = other_need + frontier_.spare_of(other) - shared;
    const int fewest = std::max({0, need - own, other_need - other_own});
    const int most = std::min({shared, need, other_need});
    if (most == 0) add_findings(number, other, true, false);
    if (fewest == shared) add_findings(number, other, true, true);
    if (own > 0 && fewest == need) add_findings(number, other, false, false);
    if (own > 0 && most == need - own) add_findings(number, other, false, true);
    if (other_own > 0 && fewest == other_need) add_findings(other, number, false, false);
    if (other_own > 0 && most == other_need - other_own) add_findings(other, number, false, true);
}

// Adds the unknown cells around `number` that `other` touches, or those that it does not touch.
void Reasoner::add_findings(int number, int other, bool is_shared, bool is_mine) {
    const Around around = graph_.around(other);
    for (const int cell : graph_.around(number)) {
        if (frontier_.states()[cell] != Frontier::kUnknown) continue;
        bool is_touched = false;
        for (const int j : around) is_touched |= j == cell;
        if (is_touched == is_shared) findings_.push_back({cell, is_mine});
    }
}

bool Reasoner::find_by_numbers() {
    frontier_.tie(graph_);
    Budget budget(Budget::kDefaultStates, 0, stop_);
    const Structure& structure = frontier_.structure();
    is_large_ = !beliefs_.collect(graph_, structure, budget);
    if (is_large_) return solve_large() && note_solution(false);
    box_verdicts_.resize(static_cast<std::size_t>(structure.box_count()));
    const auto is_zero = [](double weight) { return weight == 0; };
    for (std::size_t i = 0; i < structure.components().size(); ++i) {
        const Component& component = structure.components()[i];
        for (int b = component.box_begin; b < component.box_end; ++b) {
            const Profile& profile = beliefs_.profile(i);
            const int place = b - component.box_begin;
            box_verdicts_[structure.component_boxes()[b]] =
                verdict_of(!std::ranges::all_of(profile.mine_of(place), is_zero),
                           !std::ranges::all_of(profile.safe_of(place), is_zero));
        }
    }
    untouched_verdict_ = kUndecided;
    return note_verdicts();
}

// Called after `find_by_numbers` found nothing, in the same position.
bool Reasoner::find_by_count() {
    if (is_large_) return note_solution(true);
    if (count_cannot_help()) return false;
    if (frontier_.unknown() > Binomials::kMost) return solve_large() && note_solution(true);
    beliefs_.weigh(frontier_, mines_);
    for (int box = 0; box < frontier_.structure().box_count(); ++box)
        box_verdicts_[box] = verdict_of(!beliefs_.box_is_safe(box), !beliefs_.box_is_mine(box));
    untouched_verdict_ = kUndecided;
    if (beliefs_.untouched() > 0)
        untouched_verdict_ =
            verdict_of(!beliefs_.untouched_is_safe(), !beliefs_.untouched_is_mine());
    return note_verdicts();
}

// Whether the untouched cells have room for every number of mines that the components may leave, so
// that the mine count rules out nothing.
bool Reasoner::count_cannot_help() const {
    int fewest = 0, most = 0;
    for (std::size_t i = 0; i < frontier_.structure().components().size(); ++i) {
        const Profile& profile = beliefs_.profile(i);
        fewest += profile.low;
        most += profile.low + profile.length - 1;
    }
    const int left = mines_ - frontier_.known_mines();
    return left - most >= 1 && left - fewest <= frontier_.untouched() - 1;
}

// Notes what the boxes' verdicts say. Without a safe cell nothing is noted: mines found with all
// numbers tell a lower level nothing that they did not tell this one.
bool Reasoner::note_verdicts() {
    const bool is_any_safe = untouched_verdict_ == kSafe ||
                             std::ranges::find(box_verdicts_, kSafe) != box_verdicts_.end();
    if (!is_any_safe) return false;
    for (const int cell : frontier_.touched()) {
        const std::uint8_t verdict = box_verdicts_[frontier_.box_of(cell)];
        if (verdict != kUndecided) frontier_.note(graph_, cell, verdict == kCertainMine);
    }
    if (untouched_verdict_ == kUndecided) return true;
    for (int cell = 0; cell < graph_.size(); ++cell)
        if (frontier_.states()[cell] == Frontier::kUnknown &&
            frontier_.box_of(cell) == Frontier::kNoBox)
            frontier_.note(graph_, cell, untouched_verdict_ == kCertainMine);
    return true;
}

// The same by the solver of whole positions, which has no limits of size. Returns true.
bool Reasoner::solve_large() {
    Budget budget(Budget::kDefaultStates, 0, stop_);
    solution_ = solver_.solve({graph_, frontier_.faces(), mines_}, budget);
    return true;
}

bool Reasoner::note_solution(bool by_mine_count) {
    bool is_any_safe = false;
    const auto applies = [&](std::uint8_t verdict, int certain) {
        return verdict == certain || (by_mine_count && verdict == (certain | kByMineCount));
    };
    for (int cell = 0; cell < graph_.size(); ++cell)
        is_any_safe |= frontier_.states()[cell] == Frontier::kUnknown &&
                       applies(solution_.verdicts[static_cast<std::size_t>(cell)], kSafe);
    if (!is_any_safe) return false;
    for (int cell = 0; cell < graph_.size(); ++cell) {
        if (frontier_.states()[cell] != Frontier::kUnknown) continue;
        const std::uint8_t verdict = solution_.verdicts[static_cast<std::size_t>(cell)];
        if (applies(verdict, kSafe)) frontier_.note(graph_, cell, false);
        if (applies(verdict, kCertainMine)) frontier_.note(graph_, cell, true);
    }
    return true;
}

}  // namespace sapper
