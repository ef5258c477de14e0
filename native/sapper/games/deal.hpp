// Deals the mines of a game: game number i of a seed is the same board everywhere.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

// Deals `mines` mines onto `cells` cells; the result has 1 for every mine.
//
// The pair (seed, game) defines one random order of all cells; the mines are the first cells of
// that order that are not excluded. So the layouts of one game under different start rules differ
// only where the rule requires it, and each is uniform over what its rule allows.
// Throws std::invalid_argument if the mines do not fit or an excluded cell is not on the board.
std::vector<std::uint8_t> deal(std::uint32_t cells, std::uint32_t mines,
                               std::span<const std::uint32_t> excluded, std::uint64_t seed,
                               std::uint64_t game);

}  // namespace sapper
