#include "sapper/pictures/picture.hpp"

#include <algorithm>
#include <cstdlib>

namespace sapper::pictures {

namespace {

constexpr int kAlternating = 10;         // levels, up and down from pixel to pixel
constexpr double kDitheredShare = 0.03;  // of the pixels

bool is_dithered(const Colours& colours) {
    std::size_t alternating = 0;
    const auto& first = colours[1];
    for (int y = 0; y < first.height; ++y) {
        const auto* row = first.row(y);
        for (int x = 0; x + 3 < first.width; ++x) {
            const int a = row[x + 1] - row[x], b = row[x + 2] - row[x + 1],
                      c = row[x + 3] - row[x + 2];
            alternating +=
                std::min({a, -b, c}) > kAlternating || std::min({-a, b, -c}) > kAlternating;
        }
    }
    return static_cast<double>(alternating) >
           kDitheredShare * static_cast<double>(first.values.size());
}

// Weights 1, 2, 1 in both directions.
Plane<std::uint8_t> smooth(const Plane<std::uint8_t>& plane) {
    Plane<std::uint8_t> result(plane.width, plane.height);
    for (int y = 0; y < plane.height; ++y) {
        const auto* above = plane.row(std::max(y - 1, 0));
        const auto* here = plane.row(y);
        const auto* below = plane.row(std::min(y + 1, plane.height - 1));
        const auto column = [&](int x) { return above[x] + 2 * here[x] + below[x]; };
        for (int x = 0; x < plane.width; ++x)
            result.row(y)[x] =
                static_cast<std::uint8_t>((column(std::max(x - 1, 0)) + 2 * column(x) +
                                           column(std::min(x + 1, plane.width - 1)) + 8) /
                                          16);
    }
    return result;
}

}  // namespace

Colours colours_of(const Picture& picture) {
    Colours colours;
    for (auto& plane : colours) plane = {picture.width, picture.height};
    const auto pixels = colours[0].values.size();
    for (std::size_t i = 0; i < pixels; ++i) {
        const auto* pixel = picture.rgba.data() + 4 * i;
        const int white = 255 * (255 - pixel[3]);
        for (std::size_t c = 0; c < 3; ++c)
            colours[c].values[i] =
                pixel[3] == 255 ? pixel[c]
                                : static_cast<std::uint8_t>((pixel[c] * pixel[3] + white) / 255);
    }
    if (is_dithered(colours))
        for (auto& plane : colours) plane = smooth(plane);
    return colours;
}

Colours halve(const Colours& colours) {
    Colours result;
    for (std::size_t c = 0; c < 3; ++c) {
        const auto& from = colours[c];
        Plane<std::uint8_t> half(from.width / 2, from.height / 2);
        for (int y = 0; y < half.height; ++y) {
            const auto *above = from.row(2 * y), *below = from.row(2 * y + 1);
            auto* to = half.row(y);
            for (int x = 0; x < half.width; ++x)
                to[x] = static_cast<std::uint8_t>(
                    (above[2 * x] + above[2 * x + 1] + below[2 * x] + below[2 * x + 1] + 2) / 4);
        }
        result[c] = std::move(half);
    }
    return result;
}

}  // namespace sapper::pictures
