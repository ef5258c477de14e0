// The exact answers about a position that a learner may be shown or rewarded by.
//
// Chances and certain cells are those of `Solver`, to the last bit; the chance to win is that of
// the champion's exact end of the game, where it is near. Owns its working memory: one for each
// thread.
#pragma once

#include <cstdint>
#include <span>

#include "sapper/count/solve.hpp"
#include "sapper/player/player.hpp"

namespace sapper {

class Oracle {
   public:
    // In place of a chance that does not exist or is not known; not nan, which Gymnasium's checks
    // hold to be unequal to itself.
    static constexpr double kNone = -1;

    // Writes the chance and the verdict (without kByMineCount) of every cell; open cells have no
    // chance. Beyond the default budget no cell has one, and none is decided.
    void ask(const Graph& graph, std::span<const std::uint8_t> faces, int mines, double* chances,
             std::uint8_t* verdicts);

    // The chance to win by the best play, or kNone if the search would take too long.
    double win_chance(const Graph& graph, std::span<const std::uint8_t> faces, int mines);

   private:
    Solver solver_;
    Solution solution_;
    Player player_{kChampion};
};

}  // namespace sapper
