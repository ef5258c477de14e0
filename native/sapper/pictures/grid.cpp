// A lattice of lines is guessed from how straight edges repeat (their Fourier amplitudes), and
// scored by its best rectangle of cells: sides that are edges count, glyphs and other things that
// cross a side count against it, as do edges through the middle of cells. Few supported sides are
// enough, because joined covered cells and themes without lines have none between them.
#include "sapper/pictures/grid.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numbers>
#include <numeric>

namespace sapper::pictures {

namespace {

constexpr std::size_t kCandidates = 3;  // periods tried for each map
constexpr std::size_t kRefined = 7;     // lattices refined
constexpr double kWorthRefining = 0.2;  // value, relative to the best
constexpr float kSettled = 0.002f;      // a smaller change of the score ends the refinement
constexpr double kAround = 12;          // cells around a rectangle that may join it
constexpr double kBareShare = 0.2;
constexpr double kGoesOn = 0.5;      // share of a row beyond a board that looks like cells
constexpr double kClearSize = 0.1;   // of the picture
constexpr float kClearScore = 0.8f;  // by cell, from which no smaller cells are looked for
constexpr int kFewestCells = 3;      // in each direction
constexpr double kPeriodRange = 0.025;
constexpr float kBoardEdge = 0.8f;  // of a line, that is where a board may end
constexpr double kRival = 0.85;     // score of another size, from which the size is doubtful
constexpr double kNear = 0.10;      // an edge this far from a line, in cells, belongs to it
constexpr double kCrossed = 2;
constexpr float kBare = 0.12f;  // cost of a side without an edge
constexpr float kStrip = 0.8f;  // and more where the side lies between two lines
constexpr float kBareBorder = 1.4f;
constexpr float kPictureBorder = -0.6f;  // the picture may end where the board does
constexpr float kGlyph = 0.5f;  // gain of a cell with something in its middle and clean sides

using Bytes = Plane<std::uint8_t>;

// One direction of a level, for all lengths of edges.
struct Direction {
    const Steps& steps;
    Steps smooth;
    std::vector<float> ink;  // what crosses a line at each place

    Direction(const Steps& own, const Steps& other)
        : steps(own), smooth(smoothed(own)), ink(static_cast<std::size_t>(own.width)) {
        for (int line = 0; line < other.height; ++line) {
            int sum = 0;
            for (int k = 0; k < other.width; ++k) sum += std::abs(other.row(line)[k]);
            ink[static_cast<std::size_t>(line)] = static_cast<float>(sum);
        }
    }
};

// One direction of a map; rows run across the lines.
struct Edges {
    Bytes straight, cross;
    std::vector<float> ink;
    std::vector<float> profile;  // straight edges at each place

    Edges(const Direction& own, int length)
        : straight(straight_edges(own.smooth, length)),
          cross(short_edges(own.steps, std::max(2, length * 7 / 20))),
          ink(own.ink),
          profile(profile_of(0, straight.height)) {}
    std::vector<float> profile_of(double from, double to) const {
        std::vector<int> sums(static_cast<std::size_t>(straight.width));
        for (int y = std::max(static_cast<int>(from), 0);
             y < std::min(static_cast<int>(to), straight.height); ++y) {
            const auto* row = straight.row(y);
            for (std::size_t x = 0; x + 1 < sums.size(); ++x) sums[x] += row[x];
        }
        return {sums.begin(), sums.end()};
    }
    int size() const { return straight.width; }
};

struct Map {
    double scale;
    int length;
    Edges across, down;  // of vertical and of horizontal lines
};

// The rectangle of cells between four lines.
struct Box {
    float score = -1e9f;
    int top = 0, bottom = 0, left = 0, right = 0;
    int rows() const { return bottom - top; }
    int columns() const { return right - left; }
};

struct Lattice {
    const Map* map = nullptr;
    Lines x, y;
    Box box;

    double value() const { return box.score * (x.period + y.period) / 2 * map->scale; }
    Grid grid() const {
        const double scale = map->scale;
        return {{x.at(box.left) * scale, x.period * scale, box.columns() + 1},
                {y.at(box.top) * scale, y.period * scale, box.rows() + 1},
                value()};
    }
};

// All lines of a phase and period between two places.
Lines lines_between(double phase, double period, double from, double to) {
    const double first = std::ceil((from - 0.12 * period - phase) / period);
    const double last = std::floor((to + 0.12 * period - phase) / period);
    return {phase + period * first, period, static_cast<int>(last - first) + 1};
}

float share(int value, int from, int range) {
    return std::clamp(static_cast<float>(value - from) / static_cast<float>(range), 0.0f, 1.0f);
}

// Faster than std::lround, which is a call.
int round_to_int(double value) { return static_cast<int>(value + 1000.5) - 1000; }

int most_in(const Bytes& plane, int y, int from, int to) {
    const auto* row = plane.row(std::clamp(y, 0, plane.height - 1));
    std::uint8_t most = 0;
    to = std::min(to, plane.width - 1);
    for (int x = std::max(from, 0); x <= to; ++x) most = std::max(most, row[x]);
    return most;
}

float support_of(const Bytes& straight, int line, int centre, int reach, int aside) {
    const auto best_of = [&](int y) {
        return most_in(straight, y, line - 1 - reach, line - 1 + reach);
    };
    int best = best_of(centre);
    if (best < 204 && aside > 0)
        best = std::max({best, best_of(centre - aside) * 4 / 5, best_of(centre + aside) * 4 / 5});
    return static_cast<float>(best) / 255;
}

// What the picture says about the lines of one direction: [along the line][line].
struct Sides {
    Plane<float> support, mess, middle, inner, border;

    Sides(const Edges& own, const Edges& other, const Lines& lines, const Lines& others) {
        support = mess = middle = inner = border = {lines.count, others.count - 1};
        const int half = static_cast<int>(0.33 * others.period);
        const int reach = std::max(1, round_to_int(kNear * lines.period));
        const int aside = static_cast<int>(0.12 * lines.period);
        for (int i = 0; i < support.height; ++i) {
            const int centre = round_to_int(others.at(i + 0.5));
            for (int j = 0; j < lines.count; ++j) {
                const int line = round_to_int(lines.at(j)),
                          between = round_to_int(lines.at(j + 0.5));
                support.row(i)[j] = support_of(own.straight, line, centre, reach, aside);
                middle.row(i)[j] = support_of(own.straight, between, centre, reach, aside);
                mess.row(i)[j] =
                    share(most_in(other.cross, line, centre - half, centre + half), 15, 30);
            }
        }
    }
    // What each side adds to the score of a rectangle, inside it and as its border.
    void score(const Sides& other, const Lines& lines, int size) {
        for (int i = 0; i < support.height; ++i)
            for (int j = 0; j < support.width; ++j) {
                const float s = support.at(j, i), m = mess.at(j, i);
                inner.row(i)[j] = s - m * (1 - 0.5f * s) - kBare * (1 - s);
                if (j > 0 && j + 1 < support.width)
                    inner.row(i)[j] -=
                        kStrip * (1 - s) *
                        std::min({other.support.at(i, j - 1), other.support.at(i + 1, j - 1),
                                  other.support.at(i, j), other.support.at(i + 1, j)});
                const double at = lines.at(j);
                const bool is_end = at < 0.15 * lines.period || at > size - 0.15 * lines.period;
                border.row(i)[j] = is_end ? kPictureBorder : 0.5f * s - kBareBorder * (1 - s);
            }
    }
    // How much of a line is an edge.
    float support_of_line(int line, int from, int to) const {
        float sum = 0;
        for (int i = from; i < to; ++i) sum += support.at(line, i);
        return sum / static_cast<float>(to - from);
    }
};

struct Evidence {
    Sides across, down;
    Plane<float> glyph, cell;  // [row][column]

    Evidence(const Map& map, const Lines& x, const Lines& y)
        : across(map.across, map.down, x, y),
          down(map.down, map.across, y, x),
          glyph(x.count - 1, y.count - 1),
          cell(glyph) {
        across.score(down, x, map.across.size());
        down.score(across, y, map.down.size());
        for (int i = 0; i < glyph.height; ++i)
            for (int j = 0; j < glyph.width; ++j) {
                const float dirt = std::max({across.mess.at(j, i), across.mess.at(j + 1, i),
                                             down.mess.at(i, j), down.mess.at(i + 1, j)});
                if (dirt < 1)
                    glyph.row(i)[j] = (1 - dirt) * middle_of(map, round_to_int(x.at(j + 0.5)),
                                                             round_to_int(y.at(i + 0.5)),
                                                             static_cast<int>(0.2 * x.period));
                cell.row(i)[j] =
                    kGlyph * glyph.at(j, i) - across.middle.at(j, i) - down.middle.at(i, j);
            }
    }
    // Whether something is in the middle of a cell.
    static float middle_of(const Map& map, int x, int y, int reach) {
        int most = 0;
        for (int k = -reach; k <= reach && most < 30; ++k)
            most = std::max({most, most_in(map.across.cross, y + k, x - reach, x + reach),
                             most_in(map.down.cross, x + k, y - reach, y + reach)});
        return share(most, 15, 15);
    }
    // A few things may be on a bare row or column of a box, such as a counter.
    bool is_bare_row(const Box& box, int row, double most = kBareShare) const {
        int filled = 0;
        for (int j = box.left; j < box.right; ++j)
            filled +=
                glyph.at(j, row) >= 0.5f || (j > box.left && across.support.at(j, row) > 0.5f);
        return filled <= most * box.columns();
    }
    bool is_bare_column(const Box& box, int column, double most = kBareShare) const {
        int filled = 0;
        for (int i = box.top; i < box.bottom; ++i)
            filled +=
                glyph.at(column, i) >= 0.5f || (i > box.top && down.support.at(i, column) > 0.5f);
        return filled <= most * box.rows();
    }
};

// Finds the rectangle with the largest sum. For each pair of top and bottom, the best left and
// right follow in one pass, from sums over the rows between.
Box best_rectangle(const Evidence& seen) {
    const int rows = seen.cell.height, columns = seen.cell.width;
    Box best;
    if (rows < kFewestCells || columns < kFewestCells) return best;
    std::vector<bool> may_end(static_cast<std::size_t>(rows) + 1);  // a line with a border on it
    for (int i = 0; i <= rows; ++i)
        for (int j = 0; j < columns && !may_end[i]; ++j)
            may_end[i] = seen.down.border.at(i, j) > -0.7f;
    const auto n = static_cast<std::size_t>(columns);
    std::vector<float> inner(n + 1), border(n + 1), column(n);
    for (int top = 0; top + kFewestCells <= rows; ++top) {
        if (!may_end[top]) continue;
        std::ranges::fill(inner, 0.0f);
        std::ranges::fill(border, 0.0f);
        std::ranges::fill(column, 0.0f);
        for (int bottom = top + 1; bottom <= rows; ++bottom) {
            const int row = bottom - 1;
            for (int j = 0; j <= columns; ++j) {
                inner[j] += seen.across.inner.at(j, row);
                border[j] += seen.across.border.at(j, row);
            }
            for (int j = 0; j < columns; ++j)
                column[j] += seen.cell.at(j, row) + (row > top ? seen.down.inner.at(row, j) : 0.0f);
            if (bottom < top + kFewestCells || !may_end[bottom]) continue;
            float sum = 0, best_open = -1e9f;  // sum: all between the first line and this one
            float open[kFewestCells];          // what the last lines would be as the left border
            int left = 0;
            for (int j = 0; j <= columns; ++j) {
                if (j >= kFewestCells) {
                    if (open[j % kFewestCells] > best_open) {
                        best_open = open[j % kFewestCells];
                        left = j - kFewestCells;
                    }
                    const float score = best_open + sum + border[j];
                    if (score > best.score) best = {score, top, bottom, left, j};
                }
                open[j % kFewestCells] = border[j] - sum - inner[j];
                sum += inner[j];
                if (j < columns)
                    sum += column[j] + seen.down.border.at(top, j) + seen.down.border.at(bottom, j);
            }
        }
    }
    return best;
}

// Panels around a board can lie on its lattice. Strips of bare cells at the ends of the rectangle
// are cut off where a line separates them from the rest; covered cells that are joined are not.
Box trim(const Evidence& seen, const Box& box) {
    Box core = box;
    while (core.top < box.bottom && seen.is_bare_row(box, core.top)) ++core.top;
    while (core.bottom > core.top && seen.is_bare_row(box, core.bottom - 1)) --core.bottom;
    while (core.left < box.right && seen.is_bare_column(box, core.left)) ++core.left;
    while (core.right > core.left && seen.is_bare_column(box, core.right - 1)) --core.right;
    if (core.rows() < kFewestCells || core.columns() < kFewestCells) return box;
    // Strips that stay make the lines at their ends longer: so a second time.
    Box result = core;
    for (int round = 0; round < 2; ++round) {
        const auto now = result;
        const auto keep = [](const Sides& sides, int inner, int outer, int from, int to) {
            const float is = sides.support_of_line(inner, from, to);
            return is > 0.8f || sides.support_of_line(outer, from, to) < is ? inner : outer;
        };
        result.top = keep(seen.down, core.top, box.top, now.left, now.right);
        result.bottom = keep(seen.down, core.bottom, box.bottom, now.left, now.right);
        result.left = keep(seen.across, core.left, box.left, now.top, now.bottom);
        result.right = keep(seen.across, core.right, box.right, now.top, now.bottom);
    }
    return result;
}

// How much a profile repeats at these frequencies: the squares of its Fourier amplitudes, by
// Goertzel's recurrence.
std::vector<float> repetition(const std::vector<float>& profile,
                              const std::vector<double>& frequencies) {
    const std::size_t n = frequencies.size();
    std::vector<float> turn(n), last(n), before(n);
    for (std::size_t f = 0; f < n; ++f)
        turn[f] = static_cast<float>(2 * std::cos(2 * std::numbers::pi * frequencies[f]));
    for (const float value : profile)
        for (std::size_t f = 0; f < n; ++f) {
            const float now = value + turn[f] * last[f] - before[f];
            before[f] = last[f];
            last[f] = now;
        }
    for (std::size_t f = 0; f < n; ++f)
        last[f] = last[f] * last[f] + before[f] * before[f] - turn[f] * last[f] * before[f];
    return last;
}

// Where lines of this period begin: at many edges, where little is crossed. Glyphs have edges too.
double best_phase(const Edges& edges, double period) {
    constexpr int kBins = 16;
    std::array<double, kBins> edge{}, crossed{};
    double edge_sum = 1e-9, crossed_sum = 1e-9;
    for (std::size_t i = 0; i < edges.profile.size(); ++i) {
        const double at = (static_cast<double>(i) + 1) / period;
        const auto bin = static_cast<std::size_t>((at - std::floor(at)) * kBins) % kBins;
        edge[bin] += edges.profile[i];
        crossed[bin] += edges.ink[i];
        edge_sum += edges.profile[i];
        crossed_sum += edges.ink[i];
    }
    double best = -1e9, phase = 0;
    for (std::size_t bin = 0; bin < kBins; ++bin) {
        const auto around = [&](const auto& sums, double total) {
            return (sums[(bin + kBins - 1) % kBins] + 2 * sums[bin] + sums[(bin + 1) % kBins]) /
                   total;
        };
        const double value = around(edge, edge_sum) - kCrossed * around(crossed, crossed_sum);
        if (value > best) best = value, phase = (static_cast<double>(bin) + 0.5) / kBins * period;
    }
    return phase;
}

// Lattices whose periods repeat most in both directions.
void guess_lattices(const Map& map, std::vector<Lattice>& found) {
    const double longest = std::max(map.across.size(), map.down.size());
    std::vector<double> frequencies;
    for (double f = 1 / (2.3 * map.length); f < 1 / (1.35 * map.length); f += 1 / (4 * longest))
        frequencies.push_back(f);
    auto joint = repetition(map.across.profile, frequencies);
    const auto down = repetition(map.down.profile, frequencies);
    for (std::size_t i = 0; i < joint.size(); ++i) joint[i] *= down[i];
    for (std::size_t tried = 0; tried < kCandidates; ++tried) {
        const auto best = std::ranges::max_element(joint) - joint.begin();
        if (joint[best] <= 0) return;
        const double period = 1 / frequencies[best];
        for (std::size_t i = 0; i < joint.size(); ++i)
            if (std::abs(frequencies[i] - frequencies[best]) <= 0.6 / longest) joint[i] = 0;
        const auto x = lines_between(best_phase(map.across, period), period, 0, map.across.size());
        const auto y = lines_between(best_phase(map.down, period), period, 0, map.down.size());
        if (x.count <= kFewestCells || y.count <= kFewestCells) continue;
        const auto box = best_rectangle(Evidence(map, x, y));
        if (box.score > 0) found.push_back({&map, x, y, box});
    }
}

// How much of a profile lies on lines, for a range of periods, each with its best phase.
struct Comb {
    static constexpr int kSteps = 48;
    std::array<double, 2 * kSteps + 1> sums{};
    std::array<double, 2 * kSteps + 1> phases{};
    double middle;  // the line that keeps its place when the period changes

    static double period(double about, int step) {
        return about * (1 + kPeriodRange * step / kSteps);
    }
    Comb(const std::vector<float>& profile, const Lines& lines, double about, int from, int to,
         int wide)
        : middle((from + to) / 2) {
        std::vector<float> smooth(profile.size());
        const int size = static_cast<int>(profile.size());
        for (int x = 0; x < size; ++x)
            for (int d = -wide; d <= wide; ++d)
                smooth[x] += profile[std::clamp(x + d, 0, size - 1)] *
                             static_cast<float>(wide + 1 - std::abs(d));
        const int reach = static_cast<int>(0.16 * about / 0.5);
        for (int step = -kSteps; step <= kSteps; ++step)
            for (int k = -reach; k <= reach; ++k) {
                const double first = lines.at(middle) + 0.5 * k - 1;
                double sum = 0;
                for (int i = from; i <= to; ++i) {
                    const double place = first + (i - middle) * period(about, step);
                    const int at = round_to_int(place), between = round_to_int(place + about / 2);
                    if (at >= 0 && at < size) sum += smooth[at];
                    if (between >= 0 && between < size) sum -= 0.5 * smooth[between];
                }
                if (sum <= sums[step + kSteps]) continue;
                sums[step + kSteps] = sum;
                phases[step + kSteps] = first + 1;
            }
    }
    void put(Lines& lines, double about, int step) const {
        lines.period = period(about, step);
        lines.first = phases[step + kSteps] - middle * lines.period;
    }
};

// Moves the lines of a box to the edges. Cells are nearly always squares: so both directions have
// one period.
void fit_lines(const Edges& across, const Edges& down, const Box& box, Lines& x, Lines& y) {
    const double about = (x.period + y.period) / 2;
    const int wide = std::max(1, round_to_int(0.06 * about));
    const Comb comb_x(across.profile_of(y.at(box.top), y.at(box.bottom) + 1), x, about,
                      std::max(box.left - 1, 0), std::min(box.right + 1, x.count - 1), wide);
    const Comb comb_y(down.profile_of(x.at(box.left), x.at(box.right) + 1), y, about,
                      std::max(box.top - 1, 0), std::min(box.bottom + 1, y.count - 1), wide);
    int common = 0;
    const auto both = [&](int step) {
        return comb_x.sums[step + Comb::kSteps] + comb_y.sums[step + Comb::kSteps];
    };
    for (int step = -Comb::kSteps; step <= Comb::kSteps; ++step)
        if (both(step) > both(common)) common = step;
    comb_x.put(x, about, common);
    comb_y.put(y, about, common);
}

// The steps on all lines but the borders, for lines moved by -reach to reach.
std::vector<float> sums_on_lines(const std::vector<float>& steps, const Lines& lines, double reach,
                                 double stride) {
    std::vector<float> sums;
    for (double shift = -reach; shift <= reach; shift += stride) {
        float sum = 0;
        for (int i = 1; i + 1 < lines.count; ++i) {
            const double at =
                std::clamp(lines.at(i) + shift - 1, 0.0, static_cast<double>(steps.size()) - 1.001);
            const auto k = static_cast<std::size_t>(at);
            const auto part = static_cast<float>(at - static_cast<double>(k));
            sum += steps[k] * (1 - part) + steps[k + 1] * part;
        }
        sums.push_back(sum);
    }
    return sums;
}

// Lattices are found in smaller pictures, where a pixel is much. So their lines are stretched a
// little, until the steps of all cells lie over one another, and moved to the strongest step, or to
// the middle of several strong ones.
Lines fit_to_steps(const std::vector<float>& steps, const Lines& lines) {
    const double reach = 0.12 * lines.period,
                 most_stretch = std::min(0.2, 0.01 * (lines.count - 1)) * lines.period;
    const double stride = std::max(0.25, lines.period / 200);
    Lines best = lines;
    std::vector<float> sums;
    float most = -1;
    for (double stretch = -most_stretch; stretch <= most_stretch; stretch += stride) {
        const Lines now{lines.first - stretch / 2, lines.period + stretch / (lines.count - 1),
                        lines.count};
        auto found = sums_on_lines(steps, now, reach, stride);
        const float energy = std::inner_product(found.begin(), found.end(), found.begin(), 0.0f);
        if (energy > most) most = energy, best = now, sums = std::move(found);
    }
    const float strong = 0.75f * *std::ranges::max_element(sums);
    const auto is_strong = [&](float sum) { return sum >= strong; };
    const auto from = std::ranges::find_if(sums, is_strong) - sums.begin();
    const auto to = sums.rend() - std::find_if(sums.rbegin(), sums.rend(), is_strong) - 1;
    best.first += static_cast<double>(from + to) / 2 * stride - reach;
    return best;
}

// Puts the lines of the rectangle here, continues them around it, and chooses the rectangle again.
bool choose_again(Lattice& lattice, const Lines& x, const Lines& y) {
    const auto continued = [](const Lines& lines, int size) {
        const double last = lines.at(lines.count - 1 + kAround);
        return lines_between(lines.first, lines.period, std::max(0.0, lines.at(-kAround)),
                             std::min(static_cast<double>(size), last));
    };
    lattice.x = continued(x, lattice.map->across.size());
    lattice.y = continued(y, lattice.map->down.size());
    if (lattice.x.count <= kFewestCells || lattice.y.count <= kFewestCells) return false;
    lattice.box = best_rectangle(Evidence(*lattice.map, lattice.x, lattice.y));
    return lattice.box.score > 0;
}

// Fits lines and chooses the rectangle again, while that is better; then trims it. The comb finds
// lines that are far off but is led astray by strong edges between them, the steps are exact.
void refine(Lattice& lattice) {
    const auto &across = lattice.map->across, &down = lattice.map->down;
    const double period = lattice.x.period;
    for (const bool is_exact : {false, true}) {
        auto now = lattice;
        for (int round = 0; round < 6; ++round) {
            const auto box = now.box;
            auto all_x = now.x, all_y = now.y;
            if (!is_exact) fit_lines(across, down, box, all_x, all_y);
            Lines x{all_x.at(box.left), all_x.period, box.columns() + 1};
            Lines y{all_y.at(box.top), all_y.period, box.rows() + 1};
            if (is_exact) {
                const auto profile = down.profile_of(x.first, x.at(box.columns()) + 1);
                x = fit_to_steps(across.profile_of(y.first, y.at(box.rows()) + 1), x);
                y = fit_to_steps(profile, y);
            }
            if (std::abs(x.period / period - 1) > 0.1 || !choose_again(now, x, y)) break;
            if (std::abs(now.box.score - box.score) < kSettled * box.score) break;
            if (now.box.score > lattice.box.score) lattice = now;
        }
    }
    lattice.box = trim(Evidence(*lattice.map, lattice.x, lattice.y), lattice.box);
}

// Of every second line, those with more edges: which they are, and their share.
std::pair<int, float> stronger_lines(const Sides& sides, int from, int to, int others_from,
                                     int others_to) {
    std::array<float, 2> sums{};
    for (int i = from; i <= to; ++i)
        sums[i % 2] += sides.support_of_line(i, others_from, others_to);
    const int most = sums[1] > sums[0];
    return {most, sums[most] / std::max(sums[0] + sums[1], 1e-6f)};
}

// Where only every second line has edges, cells are twice as large.
void enlarge_cells(Lattice& lattice) {
    const auto& [map, x, y, box] = lattice;
    const Evidence seen(*map, x, y);
    const auto [first_x, share_x] =
        stronger_lines(seen.across, box.left, box.right, box.top, box.bottom);
    const auto [first_y, share_y] =
        stronger_lines(seen.down, box.top, box.bottom, box.left, box.right);
    if (std::min(share_x, share_y) < 0.75f) return;
    auto larger = lattice;
    larger.x = lines_between(x.at(first_x), 2 * x.period, 0, map->across.size());
    larger.y = lines_between(y.at(first_y), 2 * y.period, 0, map->down.size());
    if (larger.x.count <= kFewestCells || larger.y.count <= kFewestCells) return;
    larger.box = best_rectangle(Evidence(*map, larger.x, larger.y));
    if (larger.box.score <= 0) return;
    refine(larger);
    lattice = larger;
}

Grid fine_grid(const Lattice& lattice, const Level& whole) {
    auto grid = lattice.grid();
    const auto x_steps = mean_steps(whole.across, grid.y.first, grid.bottom());
    const auto y_steps = mean_steps(whole.down, grid.x.first, grid.right());
    grid.x = fit_to_steps(x_steps, grid.x);
    grid.y = fit_to_steps(y_steps, grid.y);
    return grid;
}

bool overlap(const Grid& a, const Grid& b) {
    return a.x.first < b.right() && b.x.first < a.right() && a.y.first < b.bottom() &&
           b.y.first < a.bottom();
}

// Whether lines between these lines are as strong: then cells are smaller.
bool has_lines_between(const std::vector<float>& profile, const Lines& lines, int from, int to) {
    const auto strength = [&](double shift) {
        float sum = 0;
        for (int i = from; i < to; ++i) {
            const int at = round_to_int(lines.at(i + shift));
            for (int k = std::max(at - 2, 0); k < at + 1 && k < static_cast<int>(profile.size());
                 ++k)
                sum += profile[k];
        }
        return sum;
    };
    return 3 * std::min(strength(1 / 3.0), strength(2 / 3.0)) > strength(0) ||
           2 * strength(0.5) > strength(0);
}

bool is_clear(const Lattice& lattice) {
    const auto& [map, x, y, box] = lattice;
    const int cells = box.rows() * box.columns();
    return box.score > kClearScore * static_cast<float>(cells) &&
           cells * x.period * y.period > kClearSize * map->across.size() * map->down.size() &&
           !has_lines_between(map->across.profile_of(y.at(box.top), y.at(box.bottom)), x, box.left,
                              box.right) &&
           !has_lines_between(map->down.profile_of(x.at(box.left), x.at(box.right)), y, box.top,
                              box.bottom);
}

// Refines the best lattices and forgets the others.
void choose_best(std::vector<Lattice>& found) {
    const auto by_value = [](const Lattice& a, const Lattice& b) { return a.value() > b.value(); };
    std::ranges::stable_sort(found, by_value);
    std::vector<Lattice> chosen;  // the best, and some that lie elsewhere
    for (const auto& lattice : found) {
        const auto around = std::ranges::count_if(
            chosen, [&](const Lattice& other) { return overlap(lattice.grid(), other.grid()); });
        if (static_cast<std::size_t>(around) + 2 < kRefined && chosen.size() < kRefined &&
            lattice.value() > kWorthRefining * found.front().value())
            chosen.push_back(lattice);
    }
    found = std::move(chosen);
    for (auto& lattice : found) {
        refine(lattice);
        enlarge_cells(lattice);
    }
    std::ranges::stable_sort(found, by_value);
}

// Two boards on one lattice have a strip without lines between them, from edge to edge; and a board
// that was found in part goes on beyond its rectangle.
bool has_doubtful_size(const Lattice& lattice) {
    const Evidence seen(*lattice.map, lattice.x, lattice.y);
    const Box& box = lattice.box;
    const auto is_doubtful = [](const Sides& sides, int first, int last, int from, int to,
                                auto&& is_bare) {
        bool is_strip = false;  // all is bare since the last edge
        for (int i = first + 1; i < last; ++i) {
            const bool is_edge = sides.support_of_line(i, from, to) > kBoardEdge;
            if (is_strip && is_edge) return true;
            is_strip = (is_strip || is_edge) && is_bare(i, kBareShare);
        }
        return (first > 0 && !is_bare(first - 1, kGoesOn)) ||
               (last + 1 < sides.support.width && !is_bare(last, kGoesOn));
    };
    return is_doubtful(
               seen.across, box.left, box.right, box.top, box.bottom,
               [&](int column, double most) { return seen.is_bare_column(box, column, most); }) ||
           is_doubtful(seen.down, box.top, box.bottom, box.left, box.right,
                       [&](int row, double most) { return seen.is_bare_row(box, row, most); });
}

// The best lattice of some levels, and others.
std::vector<Lattice> find_lattices(const std::vector<Level>& levels, std::deque<Map>& maps,
                                   std::size_t finest) {
    std::vector<Lattice> found;
    // The whole picture last, and only for small cells: it is most of the work.
    for (std::size_t i = levels.size(); i-- > finest;) {
        if (i == 0 && !found.empty() && is_clear(found.front())) break;
        const auto& level = levels[i];
        const Direction across(level.across, level.down), down(level.down, level.across);
        for (const int length : kEdgeLengths) {
            if (length == (i > 1 ? kEdgeLengths[0] : i == 0 ? kEdgeLengths[2] : 0)) continue;
            maps.push_back({level.scale, length, {across, length}, {down, length}});
            guess_lattices(maps.back(), found);
        }
        if (i <= 1) choose_best(found);
    }
    return found;
}

// Takes a board out of a picture.
void blank(Level& level, const Grid& grid) {
    const auto take_out = [&](Steps& steps, double left, double top, double right, double bottom) {
        const auto in = [&](double at, int size) {
            return std::clamp(static_cast<int>(at / level.scale), 0, size);
        };
        for (int y = in(top, steps.height); y < in(bottom, steps.height); ++y)
            std::fill(steps.row(y) + in(left, steps.width), steps.row(y) + in(right, steps.width),
                      std::int8_t{0});
    };
    const double around = grid.cell() / 4;
    const double left = grid.x.first - around, top = grid.y.first - around;
    const double right = grid.right() + around, bottom = grid.bottom() + around;
    take_out(level.across, left, top, right, bottom);
    take_out(level.down, top, left, bottom, right);
}

}  // namespace

std::vector<float> mean_steps(const Steps& steps, double from, double to) {
    std::vector<float> sums(static_cast<std::size_t>(steps.width));
    const int first = std::max(0, static_cast<int>(from));
    const int last = std::min(steps.height, static_cast<int>(to));
    const int stride = std::max(1, (last - first) / 200);
    for (int y = first; y < last; y += stride)
        for (std::size_t x = 0; x < sums.size(); ++x)
            sums[x] += static_cast<float>(std::abs(steps.row(y)[x]));
    for (float& sum : sums)
        sum *= static_cast<float>(stride) / static_cast<float>(std::max(last - first, 1));
    return sums;
}

std::vector<Grid> find_grids(std::vector<Level> levels) {
    std::deque<Map> maps;  // their addresses stay
    std::vector<Grid> grids;
    const auto found = find_lattices(levels, maps, 0);
    for (const auto& lattice : found) {
        auto grid = fine_grid(lattice, levels.front());
        grid.is_doubtful = has_doubtful_size(lattice);
        const auto other =
            std::ranges::find_if(grids, [&](const Grid& before) { return overlap(grid, before); });
        if (other == grids.end())
            grids.push_back(grid);
        else if (grid.score > kRival * other->score &&
                 (grid.rows() != other->rows() || grid.columns() != other->columns()))
            other->is_doubtful = true;
    }
    if (grids.empty() || levels.size() < 2) return grids;
    // Another board may be too small to be seen beside the best one: so without that.
    for (auto& level : levels) blank(level, grids.front());
    for (const auto& lattice : find_lattices(levels, maps, 1))
        if (!overlap(lattice.grid(), grids.front())) grids.push_back(lattice.grid());
    std::stable_sort(grids.begin() + 1, grids.end(),
                     [](const Grid& a, const Grid& b) { return a.score > b.score; });
    return grids;
}

}  // namespace sapper::pictures
