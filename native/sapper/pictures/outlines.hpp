// Digits and question marks as strokes of several pens: what a glyph is compared with.
#pragma once

#include <array>

namespace sapper::pictures {

constexpr int kGlyphWidth = 16, kGlyphHeight = 20;
constexpr int kShapes = 10;  // the digits 0 to 8, and the question mark
constexpr int kQuestionShape = 9;

// A glyph stretched to one size, minus its mean, of length 1.
struct Glyph {
    std::array<float, kGlyphWidth * kGlyphHeight> values{};
    float aspect = 1;  // width by height before stretching
};

// From how much of each pixel is ink.
Glyph normalised(const float* ink, int width, int height, int stride);

float likeness(const Glyph& a, const Glyph& b);

// How much a glyph is like each shape, up to 1.
std::array<float, kShapes> compare_with_outlines(const Glyph& glyph);

}  // namespace sapper::pictures
