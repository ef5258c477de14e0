// Which sign each cell shows: cells that look alike get one name, and the rules of the game decide
// between names that the looks leave open.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sapper/pictures/cells.hpp"

namespace sapper::pictures {

// The digits 0 to 8, then these.
enum Sign : std::uint8_t { kCoveredSign = 9, kFlagSign, kMineSign, kQuestionSign, kSigns };

inline bool is_digit(std::uint8_t sign) { return sign <= 8; }

// Sides of the board, in bits.
enum Side : unsigned { kTop = 1, kBottom = 2, kLeft = 4, kRight = 8 };

// Cells that look alike. Costs are comparable with violations of the rules: 1 is one violation.
struct Cluster {
    std::vector<int> cells;
    bool has_glyph = false;
    std::array<float, 5 * 3> frame{};  // the paper, and the rim relative to it
    Colour ink{};
    float colours = 0, tall = 0;
    Glyph glyph;
    std::array<float, kShapes> shapes{};  // likeness to outlines
    std::array<float, kSigns> costs{};    // of each sign, by looks
    std::uint8_t sign = kCoveredSign;
    float margin = 0;  // how much more the next best sign costs, rules included
};

struct Names {
    int rows = 0, columns = 0;
    unsigned open_sides = 0;  // beyond which more cells may lie
    std::vector<Cluster> clusters;
    std::vector<std::int32_t> cluster_of;
    std::vector<std::uint8_t> signs;
    std::vector<float> margins;  // of each cell

    template <class Use>
    void each_around(int cell, Use&& use) const {
        const int row = cell / columns, column = cell % columns;
        for (int r = row > 0 ? row - 1 : 0; r <= row + 1 && r < rows; ++r)
            for (int c = column > 0 ? column - 1 : 0; c <= column + 1 && c < columns; ++c)
                if (r != row || c != column) use(r * columns + c);
    }
    bool is_beside(int cell, unsigned sides) const;
    // How much the number in this cell contradicts its neighbours.
    float violation(int cell) const;
};

// The names of all cells; without clusters if too few look alike for a board.
Names name_cells(const std::vector<Look>& looks, int rows, int columns, unsigned open_sides);

}  // namespace sapper::pictures
