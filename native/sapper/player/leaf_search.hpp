// The exact chance to win at a leaf of the look-ahead, where few layouts are left after its number.
#pragma once

#include <cstdint>
#include <vector>

#include "sapper/count/situation.hpp"
#include "sapper/endgame/endgame.hpp"

namespace sapper {

class LeafSearch {
   public:
    // To be called once per position: all its leaves together may take so many nodes.
    void begin(std::int64_t nodes) { nodes_left_ = nodes; }

    // The chance to win by best play after the cell showed the number; below 0 where more than
    // `most_layouts` are left or the nodes are used up.
    double win_after(const Situation& before, int cell, int number, int most_layouts);

   private:
    std::int64_t nodes_left_ = 0;
    std::vector<std::uint8_t> faces_;
    Situation after_;
    Endgame endgame_;
};

}  // namespace sapper
