#include "sapper/pictures/edges.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace sapper::pictures {

namespace {

constexpr int kLargestStep = 60;
constexpr int kFullStep = 10;  // levels at which a step counts fully
constexpr int kSmooth = 4;     // pixels along the edge, against noise
constexpr int kSmallestSide = 32, kMostLevels = 4;

std::int8_t largest(int red, int green, int blue) {
    int step = std::abs(red) >= std::abs(green) ? red : green;
    if (std::abs(blue) > std::abs(step)) step = blue;
    return static_cast<std::int8_t>(std::clamp(step, -kLargestStep, kLargestStep));
}

Plane<std::int8_t> steps_across(const Colours& colours) {
    Plane<std::int8_t> steps(colours[0].width, colours[0].height);
    for (int y = 0; y < steps.height; ++y) {
        const auto *r = colours[0].row(y), *g = colours[1].row(y), *b = colours[2].row(y);
        auto* to = steps.row(y);
        for (int x = 0; x + 1 < steps.width; ++x)
            to[x] = largest(r[x + 1] - r[x], g[x + 1] - g[x], b[x + 1] - b[x]);
    }
    return steps;
}

Plane<std::int8_t> steps_down(const Colours& colours) {
    Plane<std::int8_t> steps(colours[0].width, colours[0].height);
    for (int y = 0; y + 1 < steps.height; ++y) {
        const auto *r = colours[0].row(y), *g = colours[1].row(y), *b = colours[2].row(y);
        const auto w = steps.width;
        auto* to = steps.row(y);
        for (int x = 0; x < w; ++x)
            to[x] = largest(r[x + w] - r[x], g[x + w] - g[x], b[x + w] - b[x]);
    }
    return steps;
}

Plane<std::int8_t> transpose(const Plane<std::int8_t>& plane) {
    constexpr int kTile = 32;
    Plane<std::int8_t> result(plane.height, plane.width);
    for (int top = 0; top < plane.height; top += kTile)
        for (int left = 0; left < plane.width; left += kTile)
            for (int x = left; x < std::min(left + kTile, plane.width); ++x)
                for (int y = top; y < std::min(top + kTile, plane.height); ++y)
                    result.row(x)[y] = plane.at(x, y);
    return result;
}

// Thin lines fade when a picture is halved. So the larger step is kept: of the halved picture, or
// of the two steps that fall together.
void keep_thin_lines(Plane<std::int8_t>& half, const Plane<std::int8_t>& whole) {
    for (int y = 0; y < half.height; ++y) {
        const auto *above = whole.row(2 * y), *below = whole.row(2 * y + 1);
        auto* to = half.row(y);
        for (int x = 0; x + 1 < half.width; ++x) {
            const int middle = (above[2 * x + 1] + below[2 * x + 1]) / 2;
            const int after = (above[2 * x + 2] + below[2 * x + 2]) / 2;
            int best = to[x];
            if (std::abs(middle) > std::abs(best)) best = middle;
            if (std::abs(after) > std::abs(best)) best = after;
            to[x] = static_cast<std::int8_t>(best);
        }
    }
}

}  // namespace

Plane<std::uint8_t> Steps::straight(int length) const {
    const auto& from = signed_steps;
    Plane<std::uint8_t> result(from.width, from.height);
    if (from.height < length + kSmooth) return result;
    const std::size_t w = static_cast<std::size_t>(from.width);
    std::vector<std::int16_t> window(w * static_cast<std::size_t>(length)), sum(w);
    const int full = kFullStep * kSmooth * length;
    for (int y = 0; y + kSmooth <= from.height; ++y) {
        auto* slot = window.data() + w * static_cast<std::size_t>(y % length);
        const auto* first = from.row(y);
        const int centre = y - length + 1 + (length + kSmooth) / 2;
        auto* to = result.row(std::max(centre, 0));
        for (std::size_t x = 0; x < w; ++x) {
            const int four = first[x] + first[x + w] + first[x + 2 * w] + first[x + 3 * w];
            const auto step = static_cast<std::int16_t>(
                std::clamp(four, -kFullStep * kSmooth, kFullStep * kSmooth));
            sum[x] = static_cast<std::int16_t>(sum[x] + step - slot[x]);
            slot[x] = step;
            const int share =
                std::abs(sum[x]) * 2 - full;  // from half to nine tenths of the length
            to[x] = static_cast<std::uint8_t>(std::clamp(share * 319 / full, 0, 255));
        }
    }
    return result;
}

std::vector<Level> levels_of(const Colours& colours) {
    std::vector<Level> levels;
    std::optional<Colours> half;
    Plane<std::int8_t> down;
    for (int i = 0; i < kMostLevels; ++i) {
        const Colours& now = half ? *half : colours;
        if (std::min(now[0].width, now[0].height) < kSmallestSide) break;
        Level level;
        level.scale = 1 << i;
        level.across.signed_steps = steps_across(now);
        auto next_down = transpose(steps_down(now));
        if (i > 0) {
            keep_thin_lines(level.across.signed_steps, levels.back().across.signed_steps);
            keep_thin_lines(next_down, levels.back().down.signed_steps);
        }
        level.down.signed_steps = std::move(next_down);
        levels.push_back(std::move(level));
        half = halve(now);
    }
    return levels;
}

}  // namespace sapper::pictures
