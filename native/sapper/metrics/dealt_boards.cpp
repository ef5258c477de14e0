#include "sapper/metrics/dealt_boards.hpp"

#include "sapper/games/deal.hpp"
#include "sapper/metrics/open_board.hpp"

namespace sapper {

DealtCounts count_dealt_boards(const Graph& graph, int mines, std::uint64_t seed,
                               std::uint64_t first, std::size_t games,
                               const std::atomic<bool>& stop) {
    DealtCounts counts;
    for (std::size_t i = 0; i < games && !stop.load(std::memory_order_relaxed); ++i) {
        const auto layout = deal(static_cast<std::uint32_t>(graph.size()),
                                 static_cast<std::uint32_t>(mines), {}, seed, first + i);
        const OpenBoard board(graph, layout);
        counts.bbbv.push_back(board.bbbv());
        counts.openings.push_back(board.openings());
        counts.islands.push_back(board.islands());
    }
    return counts;
}

}  // namespace sapper
