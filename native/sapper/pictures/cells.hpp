// What each cell looks like: its paper, its rim, and the glyph on it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "sapper/pictures/grid.hpp"
#include "sapper/pictures/outlines.hpp"

namespace sapper::pictures {

using Colour = std::array<float, 3>;

// The largest difference of a channel.
inline float difference(const Colour& a, const Colour& b) {
    return std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])});
}

struct Look {
    Colour paper{};               // the colour behind the glyph
    std::array<Colour, 4> rim{};  // means along the top, bottom, left and right
    std::optional<Glyph> glyph;
    Colour ink{};
    float colours = 0;  // share of the glyph that is no mixture of paper and ink
    float tall = 0;     // height of the glyph, in cells
};

// Row by row.
std::vector<Look> looks_of(const Colours& colours, const Grid& grid);

}  // namespace sapper::pictures
