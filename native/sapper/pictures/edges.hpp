// Where a picture has straight edges: the sides of cells.
//
// A map exists for several lengths of edge and for the picture at halved sizes, so that cells of
// any size have sides of about the right length in one of them. What a glyph draws is too short.
#pragma once

#include <cstdint>
#include <vector>

#include "sapper/pictures/picture.hpp"

namespace sapper::pictures {

// Edges across one axis; those of horizontal lines are stored transposed, so that both directions
// are read alike. The step at x lies between the pixels x and x + 1 of a row.
struct Steps {
    Plane<std::int8_t> signed_steps;  // of the colour that differs most
    // How much of `length` pixels along an edge through here is a step of one sign; 255 is all.
    Plane<std::uint8_t> straight(int length) const;
};

// One size of the picture.
struct Level {
    double scale = 1;  // pixels of the picture per pixel here
    Steps across, down;
};

// Lengths of the edges looked for at every level; cells are 1.35 to 2.3 times as long.
constexpr int kEdgeLengths[] = {7, 10, 14};

std::vector<Level> levels_of(const Colours& colours);

}  // namespace sapper::pictures
