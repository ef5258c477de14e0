#include "sapper/player/leaf_search.hpp"

#include <algorithm>

namespace sapper {

namespace {

// One leaf must not use up the nodes of all leaves. Reading and listing it counts as work too.
constexpr std::int64_t kMostNodesPerLeaf = 2'000;
constexpr std::int64_t kNodesToList = 100;
constexpr std::int64_t kMostSteps = 5'000;

}  // namespace

double LeafSearch::win_after(const Situation& before, int cell, int number, int most_layouts) {
    constexpr double kUnknown = -1;
    if (nodes_left_ <= 0) return kUnknown;
    nodes_left_ -= kNodesToList;
    faces_ = before.frontier().faces();
    faces_[cell] = static_cast<std::uint8_t>(number);
    after_.use_budget(before.budget());
    if (!after_.read(before.graph(), faces_, before.mines()) || !after_.count()) return kUnknown;
    if (!endgame_.list(after_, most_layouts, kMostSteps) || endgame_.layouts() == 0)
        return kUnknown;
    const std::int64_t nodes = std::min(nodes_left_, kMostNodesPerLeaf);
    bool is_complete = false;
    const int wins = endgame_.wins(nodes, is_complete);
    nodes_left_ -= endgame_.nodes_spent(nodes);
    return is_complete ? static_cast<double>(wins) / endgame_.layouts() : kUnknown;
}

}  // namespace sapper
