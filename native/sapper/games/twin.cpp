#include "sapper/games/twin.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "sapper/random.hpp"

namespace sapper {

namespace {

// Whether exchanging the contents of these cells changes no number that can be seen. Half of them
// are mines.
bool is_twin(const Graph& graph, const Ground& ground, std::span<const std::int32_t> cells) {
    for (const int cell : cells) {
        for (const int seen : graph.around(cell)) {
            if (ground.is_mine(seen) || std::ranges::find(cells, seen) != cells.end()) continue;
            int change = 0;
            for (const int near : graph.around(seen))
                if (std::ranges::find(cells, near) != cells.end())
                    change += ground.is_mine(near) ? -1 : 1;
            if (change != 0) return false;
        }
    }
    return true;
}

}  // namespace

TwinFinder::TwinFinder(const Graph& graph) : graph_(graph) {
    for (int cell = 0; cell < graph.size(); ++cell)
        words_.push_back(scatter(static_cast<std::uint64_t>(cell) + 1));
    keys_without_mines_.resize(words_.size());
    for (int cell = 0; cell < graph.size(); ++cell)
        for (const int j : graph.around(cell)) keys_without_mines_[j] += words_[cell];
}

bool TwinFinder::finds(const Ground& ground, int first) {
    find_keys(ground);
    for (int cell = 0; cell < graph_.size(); ++cell)
        if (ground.is_mine(cell) && can_move(ground, first, cell)) return true;
    for (int row = 0; row + 1 < graph_.rows(); ++row)
        for (int column = 0; column + 1 < graph_.columns(); ++column)
            if (can_exchange(ground, first, row * graph_.columns() + column)) return true;
    return false;
}

// Mines are fewer than safe cells, so they are taken away.
void TwinFinder::find_keys(const Ground& ground) {
    keys_ = keys_without_mines_;
    for (int cell = 0; cell < graph_.size(); ++cell) {
        if (!ground.is_mine(cell)) continue;
        for (const int j : graph_.around(cell)) keys_[j] -= words_[cell];
    }
}

// Where the mine moves to must be near every safe cell that sees the mine; we look around the first
// of these, and at it.
bool TwinFinder::can_move(const Ground& ground, int first, int mine) const {
    const auto fits = [&](int cell) {
        const std::uint64_t difference = keys_[mine] - keys_[cell];
        if (difference != 0 && difference != words_[cell]) return false;
        return cell != first && !ground.is_mine(cell) &&
               is_twin(graph_, ground, std::array{mine, cell});
    };
    for (const int witness : graph_.around(mine)) {
        if (ground.is_mine(witness)) continue;
        if (fits(witness)) return true;
        for (const int cell : graph_.around(witness))
            if (fits(cell)) return true;
        return false;
    }
    return false;
}

// The two safe cells of the block see three others of it each, of which two are mines.
bool TwinFinder::can_exchange(const Ground& ground, int first, int corner) const {
    const std::array block{corner, corner + 1, corner + graph_.columns(),
                           corner + graph_.columns() + 1};
    const bool is_first_mine = ground.is_mine(block[0]);
    if (ground.is_mine(block[3]) != is_first_mine || ground.is_mine(block[1]) == is_first_mine ||
        ground.is_mine(block[2]) == is_first_mine)
        return false;
    const auto key_of = [&](std::size_t a, std::size_t b) {
        return keys_[block[a]] + keys_[block[b]];
    };
    const std::uint64_t safe =
        is_first_mine ? words_[block[1]] + words_[block[2]] : words_[block[0]] + words_[block[3]];
    const std::uint64_t difference =
        is_first_mine ? key_of(0, 3) - key_of(1, 2) : key_of(1, 2) - key_of(0, 3);
    return difference == safe && std::ranges::find(block, first) == block.end() &&
           is_twin(graph_, ground, block);
}

}  // namespace sapper
