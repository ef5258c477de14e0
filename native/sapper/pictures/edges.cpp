#include "sapper/pictures/edges.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace sapper::pictures {

namespace {

constexpr int kLargestStep = 60;
constexpr int kFullStep = 7;  // levels at which a step counts fully
constexpr int kSmooth = 4;    // pixels along the edge, against noise
constexpr int kSmallestSide = 32, kMostLevels = 5;

using Short = std::int16_t;  // so that compilers use vectors

Steps steps_of(const Colours& colours, std::size_t next, int less_wide, int less_high) {
    Steps steps(colours[0].width, colours[0].height);
    for (int y = 0; y + less_high < steps.height; ++y) {
        const auto *r = colours[0].row(y), *g = colours[1].row(y), *b = colours[2].row(y);
        auto* to = steps.row(y);
        const auto width = static_cast<std::size_t>(steps.width - less_wide);
        for (std::size_t x = 0; x < width; ++x) {
            const Short red = static_cast<Short>(r[x + next] - r[x]);
            const Short green = static_cast<Short>(g[x + next] - g[x]);
            const Short blue = static_cast<Short>(b[x + next] - b[x]);
            const Short most = std::max({red, green, blue}), least = std::min({red, green, blue});
            const Short step = most > -least ? most : least;
            to[x] = static_cast<std::int8_t>(std::clamp<Short>(step, -kLargestStep, kLargestStep));
        }
    }
    return steps;
}

Steps transpose(const Steps& plane) {
    constexpr int kTile = 32;
    Steps result(plane.height, plane.width);
    for (int top = 0; top < plane.height; top += kTile)
        for (int left = 0; left < plane.width; left += kTile)
            for (int x = left; x < std::min(left + kTile, plane.width); ++x) {
                auto* to = result.row(x);
                for (int y = top; y < std::min(top + kTile, plane.height); ++y)
                    to[y] = plane.at(x, y);
            }
    return result;
}

// Thin lines fade when a picture is halved. So the larger step is kept: of the halved picture, or
// of the two steps that fall together.
void keep_thin_lines(Steps& half, const Steps& whole) {
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

std::vector<Level> levels_of(const Colours& colours) {
    std::vector<Level> levels;
    std::optional<Colours> half;
    for (int i = 0; i < kMostLevels; ++i) {
        const Colours& now = half ? *half : colours;
        const auto width = static_cast<std::size_t>(now[0].width);
        if (std::min(now[0].width, now[0].height) < kSmallestSide) break;
        Level level{static_cast<double>(1 << i), steps_of(now, 1, 1, 0),
                    transpose(steps_of(now, width, 0, 1))};
        if (i > 0) {
            keep_thin_lines(level.across, levels.back().across);
            keep_thin_lines(level.down, levels.back().down);
        }
        levels.push_back(std::move(level));
        half = halve(now);
    }
    return levels;
}

Steps smoothed(const Steps& steps) {
    Steps result(steps.width, steps.height);
    const auto w = static_cast<std::size_t>(steps.width);
    constexpr Short kClipped = kFullStep * kSmooth / 2;
    for (int y = 0; y + kSmooth <= steps.height; ++y) {
        const auto* first = steps.row(y);
        auto* to = result.row(y);
        for (std::size_t x = 0; x < w; ++x) {
            const auto four = static_cast<Short>(
                (first[x] + first[x + w] + first[x + 2 * w] + first[x + 3 * w]) / 2);
            to[x] = static_cast<std::int8_t>(std::clamp<Short>(four, -kClipped, kClipped));
        }
    }
    return result;
}

Plane<std::uint8_t> straight_edges(const Steps& smooth, int length) {
    Plane<std::uint8_t> result(smooth.width, smooth.height);
    const auto w = static_cast<std::size_t>(smooth.width);
    std::vector<Short> sum(w);
    const std::vector<std::int8_t> none(w);
    const auto full = static_cast<Short>(kFullStep * kSmooth / 2 * length);
    // From half to nine tenths of the length.
    const auto rise = static_cast<Short>(16 * 319 / full);
    for (int y = 0; y + kSmooth <= smooth.height; ++y) {
        const auto *in = smooth.row(y), *out = y < length ? none.data() : smooth.row(y - length);
        auto* to = result.row(std::max(y - length + 1 + (length + kSmooth) / 2, 0));
        for (std::size_t x = 0; x < w; ++x) {
            sum[x] = static_cast<Short>(sum[x] + in[x] - out[x]);
            const auto size = static_cast<Short>(sum[x] < 0 ? -sum[x] : sum[x]);
            const auto share = std::max<Short>(static_cast<Short>(2 * size - full), 0);
            to[x] = static_cast<std::uint8_t>(
                std::min<Short>(static_cast<Short>(share * rise >> 4), 255));
        }
    }
    return result;
}

Plane<std::uint8_t> short_edges(const Steps& steps, int length) {
    Plane<std::uint8_t> result(steps.width, steps.height);
    const auto w = static_cast<std::size_t>(steps.width);
    std::vector<Short> sum(w);
    for (int y = 0; y < steps.height; ++y) {
        std::ranges::fill(sum, Short{0});
        for (int t = 0; t < length; ++t) {
            const auto* row = steps.row(std::clamp(y + t - length / 2, 0, steps.height - 1));
            for (std::size_t x = 0; x < w; ++x) sum[x] = static_cast<Short>(sum[x] + row[x]);
        }
        auto* to = result.row(y);
        const auto part = static_cast<Short>(256 / length);
        for (std::size_t x = 0; x < w; ++x)
            to[x] = static_cast<std::uint8_t>((sum[x] < 0 ? -sum[x] : sum[x]) * part >> 8);
    }
    return result;
}

}  // namespace sapper::pictures
