// Where a picture has straight edges: the sides of cells.
//
// Maps exist for two lengths of edge and for the picture at halved sizes, so that cells of any size
// have sides of about the right length in one of them. What a glyph draws is too short.
#pragma once

#include <cstdint>
#include <vector>

#include "sapper/pictures/picture.hpp"

namespace sapper::pictures {

// The step of the colour that differs most; at x it lies between the pixels x and x + 1 of a row.
using Steps = Plane<std::int8_t>;

// One size of the picture. Steps of horizontal lines are stored transposed, so that both directions
// are read alike.
struct Level {
    double scale = 1;  // pixels of the picture per pixel here
    Steps across, down;
};

// Lengths of the edges looked for at every level; cells are 1.35 to 2.3 times as long.
constexpr int kEdgeLengths[] = {7, 10, 14};

std::vector<Level> levels_of(const Colours& colours);

// Sums of a few steps along an edge, against noise, up to what counts fully.
Steps smoothed(const Steps& steps);
// How much of `length` pixels along an edge through here is a step of one sign; 255 is all.
Plane<std::uint8_t> straight_edges(const Steps& smooth, int length);
// The mean step over `length` pixels along an edge.
Plane<std::uint8_t> short_edges(const Steps& steps, int length);

}  // namespace sapper::pictures
