#include "sapper/pictures/read.hpp"

#include <algorithm>
#include <cmath>

namespace sapper::pictures {

namespace {

constexpr double kLeastQuality = 0.1;  // score by cell
constexpr double kSecondBoard = 0.5;   // score of another board, relative to the best
constexpr double kNoMargin = 0.3;      // cells between the board and the end of the picture
constexpr float kFrequent = 0.1f;      // share of the cells
constexpr int kTellingNumbers = 8;     // at the border, that need no mines beyond
constexpr float kUnsureMargin = 1;
constexpr int kManyBroken = 3;
constexpr int kManyDigits = 15;  // among which some empty cells are expected
constexpr int kEmptyShare = 20;
constexpr double kMostKinds = 0.4;  // of the cells that may each look like no other

// What more cells beyond a side would look like: its lines go on until the picture ends.
bool goes_on(const Plane<std::int8_t>& steps, double from, double to, double first, double cell,
             int cells) {
    double on_lines = 0, between = 0;
    for (int i = 1; i < cells; ++i)
        for (int k = static_cast<int>(std::ceil(from)); k < static_cast<int>(to); ++k) {
            const auto at = [&](double position) {
                int most = 0;
                for (int d = -2; d <= 1; ++d)
                    most = std::max(
                        most,
                        std::abs(static_cast<int>(steps.at(
                            std::clamp(static_cast<int>(position) + d, 0, steps.width - 1), k))));
                return most;
            };
            on_lines += at(first + i * cell);
            between += at(first + (i + 0.5) * cell);
        }
    const double samples = (cells - 1) * std::max(1.0, std::floor(to) - std::ceil(from));
    return on_lines > 8 * samples && on_lines > 3 * between;
}

struct Sides {
    unsigned cut = 0, ends = 0, near = 0;  // cells are cut; the picture ends there, or nearly
};

Sides sides_of(const Grid& grid, const Level& whole) {
    const auto &across = whole.across.signed_steps, &down = whole.down.signed_steps;
    Sides sides;
    const auto look = [&](Side side, double room, double cell, bool more) {
        if (room < kNoMargin * cell) sides.ends |= side;
        if (room < cell) sides.near |= side;
        if (more) sides.cut |= side;
    };
    const double width = across.width, height = across.height;
    const auto rows_go_on = [&](double from, double to) {
        return to - from > 0.2 * grid.cell_width && to - from < grid.cell_width &&
               goes_on(down, from, to, grid.y, grid.cell_height, grid.rows);
    };
    const auto columns_go_on = [&](double from, double to) {
        return to - from > 0.2 * grid.cell_height && to - from < grid.cell_height &&
               goes_on(across, from, to, grid.x, grid.cell_width, grid.columns);
    };
    look(kTop, grid.y, grid.cell_height, columns_go_on(0, grid.y));
    look(kBottom, height - grid.bottom(), grid.cell_height, columns_go_on(grid.bottom(), height));
    look(kLeft, grid.x, grid.cell_width, rows_go_on(0, grid.x));
    look(kRight, width - grid.right(), grid.cell_width, rows_go_on(grid.right(), width));
    return sides;
}

bool is_beside(const Names& names, int cell, unsigned sides) {
    const int row = cell / names.columns, column = cell % names.columns;
    return ((sides & kTop) && row == 0) || ((sides & kBottom) && row == names.rows - 1) ||
           ((sides & kLeft) && column == 0) || ((sides & kRight) && column == names.columns - 1);
}

int numbers_at(const Names& names, unsigned sides) {
    int numbers = 0;
    for (int i = 0; i < names.rows * names.columns; ++i)
        numbers += is_beside(names, i, sides) && is_digit(names.signs[i]);
    return numbers;
}

// Whether anything looks like a board: cells that are alike without a glyph, or numbers.
bool has_likely_cells(const Names& names) {
    return std::ranges::any_of(names.clusters, [](const Cluster& one) {
        return one.has_glyph ? is_digit(one.sign) && one.cells.size() > 1 : one.cells.size() > 2;
    });
}

bool has_common_size(const Names& names) {
    const auto [fewer, more] = std::minmax(names.rows, names.columns);
    return (fewer == more && (fewer == 8 || fewer == 9 || fewer == 16)) ||
           (fewer == 16 && more == 30);
}

// Sides beyond which cells lie: those that cut cells, and those where the picture ends with the
// board unless the numbers there show that nothing is beyond.
unsigned find_ring(const Names& names, const Sides& sides) {
    const unsigned ends = sides.ends & ~sides.cut;
    const unsigned near = sides.near | sides.cut;
    if (near != sides.cut && !is_possible(names, sides.cut) && is_possible(names, near))
        return near;
    if (!ends) return sides.cut;
    const bool is_whole = has_common_size(names) || numbers_at(names, ends) >= kTellingNumbers;
    return is_whole && !sides.cut ? 0 : sides.cut | ends;
}

float confidence_of(float margin) { return 1 - 0.5f * std::pow(0.1f, std::max(margin, 0.0f)); }

void doubt(std::vector<float>& confidences, int cell) {
    confidences[cell] = std::min(confidences[cell], 0.5f);
}

void judge(PictureReading& reading, const Names& names) {
    for (const float margin : names.margins) reading.confidences.push_back(confidence_of(margin));
    for (const int cell : reading.changed) doubt(reading.confidences, cell);
    for (const int cell : reading.clashing) {
        doubt(reading.confidences, cell);
        names.each_around(cell, [&](int other) {
            if (names.clusters[names.cluster_of[other]].has_glyph)
                doubt(reading.confidences, other);
        });
    }
    // What breaks the rules was named wrongly somewhere; much of it, and nothing is sure.
    int broken = 0;
    for (int cell = 0; cell < static_cast<int>(names.signs.size()); ++cell)
        if (names.violation(cell) > 0 && !is_beside(names, cell, reading.ring)) {
            ++broken;
            doubt(reading.confidences, cell);
            names.each_around(cell, [&](int other) {
                if (names.signs[other] >= kFlagSign) doubt(reading.confidences, other);
            });
        }
    const auto cells = static_cast<float>(names.signs.size());
    const auto empty = std::ranges::count(names.signs, std::uint8_t{0});
    const auto digits = std::ranges::count_if(names.signs, is_digit);
    reading.is_doubtful =
        broken > kManyBroken || (digits > kManyDigits && kEmptyShare * empty < digits);
    for (const auto& one : names.clusters)
        reading.is_doubtful |=
            one.margin<kUnsureMargin&& static_cast<float>(one.cells.size())> kFrequent * cells;
}

}  // namespace

PictureReading read_picture(const Picture& picture) {
    PictureReading reading;
    const auto colours = colours_of(picture);
    const auto levels = levels_of(colours);
    const auto grids = find_grids(levels);
    if (grids.empty()) return reading;
    reading.grid = grids.front();
    const int cells = reading.grid.rows * reading.grid.columns;
    const double cell = (reading.grid.cell_width + reading.grid.cell_height) / 2;
    if (reading.grid.score < kLeastQuality * cells * cell) return reading;
    if (grids.size() > 1 && grids[1].score > kSecondBoard * grids[0].score)
        return reading.found = Found::kSeveralBoards, reading;
    if (cells > kMostCells) return reading.found = Found::kTooManyCells, reading;

    auto names =
        name_cells(looks_of(colours, reading.grid), reading.grid.rows, reading.grid.columns);
    if (static_cast<double>(names.clusters.size()) > kMostKinds * cells + 6 ||
        !has_likely_cells(names))
        return reading;
    const auto sides = sides_of(reading.grid, levels.front());
    reading.ends = sides.ends;
    reading.ring = find_ring(names, sides);
    auto repaired = repair(names, reading.ring);
    reading.found = Found::kBoard;
    reading.signs = names.signs;
    reading.changed = std::move(repaired.changed);
    reading.clashing = std::move(repaired.clashing);
    judge(reading, names);
    return reading;
}

}  // namespace sapper::pictures
