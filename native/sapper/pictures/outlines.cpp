#include "sapper/pictures/outlines.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string>
#include <vector>

namespace sapper::pictures {

namespace {

constexpr float kPens[] = {0.09f, 0.16f, 0.24f};  // of the height
constexpr float kSolid = 3;  // less than this differs from the mean in a filled square
constexpr float kAspectWeight = 0.35f;
constexpr int kRaster = 40;  // pixels of the height of an outline

// What a shape is, and its lines: points in hundredths of the height, or an ellipse (o) by its
// middle and half axes.
constexpr const char* kStrokes[] = {
    "0 o 30 50 30 50",
    "0 0 10 10 0 50 0 60 10 60 90 50 100 10 100 0 90 0 10",
    "1 0 25 30 2 30 100",
    "1 0 20 30 2 30 100; 0 100 60 100",
    "1 0 12 30 2 30 100",
    "1 2 15 20 2 20 100; 0 100 40 100",
    "1 12 30 30 5 30 100; 10 30 30 30; 5 100 55 100",
    "1 10 8 22 0 22 100; 5 100 40 100; 5 10 22 6",
    "1 0 12 16 0 16 100",
    "1 0 20 20 0 20 100",
    "1 0 10 12 2 12 100; 2 100 24 100",
    "1 0 8 16 0 16 100; -2 100 34 100",
    "1 0 6 8 0 8 100",
    "2 2 22 10 7 30 0 50 7 58 25 50 45 2 100 60 100",
    "2 0 12 10 0 50 0 60 10 60 38 10 70 0 100 60 100",
    "2 0 20 10 0 50 0 60 15 60 35 0 85 0 100 60 100",
    "2 0 0 60 0 60 50 0 50 0 100 60 100",
    "3 2 12 28 0 52 10 55 30 40 46 20 48; 40 48 58 62 58 82 45 96 25 100 0 90",
    "3 0 0 50 0 60 10 60 40 50 50 60 60 60 90 50 100 0 100; 15 50 50 50",
    "3 2 0 58 0 25 40 50 47 60 70 50 93 25 100 0 90",
    "3 0 0 60 0 60 100 0 100; 10 50 60 50",
    "3 4 20 12 4 32 0 50 14 42 36 22 44; 22 44 50 52 56 74 42 94 16 100 0 94",
    "4 45 100 45 0 0 68 65 68",
    "4 15 0 2 50 60 50; 48 0 48 100",
    "4 50 100 50 0 35 0 0 60 0 72 65 72",
    "4 0 0 0 50 60 50; 60 0 60 100",
    "4 45 100 45 0 0 70 65 70; 28 100 62 100",
    "4 42 100 42 0 0 64 62 64",
    "4 38 100 38 2 0 74 55 74",
    "5 55 0 10 0 6 45 30 38 52 48 60 68 50 92 28 100 0 92",
    "5 60 0 0 0 0 48 50 48 60 58 60 90 50 100 0 100",
    "5 60 0 0 0 0 50 60 50 60 100 0 100",
    "6 55 6 35 0 12 13 2 50 6 85 30 100 54 88 59 68 50 48 30 40 6 55",
    "6 55 0 10 0 0 10 0 90 10 100 50 100 60 90 60 55 50 45 0 45",
    "6 o 30 70 28 30; 45 0 8 50",
    "6 60 0 0 0 0 100 60 100 60 50 0 50",
    "7 0 0 60 0 20 100",
    "7 0 0 60 0 60 30 35 60 30 100",
    "7 0 0 60 0 60 30 40 70 40 100",
    "7 0 0 60 0 60 100",
    "8 o 30 24 25 24; o 30 73 29 27",
    ("8 10 0 50 0 60 10 60 40 50 50 60 60 60 90 50 100 10 100 0 90 0 60 10 50 0 40 0 10 10 0; "
     "10 50 50 50"),
    "8 0 0 60 0 60 100 0 100 0 0; 0 50 60 50",
    "? 0 16 20 0 45 2 60 14 55 32 30 50 26 56; 25 90 25 94",
    "? 2 22 10 6 30 0 50 6 56 22 46 40 30 52 28 70; 28 98 28 100",
};

struct Point {
    float x, y;
};
using Line = std::vector<Point>;

std::vector<Line> lines_of(const std::string& text) {
    std::vector<Line> lines;
    for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
        end = std::min(text.find(';', begin), text.size());
        const std::string part = text.substr(begin, end - begin);
        auto& line = lines.emplace_back();
        const auto circle = part.find('o');
        const char* at = part.c_str() + (circle == std::string::npos ? 0 : circle + 1);
        for (char *middle, *next;; at = next) {
            const float x = std::strtof(at, &middle) / 100, y = std::strtof(middle, &next) / 100;
            if (next == middle) break;
            line.push_back({x, y});
        }
        if (circle == std::string::npos) continue;
        const auto middle = line[0], axes = line[1];
        line.clear();
        for (int i = 0; i <= 16; ++i) {
            const auto angle = static_cast<float>(2 * std::numbers::pi * i / 16);
            line.push_back(
                {middle.x + axes.x * std::sin(angle), middle.y - axes.y * std::cos(angle)});
        }
    }
    return lines;
}

float squared_distance(Point p, Point a, Point b) {
    const float dx = b.x - a.x, dy = b.y - a.y;
    const float along = ((p.x - a.x) * dx + (p.y - a.y) * dy) / std::max(dx * dx + dy * dy, 1e-9f);
    const float t = std::clamp(along, 0.0f, 1.0f);
    const float x = p.x - a.x - t * dx, y = p.y - a.y - t * dy;
    return x * x + y * y;
}

struct Outline {
    int shape;
    Glyph glyph;
};

void draw(int shape, const std::vector<Line>& lines, std::vector<Outline>& drawn) {
    constexpr int kWide = kRaster * 6 / 5, kHigh = kRaster * 3 / 2;
    std::vector<float> nearest(kWide * kHigh, 9.0f), ink(nearest.size());
    for (int i = 0; i < kWide * kHigh; ++i) {
        const Point p{(static_cast<float>(i % kWide) + .5f) / kRaster - .2f,
                      (static_cast<float>(i / kWide) + .5f) / kRaster - .2f};
        for (const auto& line : lines)
            for (std::size_t k = 0; k + 1 < line.size(); ++k)
                nearest[i] = std::min(nearest[i], squared_distance(p, line[k], line[k + 1]));
    }
    for (const float pen : kPens) {
        int left = kWide, right = 0, top = kHigh, bottom = 0;
        for (int i = 0; i < kWide * kHigh; ++i) {
            ink[i] = nearest[i] <= pen * pen / 4;
            if (ink[i] == 0) continue;
            left = std::min(left, i % kWide);
            right = std::max(right, i % kWide + 1);
            top = std::min(top, i / kWide);
            bottom = std::max(bottom, i / kWide + 1);
        }
        drawn.push_back({shape, normalised(ink.data() + top * kWide + left, right - left,
                                           bottom - top, kWide)});
    }
}

// Drawn once; a few milliseconds.
const std::vector<Outline>& outlines() {
    static const std::vector<Outline> all = [] {
        std::vector<Outline> drawn;
        for (const std::string text : kStrokes)
            draw(text[0] == '?' ? kQuestionShape : text[0] - '0', lines_of(text.substr(1)), drawn);
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
