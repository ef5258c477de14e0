// The layout of a game: where the mines are and what every cell would show. Hidden from the player.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sapper/graph.hpp"
#include "sapper/value/terrain.hpp"

namespace sapper {

class Ground {
   public:
    // `mines` has one byte per cell, 1 for a mine.
    void lay(const Graph& graph, std::vector<std::uint8_t> mines) {
        mines_ = std::move(mines);
        if (known_graph_ != graph.id()) {
            known_graph_ = graph.id();
            is_plain_ = is_plain_rectangle(graph);
            zeros_.resize(mines_.size());
        }
        numbers_.resize(mines_.size());
        if (is_plain_)
            number_rows(static_cast<std::size_t>(graph.columns()));
        else
            number_around(graph);
    }

    const std::vector<std::uint8_t>& mines() const { return mines_; }
    bool is_mine(int cell) const { return mines_[cell] != 0; }
    int number(int cell) const { return numbers_[cell]; }

    // Opens a safe covered cell and, after a zero, all cells that open automatically. `opened` has
    // one byte per cell; `show(cell, number)` is called for each newly opened cell.
    template <class Show>
    void open(const Graph& graph, int cell, std::vector<std::uint8_t>& opened, Show&& show) {
        // Local pointers: the compiler must assume that a written byte may change a member.
        std::uint8_t* const is_open = opened.data();
        const std::uint8_t* const numbers = numbers_.data();
        std::int32_t* const zeros = zeros_.data();
        is_open[cell] = 1;
        show(cell, numbers[cell]);
        if (numbers[cell] != 0) return;
        zeros[0] = cell;
        for (std::size_t waiting = 1; waiting > 0;) {
            for (const int j : graph.around(zeros[--waiting])) {
                if (is_open[j]) continue;
                is_open[j] = 1;
                show(j, numbers[j]);
                zeros[waiting] = j;
                waiting += numbers[j] == 0;
            }
        }
    }

   private:
    void number_around(const Graph& graph) {
        std::ranges::fill(numbers_, std::uint8_t{0});
        for (int cell = 0; cell < graph.size(); ++cell) {
            if (!mines_[cell]) continue;
            for (const int j : graph.around(cell)) ++numbers_[j];
        }
    }

    // The same on an ordinary grid, without branches: the sums of three cells beside each other,
    // then the sums of three of these below each other.
    void number_rows(std::size_t columns) {
        const std::size_t cells = mines_.size();
        threes_.assign(cells + 2 * columns, 0);  // with an empty row above and one below
        std::uint8_t* const threes = threes_.data() + columns;
        const std::uint8_t* const mines = mines_.data();
        for (std::size_t i = 1; i + 1 < cells; ++i)
            threes[i] = static_cast<std::uint8_t>(mines[i - 1] + mines[i] + mines[i + 1]);
        for (std::size_t row = 0; row < cells; row += columns) {  // do not reach around the edge
            const std::size_t last = row + columns - 1;
            threes[row] = static_cast<std::uint8_t>(mines[row] + mines[row + 1]);
            threes[last] = static_cast<std::uint8_t>(mines[last - 1] + mines[last]);
        }
        const std::uint8_t *above = threes - columns, *below = threes + columns;
        std::uint8_t* const numbers = numbers_.data();
        for (std::size_t i = 0; i < cells; ++i)
            numbers[i] = static_cast<std::uint8_t>(above[i] + threes[i] + below[i] - mines[i]);
    }

    std::vector<std::uint8_t> mines_;
    std::vector<std::uint8_t> numbers_;
    std::vector<std::uint8_t> threes_;
    std::vector<std::int32_t> zeros_;  // opened zeros whose neighbours are still to be opened
    std::uint64_t known_graph_ = 0;
    bool is_plain_ = false;
};

}  // namespace sapper
