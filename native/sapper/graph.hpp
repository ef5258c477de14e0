// The board as the core sees it: cells and their neighbours, no grid.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sapper {

// What a player sees in a cell, one byte: a number (0 to 35) or one of these.
// The same values stand in src/sapper/board/cell.py; a test holds them equal.
enum Face : std::uint8_t { kMaxNumber = 35, kHidden = 64, kFlag = 65, kQuestion = 66, kMine = 67 };

inline bool is_number(std::uint8_t face) { return face <= kMaxNumber; }
inline bool is_covered(std::uint8_t face) { return face >= kHidden && face <= kQuestion; }

// Neighbour lists in CSR form. `rows` and `columns` only lay the cells out for the caller and hint
// at good sweep directions; nothing here assumes that neighbours are near in the layout.
class Graph {
   public:
    Graph(int rows, int columns, std::vector<std::int32_t> offsets,
          std::vector<std::int32_t> neighbours)
        : rows_(rows),
          columns_(columns),
          offsets_(std::move(offsets)),
          neighbours_(std::move(neighbours)) {}

    int rows() const { return rows_; }
    int columns() const { return columns_; }
    int size() const { return static_cast<int>(offsets_.size()) - 1; }

    std::span<const std::int32_t> around(int cell) const {
        return {neighbours_.data() + offsets_[cell], neighbours_.data() + offsets_[cell + 1]};
    }

   private:
    int rows_;
    int columns_;
    std::vector<std::int32_t> offsets_;
    std::vector<std::int32_t> neighbours_;
};

}  // namespace sapper
