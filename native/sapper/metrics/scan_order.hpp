// The order in which a program looks at the cells of a board: eight of them, by name and number.
#pragma once

namespace sapper {

// Rank and cell of one scanning order. Bits of its number: 1 by rows, 2 from the bottom, 4 from the
// right. Number 0 goes column by column from the left, each from top to bottom.
class ScanOrder {
   public:
    static constexpr int kCount = 8;

    ScanOrder(int number, int rows, int columns)
        : by_rows_(number & 1),
          up_(number & 2),
          left_(number & 4),
          rows_(rows),
          columns_(columns) {}

    int rank(int cell) const {
        const int row = up_ ? rows_ - 1 - cell / columns_ : cell / columns_;
        const int column = left_ ? columns_ - 1 - cell % columns_ : cell % columns_;
        return by_rows_ ? row * columns_ + column : column * rows_ + row;
    }

    int cell(int rank) const {
        int row = by_rows_ ? rank / columns_ : rank % rows_;
        int column = by_rows_ ? rank % columns_ : rank / rows_;
        if (up_) row = rows_ - 1 - row;
        if (left_) column = columns_ - 1 - column;
        return row * columns_ + column;
    }

   private:
    bool by_rows_, up_, left_;
    int rows_, columns_;
};

}  // namespace sapper
