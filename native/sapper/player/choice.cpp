#include "sapper/player/choice.hpp"

#include "sapper/player/chance_steps.hpp"

namespace sapper {

const char* name_of(Basis basis) {
    static constexpr std::array kNames{"certain",        "safest",      "look-ahead",
                                       "winning-chance", "second-step", "endgame",
                                       "region",         "rough",       "rollouts"};
    static_assert(kNames.size() == static_cast<std::size_t>(Basis::kRollouts) + 1);
    return kNames[static_cast<std::size_t>(basis)];
}

bool is_better(const Candidate& a, const Candidate& b) { return comes_before(a, b); }

}  // namespace sapper
