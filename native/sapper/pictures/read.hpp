// Reads a position from a picture. `read_picture` is the table of contents.
#pragma once

#include <cstdint>
#include <vector>

#include "sapper/pictures/grid.hpp"
#include "sapper/pictures/picture.hpp"
#include "sapper/pictures/repair.hpp"

namespace sapper::pictures {

constexpr int kMostPixels = 24'000'000;  // about a second, and twenty bytes of memory for each
constexpr int kMostCells = 10'000;
constexpr double kSmallestCell = 9.5;  // pixels
constexpr float kSure = 0.95f;         // the confidence from which a cell is not doubtful

enum class Found { kBoard, kNoBoard, kSeveralBoards, kTooManyCells };

struct PictureReading {
    Found found = Found::kNoBoard;
    Grid grid;
    std::vector<std::uint8_t> signs;  // row by row, see Sign
    std::vector<float> confidences;
    std::vector<std::int32_t> changed;   // where the likeliest sign would have been impossible
    std::vector<std::int32_t> clashing;  // numbers that cannot all be right
    unsigned ring = 0;                   // sides beyond which more cells lie
    unsigned ends = 0;                   // sides where the picture ends with the board
    bool is_doubtful = false;            // a frequent look has no sure name: nothing is sure
};

// Deterministic. The picture has at most kMostPixels pixels.
PictureReading read_picture(const Picture& picture);

}  // namespace sapper::pictures
