// What two numbers settle together. Most certain cells that a single number does not find are found
// here, for a small part of the cost of counting.
#include <algorithm>

#include "sapper/count/frontier.hpp"

namespace sapper {

// The unknown cells of a number can only become fewer, so their count tells whether they changed.
void Frontier::find_safe_by_pairs(const Graph& graph, std::vector<std::int32_t>& safe) {
    const auto cells = static_cast<std::size_t>(graph.size());
    if (compared_with_.size() != cells) compared_with_.assign(cells, 0);
    if (common_.size() != cells) {
        common_.assign(cells, 0);
        met_.resize(cells + 1);
    }
    drop_done_numbers();
    for (const int number : numbers_) {
        const auto unknown = static_cast<std::int8_t>(unknown_left(number));
        if (compared_with_[number] == unknown) continue;
        compared_with_[number] = unknown;
        compare_with_others(graph, number, safe);
    }
    std::ranges::sort(safe);
    safe.erase(std::unique(safe.begin(), safe.end()), safe.end());
}

// If one number needs more mines than the other, as many as there are cells that only it touches,
// all of these are mines, and none of the cells that only the other touches is.
void Frontier::compare_with_others(const Graph& graph, int number,
                                   std::vector<std::int32_t>& safe) {
    std::size_t count = 0;
    Neighbours unknown;
    for (const int cell : unknown_cells(graph, number, unknown)) {
        for (const int other : graph.around(cell)) {  // branch-free: hard to predict
            const bool is_open = is_number(faces_[other]);
            met_[count] = other;
            count += is_open & (common_[other] == 0);
            common_[other] = static_cast<std::int8_t>(common_[other] + is_open);
        }
    }
    for (const int other : std::span(met_).first(count)) {
        const int shared = common_[other];
        const int only_this = unknown_left(number) - shared;
        const int only_other = unknown_left(other) - shared;
        const int more = needs_[other] - needs_[number];
        common_[other] = 0;
        if (only_this > 0 && more == only_other) add_cells_of_only(graph, number, other, safe);
        if (only_other > 0 && -more == only_this) add_cells_of_only(graph, other, number, safe);
    }
}

void Frontier::add_cells_of_only(const Graph& graph, int number, int other,
                                 std::vector<std::int32_t>& safe) const {
    Neighbours unknown;
    for (const int cell : unknown_cells(graph, number, unknown)) {
        bool is_shared = false;
        for (const int j : graph.around(cell)) is_shared |= j == other;
        if (!is_shared) safe.push_back(cell);
    }
}

}  // namespace sapper
