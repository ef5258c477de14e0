// Quick proofs that a layout cannot be cleared without a guess.
//
// A *twin* is another layout with as many mines that differs in a few cells D, not the first one,
// and gives the same number to every cell outside D that is safe in both. Then a safe cell of D is
// never certain: as long as no cell of D is open, all that was seen fits the twin too, in which
// that cell is a mine. So a layout with a twin is refused before any reasoning, which saves about
// half of the work on an expert board. Only twins of two and of four cells are looked for; a layout
// without such a twin may still need a guess.
#pragma once

#include <cstdint>
#include <vector>

#include "sapper/games/ground.hpp"
#include "sapper/graph.hpp"

namespace sapper {

class TwinFinder {
   public:
    explicit TwinFinder(const Graph& graph);

    // Whether moving one mine, or exchanging the diagonals of a block of two by two cells, gives a
    // twin of this layout. Linear in the cells.
    bool finds(const Ground& ground, int first);

   private:
    void find_keys(const Ground& ground);
    bool can_move(const Ground& ground, int first, int mine) const;
    bool can_exchange(const Ground& ground, int first, int corner) const;

    const Graph& graph_;
    // A random word for every cell. The key of a cell is the sum of those of its safe neighbours,
    // so cells that the same safe cells see have the same key. Keys only find candidates.
    std::vector<std::uint64_t> words_, keys_, keys_without_mines_;
};

}  // namespace sapper
