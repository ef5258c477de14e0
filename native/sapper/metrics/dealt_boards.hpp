// Counts 3BV, openings and islands of many dealt boards, for distributions.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "sapper/graph.hpp"

namespace sapper {

struct DealtCounts {
    std::vector<std::int32_t> bbbv, openings, islands;
};

// Of the games `first` to `first + games - 1` of a seed, dealt without regard to any first cell.
// Returns fewer when `stop` becomes true.
DealtCounts count_dealt_boards(const Graph& graph, int mines, std::uint64_t seed,
                               std::uint64_t first, std::size_t games,
                               const std::atomic<bool>& stop);

}  // namespace sapper
