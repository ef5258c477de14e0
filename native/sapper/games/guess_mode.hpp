// Guess mode: a guess never kills, and a guess that was not needed always does.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sapper/budget.hpp"
#include "sapper/graph.hpp"

namespace sapper {

// The layout in which a move opens `cells`, given where the mines of `layout` lie. They stay unless
//  - nothing is certainly safe, and one of the cells is a mine, but some layout spares them all:
//    then the mines are drawn from the layouts that fit and spare them, each as likely;
//  - another cell was certainly safe, and the uncertain ones are not mines: then they are drawn
//  from
//    those that fit and have a mine in the uncertain cell with the lowest index.
// The drawing is that of number `number` of a seed. Throws BudgetSpent, also for its width, where
// the layouts are too many to draw from.
std::vector<std::uint8_t> guess_layout(const Graph& graph, std::span<const std::uint8_t> faces,
                                       std::span<const std::int32_t> cells,
                                       std::vector<std::uint8_t> layout, std::uint64_t seed,
                                       std::uint64_t number);

}  // namespace sapper
