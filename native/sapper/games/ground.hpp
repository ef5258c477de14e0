// The layout of a game: where the mines are and what every cell would show. Hidden from the player.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sapper/graph.hpp"

namespace sapper {

class Ground {
   public:
    // `mines` has one byte per cell, 1 for a mine.
    void lay(const Graph& graph, std::vector<std::uint8_t> mines) {
        mines_ = std::move(mines);
        numbers_.assign(mines_.size(), 0);
        for (int cell = 0; cell < graph.size(); ++cell) {
            if (!mines_[cell]) continue;
            for (const int j : graph.around(cell)) ++numbers_[j];
        }
    }

    const std::vector<std::uint8_t>& mines() const { return mines_; }
    bool is_mine(int cell) const { return mines_[cell] != 0; }
    int number(int cell) const { return numbers_[cell]; }

    // Opens a safe covered cell and, after a zero, all cells that open automatically. `opened` has
    // one byte per cell; `show(cell, number)` is called for each newly opened cell.
    template <class Show>
    void open(const Graph& graph, int cell, std::vector<std::uint8_t>& opened, Show&& show) {
        stack_.assign(1, cell);
        opened[cell] = 1;
        while (!stack_.empty()) {
            const int now = stack_.back();
            stack_.pop_back();
            show(now, numbers_[now]);
            if (numbers_[now] != 0) continue;
            for (const int j : graph.around(now)) {
                if (opened[j]) continue;
                opened[j] = 1;
                stack_.push_back(j);
            }
        }
    }

   private:
    std::vector<std::uint8_t> mines_;
    std::vector<std::uint8_t> numbers_;
    std::vector<std::int32_t> stack_;
};

}  // namespace sapper
