// The cells worth a guess, found by safety alone; looking ahead comes after (comparison.hpp).
#pragma once

#include <vector>

#include "sapper/count/situation.hpp"
#include "sapper/player/choice.hpp"
#include "sapper/player/setting.hpp"

namespace sapper {

// What a covered neighbour takes from a cell's worth: fewer of them make a 0 likelier.
inline constexpr double kPerHidden = 1e-3;

// The cells within the setting's band of the safest one, best first, one of each kind, and no more
// than the setting allows. The situation must be counted, `candidates` empty.
void find_candidates(const Situation& situation, const Setting& setting,
                     std::vector<Candidate>& candidates);

}  // namespace sapper
