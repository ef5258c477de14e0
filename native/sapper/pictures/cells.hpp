// What each cell looks like: its paper, its rim, and the glyph on it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "sapper/pictures/grid.hpp"
#include "sapper/pictures/outlines.hpp"

namespace sapper::pictures {

using Colour = std::array<float, 3>;

// The largest difference of a channel.
float difference(const Colour& a, const Colour& b);

struct Look {
    Colour paper{};               // the colour behind the glyph
    std::array<Colour, 4> rim{};  // means along the top, bottom, left and right
    float plain = 0;              // share of the cell that has the colour of the paper
    std::optional<Glyph> glyph;
    Colour ink{};
    float colours = 0;  // share of the glyph that is no mixture of paper and ink
    float tall = 0;     // height of the glyph, in cells
};

// Row by row.
std::vector<Look> looks_of(const Colours& colours, const Grid& grid);

}  // namespace sapper::pictures
