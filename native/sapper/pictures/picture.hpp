// A picture as the host decoded it, and its planes: what the reader measures.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sapper::pictures {

// Rows of pixels from the top, four bytes each: red, green, blue and opacity.
struct Picture {
    std::span<const std::uint8_t> rgba;
    int width = 0;
    int height = 0;
};

template <class T>
struct Plane {
    int width = 0;
    int height = 0;
    std::vector<T> values;

    Plane() = default;
    Plane(int width_, int height_)
        : width(width_),
          height(height_),
          values(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)) {}
    T* row(int y) { return values.data() + static_cast<std::size_t>(y) * width; }
    const T* row(int y) const { return values.data() + static_cast<std::size_t>(y) * width; }
    T at(int x, int y) const { return row(y)[x]; }
};

// Red, green and blue apart, on white.
using Colours = std::array<Plane<std::uint8_t>, 3>;

// Pictures saved with few colours alternate between two where a third was wanted: they are
// smoothed.
Colours colours_of(const Picture& picture);
// The same at half the size.
Colours halve(const Colours& colours);

}  // namespace sapper::pictures
