#include "sapper/pictures/read.hpp"

#include <algorithm>
#include <cmath>

namespace sapper::pictures {

namespace {

constexpr int kMostAtOnce = 9'000'000;  // pixels; larger pictures are read at half their size
constexpr double kReliableCell = 13;    // pixels, below which nothing is sure
constexpr double kLeastQuality = 0.1;   // score by cell
constexpr double kSecondBoard = 0.2;    // score of another board, relative to the best
constexpr double kNoMargin = 0.3;       // cells between the board and the end of the picture
constexpr float kFrequent = 0.1f;       // share of the cells
constexpr int kTellingNumbers = 8;      // at the border, that need no mines beyond
constexpr int kFewSymbols = 4;  // more flags and mines than these are fewer than the numbers
constexpr float kUnsureMargin = 1;
constexpr int kManyBroken = 3;
constexpr int kManyDigits = 15;  // among which some empty cells are expected
constexpr int kEmptyShare = 20;

struct Surroundings {
    unsigned cut = 0, ends = 0, near = 0;  // cells are cut; the picture ends there, or nearly
};

// What lies on both sides of a board along one direction. Cells that are cut have lines that go on
// until the picture ends.
void look_beyond(Surroundings& sides, Side before, Side after, const Lines& lines, int size,
                 const Steps& others, const Lines& other_lines) {
    const auto look = [&](Side side, double from, double to) {
        const double room = (to - from) / lines.period;
        if (room < kNoMargin) sides.ends |= side;
        if (room < 1) sides.near |= side;
        if (room < 0.2 || room >= 1) return;
        const auto steps = mean_steps(others, std::ceil(from), to);
        float on_lines = 0, between = 0;
        for (int i = 1; i + 1 < other_lines.count; ++i) {
            const auto at = [&](double place) {
                const auto first = steps.begin() + std::max(static_cast<int>(place) - 2, 0);
                return *std::max_element(first, std::min(first + 4, steps.end()));
            };
            on_lines += at(other_lines.at(i));
            between += at(other_lines.at(i + 0.5));
        }
        if (on_lines > 8 * static_cast<float>(other_lines.count - 2) && on_lines > 3 * between)
            sides.cut |= side;
    };
    look(before, 0, lines.first);
    look(after, lines.at(lines.count - 1), size);
}

Surroundings sides_of(const Grid& grid, const Level& whole) {
    Surroundings sides;
    look_beyond(sides, kTop, kBottom, grid.y, whole.across.height, whole.across, grid.x);
    look_beyond(sides, kLeft, kRight, grid.x, whole.across.width, whole.down, grid.y);
    return sides;
}

int numbers_at(const Names& names, unsigned sides) {
    int numbers = 0;
    for (int i = 0; i < names.rows * names.columns; ++i)
        numbers += names.is_beside(i, sides) && is_digit(names.signs[i]);
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

// Surroundings beyond which cells lie: those that cut cells, and those where the picture ends with
// the board unless the numbers there show that nothing is beyond.
unsigned find_ring(const Names& names, const Surroundings& sides) {
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
        if (names.violation(cell) > 0 && !names.is_beside(cell, reading.ring)) {
            ++broken;
            doubt(reading.confidences, cell);
            names.each_around(cell, [&](int other) {
                if (names.signs[other] >= kFlagSign) doubt(reading.confidences, other);
            });
        }
    const auto cells = static_cast<float>(names.signs.size());
    const auto empty = std::ranges::count(names.signs, std::uint8_t{0});
    const auto digits = std::ranges::count_if(names.signs, is_digit);
    const auto symbols =
        std::ranges::count_if(names.signs, [](auto sign) { return sign >= kFlagSign; });
    reading.is_doubtful = reading.grid.is_doubtful || reading.grid.cell() < kReliableCell ||
                          !reading.clashing.empty() ||
                          (symbols > kFewSymbols && symbols > digits) || broken > kManyBroken ||
                          (digits > kManyDigits && kEmptyShare * empty < digits);
    for (const auto& one : names.clusters)
        reading.is_doubtful |=
            one.margin<kUnsureMargin&& static_cast<float>(one.cells.size())> kFrequent * cells;
}

}  // namespace

PictureReading read_picture(const Picture& picture) {
    PictureReading reading;
    auto colours = colours_of(picture);
    const bool is_large = picture.width * picture.height > kMostAtOnce;
    if (is_large) colours = halve(colours);
    const auto levels = levels_of(colours);
    const auto grids = find_grids(levels);
    if (grids.empty()) return reading;
    reading.grid = grids.front();
    const int cells = reading.grid.cells();
    if (reading.grid.score < kLeastQuality * cells * reading.grid.cell()) return reading;
    if (cells > kMostCells) return reading.found = Found::kTooManyCells, reading;

    const auto sides = sides_of(reading.grid, levels.front());
    auto names = name_cells(looks_of(colours, reading.grid), reading.grid.rows(),
                            reading.grid.columns(), sides.cut | sides.ends);
    if (!has_likely_cells(names)) return reading;
    if (grids.size() > 1 && grids[1].score > kSecondBoard * grids[0].score)
        return reading.found = Found::kSeveralBoards, reading;
    reading.ends = sides.ends;
    reading.ring = find_ring(names, sides);
    auto repaired = repair(names, reading.ring);
    reading.found = Found::kBoard;
    if (is_large)
        for (Lines* lines : {&reading.grid.x, &reading.grid.y})
            lines->first *= 2, lines->period *= 2;
    reading.signs = names.signs;
    reading.changed = std::move(repaired.changed);
    reading.clashing = std::move(repaired.clashing);
    judge(reading, names);
    return reading;
}

}  // namespace sapper::pictures
