// Finds the board: where its lines are.
#pragma once

#include <vector>

#include "sapper/pictures/edges.hpp"

namespace sapper::pictures {

// The lines x + i * cell_width and y + i * cell_height, in pixels of the picture.
struct Grid {
    double x = 0, y = 0, cell_width = 0, cell_height = 0;
    int rows = 0, columns = 0;
    double score = 0;

    double right() const { return x + columns * cell_width; }
    double bottom() const { return y + rows * cell_height; }
};

// Grids that do not overlap, the best first; empty without any.
std::vector<Grid> find_grids(const std::vector<Level>& levels);

}  // namespace sapper::pictures
