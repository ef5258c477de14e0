// Finds the board: where its lines are.
#pragma once

#include <vector>

#include "sapper/pictures/edges.hpp"

namespace sapper::pictures {

// Lines at equal distances, in pixels.
struct Lines {
    double first = 0, period = 0;
    int count = 0;
    double at(double i) const { return first + period * i; }
};

// The lines around the cells of a board, in pixels of the picture.
struct Grid {
    Lines x, y;
    double score = 0;
    bool is_doubtful = false;  // another size is nearly as likely

    int rows() const { return y.count - 1; }
    int columns() const { return x.count - 1; }
    int cells() const { return rows() * columns(); }
    double cell() const { return (x.period + y.period) / 2; }
    double right() const { return x.at(columns()); }
    double bottom() const { return y.at(rows()); }
};

// Grids that do not overlap, the best first; empty without any.
std::vector<Grid> find_grids(std::vector<Level> levels);

// The mean step between neighbouring pixels, for each place along the rows, over some of them.
std::vector<float> mean_steps(const Steps& steps, double from, double to);

}  // namespace sapper::pictures
