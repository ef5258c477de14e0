#include "sapper/player/lookahead.hpp"

#include <algorithm>

namespace sapper {

void LookAhead::begin(const Situation& situation, bool will_use_learned) {
    learned_ = nullptr;
    keeps_guesses_ = will_use_learned;
    guesses_used_ = 0;
    counter_.begin(situation, will_use_learned);
}

bool LookAhead::look(Situation& situation, Candidate& candidate, double needed) {
    // 1. The numbers that it may show.
    CountedGuess& guess = count(situation, candidate.cell);
    if (!guess.is_counted) {
        give_up(candidate);
        return true;
    }
    // 2. The leaf of each number, and its value.
    if (learned_) learned_->begin_candidate(situation, guess.group, candidate.cell);
    bool is_finished = true;
    if (guess.group.numbered())
        is_finished = look_by_number(situation, guess, candidate, needed);
    else
        look_without_number(situation, guess, candidate);
    if (learned_) learned_->end_candidate();
    candidate.is_weighed = learned_ != nullptr;
    return is_finished;
}

// Returns the count from an earlier look if there is one.
CountedGuess& LookAhead::count(Situation& situation, int cell) {
    if (!keeps_guesses_) guesses_used_ = 0;
    for (std::size_t i = 0; i < guesses_used_; ++i)
        if (guesses_[i].cell == cell) return guesses_[i];
    if (guesses_used_ == guesses_.size()) guesses_.emplace_back();
    CountedGuess& guess = guesses_[guesses_used_++];
    counter_.count(situation, cell, guess);
    return guess;
}

// Looking ahead from the candidate failed. Use its safety as its value; but compared with winning
// chances that would be far too high, so any candidate with a winning chance is preferred.
void LookAhead::give_up(Candidate& candidate) const {
    candidate.value = learned_ ? 0 : candidate.safety;
    candidate.is_weighed = false;
}

// The candidate has no unknown neighbours: its number is known and gives no information.
void LookAhead::look_without_number(const Situation& situation, CountedGuess& guess,
                                    Candidate& candidate) {
    const Beliefs& beliefs = situation.beliefs();
    SafestCells safest = guess.elsewhere;
    safest.add(1 - beliefs.untouched_chance(), guess.group.untouched_left());
    guess.chances.far = beliefs.untouched_chance();
    const Leaf leaf{guess.group.known_around(), beliefs.ways() * candidate.safety,
                    guess.elsewhere_is_safe, safest.first, safest.second};
    const double worth =
        learned_ ? learned_->estimate(situation, leaf, guess.chances) : worth_by_next_safety(leaf);
    candidate.progress = guess.elsewhere_is_safe ? candidate.safety : 0;
    candidate.value = candidate.safety * worth;
    candidate.wins.fill(static_cast<float>(worth));
    if (learned_) candidate.chances[static_cast<std::size_t>(leaf.number)] = candidate.safety;
}

// Likely numbers come first, so that a look that is in vain ends early.
bool LookAhead::look_by_number(const Situation& situation, CountedGuess& guess,
                               Candidate& candidate, double needed) {
    using Number = CountedGuess::Number;
    if (learned_)
        std::ranges::sort(guess.numbers, [](const Number& a, const Number& b) {
            return a.weight != b.weight ? a.weight > b.weight : a.place < b.place;
        });
    candidate.progress = candidate.value = 0;
    double left = guess.weight;
    for (const Number& number : guess.numbers) {
        const double most = candidate.value + candidate.safety * left / guess.weight;
        if (most < needed) {
            candidate.value = most;
            return false;
        }
        add_leaf(situation, leaf_of(guess, number), guess.chances,
                 candidate.safety * number.weight / guess.weight, candidate);
        left -= number.weight;
    }
    return true;
}

// Also fills in the chances of the guess.
Leaf LookAhead::leaf_of(CountedGuess& guess, const CountedGuess::Number& number) const {
    const Structure& structure = guess.group.structure();
    const Component& numbered = *guess.group.numbered();
    LeafChances& chances = guess.chances;
    SafestCells safest = guess.elsewhere;
    bool has_safe_cell = guess.elsewhere_is_safe;
    for (int k = numbered.box_begin; k < numbered.box_end; ++k) {
        const int box = structure.component_boxes()[k];
        const int size = structure.box_size(box);
        const std::size_t at = static_cast<std::size_t>(box) * guess.row_length +
                               static_cast<std::size_t>(number.place);
        if (guess.mine[at] == 0) has_safe_cell = true;
        chances.mine[box] = guess.mine[at] / (number.weight * size);
        if (learned_) chances.mixed[box] = mixed_chance(guess.mixed[at], size, number.weight);
        safest.add(1 - chances.mine[box], size);
    }
    chances.far = 0;
    if (guess.group.untouched_left() > 0) {
        if (number.far_mine == 0) has_safe_cell = true;
        chances.far = number.far_mine / number.weight;
        safest.add(1 - chances.far, guess.group.untouched_left());
    }
    return {number.number, number.weight, has_safe_cell, safest.first, safest.second};
}

void LookAhead::add_leaf(const Situation& situation, const Leaf& leaf, const LeafChances& chances,
                         double chance, Candidate& candidate) {
    if (leaf.has_safe_cell) candidate.progress += chance;
    if (!learned_) {
        candidate.value += chance * worth_by_next_safety(leaf);
        return;
    }
    const Worth worth = learned_->worth_of(situation, leaf, chances);
    const auto number = static_cast<std::size_t>(leaf.number);
    candidate.value += chance * worth.value;
    candidate.wins[number] = static_cast<float>(worth.value);
    candidate.chances[number] = chance;
    candidate.leaves_a_guess[number] = !leaf.has_safe_cell && !worth.is_exact;
}

}  // namespace sapper
