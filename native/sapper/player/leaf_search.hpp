// The exact worth of a leaf of the look-ahead, where few layouts are left after its number.
#pragma once

#include <cstdint>
#include <vector>

#include "sapper/count/beliefs.hpp"
#include "sapper/count/frontier.hpp"
#include "sapper/endgame/endgame.hpp"

namespace sapper {

class LeafSearch {
   public:
    // To be called once per position: all its leaves together may take so many nodes.
    void begin(std::int64_t nodes) { nodes_left_ = nodes; }

    // The chance to win by best play from the position on the table after the cell showed the
    // number; below 0 where more than `most` layouts are left or the nodes are used up.
    double win_after(const Graph& graph, const Frontier& table, int mines, int cell, int number,
                     int most, Budget& budget);

   private:
    std::int64_t nodes_left_ = 0;
    std::vector<std::uint8_t> faces_, all_;
    Frontier frontier_;
    Beliefs beliefs_;
    Endgame endgame_;
};

}  // namespace sapper
