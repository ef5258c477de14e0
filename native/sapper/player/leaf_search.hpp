// The exact chance to win at a leaf of the look-ahead, if few layouts are left after its number.
#pragma once

#include <cstdint>
#include <vector>

#include "sapper/count/situation.hpp"
#include "sapper/endgame/endgame.hpp"

namespace sapper {

class LeafSearch {
   public:
    // Call once per position, with the nodes allowed for all its leaves together.
    void begin(std::int64_t nodes) { nodes_left_ = nodes; }

    // The chance to win by best play after the cell showed the number; negative if more than
    // `most_layouts` are left or the nodes are used up.
    double win_after(const Situation& before, int cell, int number, int most_layouts);

   private:
    std::int64_t nodes_left_ = 0;
    std::vector<std::uint8_t> faces_;
    Situation after_;
    Endgame endgame_;
};

}  // namespace sapper
