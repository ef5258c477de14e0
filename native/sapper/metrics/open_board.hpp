// A layout as the metrics see it: all numbers known, the openings and the cells outside of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sapper/graph.hpp"

namespace sapper {

// An *opening* is a maximal connected set of zeros; its *edge* are the numbers that touch it. A
// *lone* cell is a number that touches no zero: only a click of its own, or a chord, opens it.
// Made in time linear in the cells and their neighbours.
class OpenBoard {
   public:
    // `mines` has one byte per cell, not 0 for a mine.
    OpenBoard(const Graph& graph, std::span<const std::uint8_t> mines);

    const Graph& graph() const { return *graph_; }
    bool is_mine(int cell) const { return number_[cell] == kMine; }
    bool is_zero(int cell) const { return number_[cell] == 0; }
    bool is_lone(int cell) const { return is_lone_[cell] != 0; }
    int number(int cell) const { return number_[cell]; }
    int lone_cells() const { return lone_cells_; }

    int openings() const { return static_cast<int>(opening_begin_.size()) - 1; }
    int opening_of(int zero) const { return opening_of_[zero]; }
    std::span<const std::int32_t> zeros_of(int opening) const {
        return {zeros_.data() + opening_begin_[opening],
                zeros_.data() + opening_begin_[opening + 1]};
    }

    // Bechtel's board benchmark value: the fewest left clicks that open the board without flags.
    int bbbv() const { return openings() + lone_cells_; }

    // How much of it is solved: the open lone cells, and the openings of which every zero and the
    // whole edge is open, so that it is all of it just when every safe cell is open.
    int solved_bbbv(std::span<const std::uint8_t> faces) const;

    // How many maximal connected sets of lone cells there are.
    int islands() const;

    // How many cells show 0, 1, 2 ...; as long as the most neighbours of a cell need.
    std::vector<int> cells_by_number() const;

   private:
    void find_openings();
    void find_lone_cells();
    bool is_solved(int opening, std::span<const std::uint8_t> faces) const;

    const Graph* graph_;
    std::vector<std::uint8_t> number_;
    std::vector<std::uint8_t> is_lone_;
    std::vector<std::int32_t> opening_of_;  // -1 for every cell that is no zero
    std::vector<std::int32_t> zeros_;       // of the first opening, of the second ...
    std::vector<std::int32_t> opening_begin_{0};
    int lone_cells_ = 0;
};

}  // namespace sapper
