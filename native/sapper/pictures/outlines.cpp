#include "sapper/pictures/outlines.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace sapper::pictures {

namespace {

constexpr float kPens[] = {0.09f, 0.16f, 0.24f};  // of the height
constexpr float kSolid = 3;  // less than this differs from the mean in a filled square
constexpr float kAspectWeight = 0.35f;
constexpr int kRaster = 40;  // pixels of the height of an outline

struct Point {
    float x, y;
};
using Line = std::vector<Point>;

struct Strokes {
    int shape;
    std::vector<Line> lines;  // in a box about 0.6 wide and 1 high
};

Line loop(float x, float y, float across, float down) {
    Line line;
    for (int i = 0; i <= 16; ++i) {
        const auto angle = static_cast<float>(2 * std::numbers::pi * i / 16);
        line.push_back({x + across * std::sin(angle), y - down * std::cos(angle)});
    }
    return line;
}

std::vector<Strokes> all_strokes() {
    const int q = kQuestionShape;
    return {
        {0, {loop(.3f, .5f, .3f, .5f)}},
        {0,
         {{{0, .1f},
           {.1f, 0},
           {.5f, 0},
           {.6f, .1f},
           {.6f, .9f},
           {.5f, 1},
           {.1f, 1},
           {0, .9f},
           {0, .1f}}}},
        {1, {{{0, .25f}, {.3f, .02f}, {.3f, 1}}}},
        {1, {{{0, .2f}, {.3f, .02f}, {.3f, 1}}, {{0, 1}, {.6f, 1}}}},
        {1, {{{0, .12f}, {.3f, .02f}, {.3f, 1}}}},
        {1, {{{.02f, .15f}, {.2f, .02f}, {.2f, 1}}, {{0, 1}, {.4f, 1}}}},
        {1,
         {{{.12f, .3f}, {.3f, .05f}, {.3f, 1}}, {{.1f, .3f}, {.3f, .3f}}, {{.05f, 1}, {.55f, 1}}}},
        {1,
         {{{.1f, .08f}, {.22f, .0f}, {.22f, 1}},
          {{.05f, 1}, {.4f, 1}},
          {{.05f, .1f}, {.22f, .06f}}}},
        {1, {{{0, .12f}, {.16f, 0}, {.16f, 1}}}},
        {1, {{{0, .2f}, {.2f, 0}, {.2f, 1}}}},
        {1, {{{0, .1f}, {.12f, .02f}, {.12f, 1}}, {{.02f, 1}, {.24f, 1}}}},
        {1, {{{.0f, .08f}, {.16f, 0}, {.16f, 1}}, {{-.02f, 1}, {.34f, 1}}}},
        {1, {{{0, .06f}, {.08f, 0}, {.08f, 1}}}},
        {2,
         {{{.02f, .22f},
           {.1f, .07f},
           {.3f, 0},
           {.5f, .07f},
           {.58f, .25f},
           {.5f, .45f},
           {.02f, 1},
           {.6f, 1}}}},
        {2,
         {{{0, .12f}, {.1f, 0}, {.5f, 0}, {.6f, .1f}, {.6f, .38f}, {.1f, .7f}, {0, 1}, {.6f, 1}}}},
        {2,
         {{{0, .2f}, {.1f, 0}, {.5f, 0}, {.6f, .15f}, {.6f, .35f}, {0, .85f}, {0, 1}, {.6f, 1}}}},
        {2, {{{0, 0}, {.6f, 0}, {.6f, .5f}, {0, .5f}, {0, 1}, {.6f, 1}}}},
        {3,
         {{{.02f, .12f}, {.28f, 0}, {.52f, .1f}, {.55f, .3f}, {.4f, .46f}, {.2f, .48f}},
          {{.4f, .48f}, {.58f, .62f}, {.58f, .82f}, {.45f, .96f}, {.25f, 1}, {0, .9f}}}},
        {3,
         {{{0, 0},
           {.5f, 0},
           {.6f, .1f},
           {.6f, .4f},
           {.5f, .5f},
           {.6f, .6f},
           {.6f, .9f},
           {.5f, 1},
           {0, 1}},
          {{.15f, .5f}, {.5f, .5f}}}},
        {3,
         {{{.02f, 0},
           {.58f, 0},
           {.25f, .4f},
           {.5f, .47f},
           {.6f, .7f},
           {.5f, .93f},
           {.25f, 1},
           {0, .9f}}}},
        {3, {{{0, 0}, {.6f, 0}, {.6f, 1}, {0, 1}}, {{.1f, .5f}, {.6f, .5f}}}},
        {3,
         {{{.04f, .2f}, {.12f, .04f}, {.32f, .0f}, {.5f, .14f}, {.42f, .36f}, {.22f, .44f}},
          {{.22f, .44f}, {.5f, .52f}, {.56f, .74f}, {.42f, .94f}, {.16f, 1}, {0, .94f}}}},
        {4, {{{.45f, 1}, {.45f, 0}, {0, .68f}, {.65f, .68f}}}},
        {4, {{{.15f, 0}, {.02f, .5f}, {.6f, .5f}}, {{.48f, 0}, {.48f, 1}}}},
        {4, {{{.5f, 1}, {.5f, 0}, {.35f, 0}, {0, .6f}, {0, .72f}, {.65f, .72f}}}},
        {4, {{{0, 0}, {0, .5f}, {.6f, .5f}}, {{.6f, 0}, {.6f, 1}}}},
        {4, {{{.45f, 1}, {.45f, 0}, {0, .7f}, {.65f, .7f}}, {{.28f, 1}, {.62f, 1}}}},
        {4, {{{.42f, 1}, {.42f, 0}, {0, .64f}, {.62f, .64f}}}},
        {4, {{{.38f, 1}, {.38f, .02f}, {0, .74f}, {.55f, .74f}}}},
        {5,
         {{{.55f, 0},
           {.1f, 0},
           {.06f, .45f},
           {.3f, .38f},
           {.52f, .48f},
           {.6f, .68f},
           {.5f, .92f},
           {.28f, 1},
           {0, .92f}}}},
        {5,
         {{{.6f, 0}, {0, 0}, {0, .48f}, {.5f, .48f}, {.6f, .58f}, {.6f, .9f}, {.5f, 1}, {0, 1}}}},
        {5, {{{.6f, 0}, {0, 0}, {0, .5f}, {.6f, .5f}, {.6f, 1}, {0, 1}}}},
        {6,
         {{{.55f, .06f},
           {.35f, 0},
           {.12f, .13f},
           {.02f, .5f},
           {.06f, .85f},
           {.3f, 1},
           {.54f, .88f},
           {.59f, .68f},
           {.5f, .48f},
           {.3f, .4f},
           {.06f, .55f}}}},
        {6,
         {{{.55f, 0},
           {.1f, 0},
           {0, .1f},
           {0, .9f},
           {.1f, 1},
           {.5f, 1},
           {.6f, .9f},
           {.6f, .55f},
           {.5f, .45f},
           {0, .45f}}}},
        {6, {{{.45f, 0}, {.08f, .5f}}, loop(.3f, .7f, .28f, .3f)}},
        {6, {{{.6f, 0}, {0, 0}, {0, 1}, {.6f, 1}, {.6f, .5f}, {0, .5f}}}},
        {7, {{{0, 0}, {.6f, 0}, {.2f, 1}}}},
        {7, {{{0, 0}, {.6f, 0}, {.6f, .3f}, {.35f, .6f}, {.3f, 1}}}},
        {7, {{{0, 0}, {.6f, 0}, {.6f, .3f}, {.4f, .7f}, {.4f, 1}}}},
        {7, {{{0, 0}, {.6f, 0}, {.6f, 1}}}},
        {8, {loop(.3f, .24f, .25f, .24f), loop(.3f, .73f, .29f, .27f)}},
        {8,
         {{{.1f, 0},
           {.5f, 0},
           {.6f, .1f},
           {.6f, .4f},
           {.5f, .5f},
           {.6f, .6f},
           {.6f, .9f},
           {.5f, 1},
           {.1f, 1},
           {0, .9f},
           {0, .6f},
           {.1f, .5f},
           {0, .4f},
           {0, .1f},
           {.1f, 0}},
          {{.1f, .5f}, {.5f, .5f}}}},
        {8, {{{0, 0}, {.6f, 0}, {.6f, 1}, {0, 1}, {0, 0}}, {{0, .5f}, {.6f, .5f}}}},
        {q,
         {{{0, .16f}, {.2f, 0}, {.45f, .02f}, {.6f, .14f}, {.55f, .32f}, {.3f, .5f}, {.26f, .56f}},
          {{.25f, .9f}, {.25f, .94f}}}},
        {q,
         {{{.02f, .22f},
           {.1f, .06f},
           {.3f, 0},
           {.5f, .06f},
           {.56f, .22f},
           {.46f, .4f},
           {.3f, .52f},
           {.28f, .7f}},
          {{.28f, .98f}, {.28f, 1}}}},
    };
}

float distance(Point p, Point a, Point b) {
    const float dx = b.x - a.x, dy = b.y - a.y;
    const float along = ((p.x - a.x) * dx + (p.y - a.y) * dy) / std::max(dx * dx + dy * dy, 1e-9f);
    const float t = std::clamp(along, 0.0f, 1.0f);
    return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

Glyph draw(const Strokes& strokes, float pen) {
    constexpr int kWide = kRaster * 6 / 5, kHigh = kRaster * 3 / 2;
    std::vector<float> ink(kWide * kHigh);
    int left = kWide, right = 0, top = kHigh, bottom = 0;
    for (int y = 0; y < kHigh; ++y)
        for (int x = 0; x < kWide; ++x) {
            const Point p{(static_cast<float>(x) + .5f) / kRaster - .2f,
                          (static_cast<float>(y) + .5f) / kRaster - .2f};
            float nearest = 9;
            for (const auto& line : strokes.lines)
                for (std::size_t i = 0; i + 1 < line.size(); ++i)
                    nearest = std::min(nearest, distance(p, line[i], line[i + 1]));
            if (nearest > pen / 2) continue;
            ink[y * kWide + x] = 1;
            left = std::min(left, x);
            right = std::max(right, x + 1);
            top = std::min(top, y);
            bottom = std::max(bottom, y + 1);
        }
    return normalised(ink.data() + top * kWide + left, right - left, bottom - top, kWide);
}

struct Outline {
    int shape;
    Glyph glyph;
};

// Drawn once; about ten milliseconds.
const std::vector<Outline>& outlines() {
    static const std::vector<Outline> all = [] {
        std::vector<Outline> drawn;
        for (const auto& strokes : all_strokes())
            for (const float pen : kPens) drawn.push_back({strokes.shape, draw(strokes, pen)});
        return drawn;
    }();
    return all;
}

}  // namespace

Glyph normalised(const float* ink, int width, int height, int stride) {
    Glyph glyph;
    glyph.aspect = static_cast<float>(width) / static_cast<float>(height);
    // Each pixel of the glyph is the mean of what it covers.
    const auto part = [](int i, int size, int of) {
        return static_cast<float>(i) * static_cast<float>(of) / static_cast<float>(size);
    };
    std::vector<float> rows(static_cast<std::size_t>(height) * kGlyphWidth);
    const auto mean = [](float from, float to, auto&& at) {
        float sum = 0;
        for (int k = static_cast<int>(from); static_cast<float>(k) < to; ++k)
            sum += at(k) * (std::min(to, static_cast<float>(k + 1)) -
                            std::max(from, static_cast<float>(k)));
        return sum / (to - from);
    };
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < kGlyphWidth; ++x)
            rows[y * kGlyphWidth + x] =
                mean(part(x, kGlyphWidth, width), part(x + 1, kGlyphWidth, width),
                     [&](int k) { return ink[y * stride + std::min(k, width - 1)]; });
    for (int y = 0; y < kGlyphHeight; ++y)
        for (int x = 0; x < kGlyphWidth; ++x)
            glyph.values[y * kGlyphWidth + x] =
                mean(part(y, kGlyphHeight, height), part(y + 1, kGlyphHeight, height),
                     [&](int k) { return rows[std::min(k, height - 1) * kGlyphWidth + x]; });
    float sum = 0, squares = 0;
    for (const float value : glyph.values) sum += value;
    for (float& value : glyph.values) {
        value -= sum / static_cast<float>(glyph.values.size());
        squares += value * value;
    }
    for (float& value : glyph.values) value = squares > kSolid ? value / std::sqrt(squares) : 0;
    return glyph;
}

float likeness(const Glyph& a, const Glyph& b) {
    float sum = 0;
    for (std::size_t i = 0; i < a.values.size(); ++i) sum += a.values[i] * b.values[i];
    return sum;
}

std::array<float, kShapes> compare_with_outlines(const Glyph& glyph) {
    std::array<float, kShapes> best;
    best.fill(-1);
    for (const auto& outline : outlines()) {
        const float aspect = std::abs(std::log(glyph.aspect / outline.glyph.aspect));
        float& likest = best[static_cast<std::size_t>(outline.shape)];
        likest = std::max(likest, likeness(glyph, outline.glyph) - kAspectWeight * aspect);
    }
    return best;
}

}  // namespace sapper::pictures
