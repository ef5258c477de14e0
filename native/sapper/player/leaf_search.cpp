#include "sapper/player/leaf_search.hpp"

#include <algorithm>

namespace sapper {

namespace {

// One leaf may not use up what all are allowed. Reading and listing it is work as well.
constexpr std::int64_t kMostNodesPerLeaf = 2'000;
constexpr std::int64_t kNodesToList = 100;
constexpr std::int64_t kMostSteps = 5'000;

}  // namespace

double LeafSearch::win_after(const Graph& graph, const Frontier& table, int mines, int cell,
                             int number, int most, Budget& budget) {
    constexpr double kUnknown = -1;
    if (nodes_left_ <= 0) return kUnknown;
    nodes_left_ -= kNodesToList;
    faces_ = table.faces();
    faces_[cell] = static_cast<std::uint8_t>(number);
    if (!frontier_.read(graph, faces_, {}) || !beliefs_.form(graph, frontier_, mines, budget))
        return kUnknown;
    all_.assign(frontier_.structure().components().size(), 1);
    if (!endgame_.list(graph, frontier_, beliefs_, all_, true, most, kMostSteps) ||
        endgame_.layouts() == 0)
        return kUnknown;
    const std::int64_t nodes = std::min(nodes_left_, kMostNodesPerLeaf);
    bool is_complete = false;
    const int wins = endgame_.wins(nodes, is_complete);
    nodes_left_ -= endgame_.nodes_spent(nodes);
    return is_complete ? static_cast<double>(wins) / endgame_.layouts() : kUnknown;
}

}  // namespace sapper
