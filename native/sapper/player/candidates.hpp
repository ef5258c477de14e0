// Finds the cells worth a guess by safety alone; the look-ahead comes later (compare_guesses.hpp).
#pragma once

#include <vector>

#include "sapper/count/situation.hpp"
#include "sapper/player/choice.hpp"
#include "sapper/player/setting.hpp"

namespace sapper {

// Subtracted from a cell's value for each covered neighbour: with fewer of them a 0 is likelier.
inline constexpr double kPerHidden = 1e-3;

// Fills `candidates`, which must be empty, with the cells within the setting's band of the safest
// one: best first, one of each kind, and no more than the setting allows. The situation must be
// counted.
void find_candidates(const Situation& situation, const Setting& setting,
                     std::vector<Candidate>& candidates);

}  // namespace sapper
