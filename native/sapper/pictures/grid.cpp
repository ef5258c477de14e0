// A lattice of lines is guessed from how straight edges repeat (their Fourier amplitudes), and
// scored by its best rectangle of cells: sides that are edges count, glyphs and other things that
// cross a side count against it, as do edges through the middle of cells. Few supported sides are
// enough, because joined covered cells and themes without lines have none between them.
#include "sapper/pictures/grid.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <deque>
#include <numbers>
#include <numeric>
#include <optional>

namespace sapper::pictures {

namespace {

constexpr int kCandidates = 6;        // periods tried for each map
constexpr std::size_t kRefined = 10;  // lattices refined
constexpr double kBareShare = 0.2;
constexpr double kClearSize = 0.1;   // of the picture
constexpr float kClearScore = 0.8f;  // by cell, from which no smaller cells are looked for
constexpr int kFewestCells = 3;      // in each direction
constexpr double kSameCell = 0.02;   // how much the width and height of cells may differ
constexpr double kSquare = 0.012;    // from which the lines are fitted again
constexpr double kNear = 0.10;       // an edge this far from a line, in cells, belongs to it
constexpr double kCrossed = 2;
constexpr float kBare = 0.12f;  // cost of a side without an edge
constexpr float kStrip = 0.8f;  // and more where the side lies between two lines
constexpr float kBareBorder = 1.4f;
constexpr float kPictureBorder = -0.6f;  // the picture may end where the board does
constexpr float kGlyph = 0.5f;  // gain of a cell with something in its middle and clean sides

struct Map {
    const Level* level;
    int length;
    Plane<std::uint8_t> across, down;  // straight edges of vertical and horizontal lines
};

// Lines at equal distances within a side of the picture.
struct Lines {
    double first = 0, period = 0;
    int count = 0;
    double at(double i) const { return first + period * i; }
};

Lines lines_within(double phase, double period, int size) {
    const double from = std::ceil((-0.12 * period - phase) / period);
    const double to = std::floor((size + 0.12 * period - phase) / period);
    return {phase + period * from, period, static_cast<int>(to - from) + 1};
}

// The rectangle of cells between four lines.
struct Box {
    float score = -1e9f;
    int top = 0, bottom = 0, left = 0, right = 0;
};

struct Lattice {
    const Map* map = nullptr;
    Lines x, y;
    Box box;
    double value() const { return box.score * (x.period + y.period) / 2 * map->level->scale; }
};

float share(int value, int from, int range) {
    return std::clamp(static_cast<float>(value - from) / static_cast<float>(range), 0.0f, 1.0f);
}

// Faster than std::lround, which is a call.
int round_to_int(double value) { return static_cast<int>(std::floor(value + 0.5)); }

int clamp_to(double value, int size) { return std::clamp(round_to_int(value), 0, size - 1); }

// What crosses a line: the mean step along it, over a few pixels.
int crossing(const Plane<std::int8_t>& other, int line, int centre, int thin) {
    int sum = 0;
    for (int t = 0; t < thin; ++t)
        sum += other.row(std::clamp(line + t - thin / 2, 0, other.height - 1))[centre];
    return std::abs(sum) / thin;
}

float support_of(const Plane<std::uint8_t>& straight, double line, double centre, double period) {
    const int reach = std::max(1, round_to_int(kNear * period));
    const int aside = static_cast<int>(0.12 * period);
    const int x = round_to_int(line) - 1;
    const int from = std::clamp(x - reach, 0, straight.width - 1);
    const int to = std::clamp(x + reach, 0, straight.width - 1);
    const auto best_of = [&](double at) {
        const auto* row = straight.row(clamp_to(at, straight.height));
        return static_cast<float>(*std::max_element(row + from, row + to + 1)) / 255;
    };
    const float middle = best_of(centre);
    if (middle >= 0.8f || aside == 0) return middle;
    return std::max({middle, 0.8f * best_of(centre - aside), 0.8f * best_of(centre + aside)});
}

Plane<float> supports(const Plane<std::uint8_t>& straight, const Lines& lines, const Lines& others,
                      double shift) {
    Plane<float> result(lines.count, others.count - 1);
    for (int i = 0; i < result.height; ++i)
        for (int j = 0; j < lines.count; ++j)
            result.row(i)[j] =
                support_of(straight, lines.at(j + shift), others.at(i + 0.5), lines.period);
    return result;
}

Plane<float> messes(const Plane<std::int8_t>& other, const Lines& lines, const Lines& others,
                    int thin) {
    Plane<float> result(lines.count, others.count - 1);
    const int half = static_cast<int>(0.33 * others.period);
    for (int i = 0; i < result.height; ++i)
        for (int j = 0; j < lines.count; ++j) {
            const int line = clamp_to(lines.at(j), other.height);
            const int centre = round_to_int(others.at(i + 0.5));
            int most = 0;
            const int to = std::min(centre + half, other.width - 1);
            for (int k = std::max(centre - half, 0); k <= to && most < 45; ++k)
                most = std::max(most, crossing(other, line, k, thin));
            result.row(i)[j] = share(most, 15, 30);
        }
    return result;
}

// Whether something is in the middle of a cell.
float middle_of(const Map& map, double x, double y, double period, int thin) {
    const auto &across = map.level->across.signed_steps, &down = map.level->down.signed_steps;
    const int reach = static_cast<int>(0.2 * period), stride = std::max(1, reach / 3);
    int most = 0;
    for (int k = -reach; k <= reach; k += stride)
        for (int m = -reach; m <= reach && most < 30; m += stride) {
            const int column = clamp_to(x + m, across.width), row = clamp_to(y + k, across.height);
            most = std::max(
                {most, crossing(across, row, column, thin), crossing(down, column, row, thin)});
        }
    return share(most, 15, 15);
}

// What the picture says about every side and cell of a lattice. Sides are stored from their cell:
// across_sides[row][line], down_sides[column][line].
struct Evidence {
    Plane<float> across, across_mess, across_middle, down, down_mess, down_middle, glyph;

    Evidence(const Map& map, const Lines& x, const Lines& y) {
        const int thin = std::max(2, round_to_int(0.35 * map.length));
        across = supports(map.across, x, y, 0);
        down = supports(map.down, y, x, 0);
        across_mess = messes(map.level->down.signed_steps, x, y, thin);
        down_mess = messes(map.level->across.signed_steps, y, x, thin);
        across_middle = supports(map.across, x, y, 0.5);
        down_middle = supports(map.down, y, x, 0.5);
        glyph = {x.count - 1, y.count - 1};
        for (int i = 0; i < glyph.height; ++i)
            for (int j = 0; j < glyph.width; ++j)
                if (dirt(i, j) < 1)
                    glyph.row(i)[j] = (1 - dirt(i, j)) *
                                      middle_of(map, x.at(j + 0.5), y.at(i + 0.5), x.period, thin);
    }
    float dirt(int row, int column) const {
        return std::max({across_mess.at(column, row), across_mess.at(column + 1, row),
                         down_mess.at(row, column), down_mess.at(row + 1, column)});
    }
};

// What sides and cells add to the score of a rectangle. Side i of column j is [i][j] in all.
struct Scores {
    Plane<float> across, across_border, down, down_border, cell;

    Scores(const Evidence& seen, const Map& map, const Lines& x, const Lines& y) {
        const int rows = seen.glyph.height, columns = seen.glyph.width;
        across = across_border = {columns + 1, rows};
        down = down_border = {columns, rows + 1};
        cell = {columns, rows};
        const auto inner = [](float support, float mess) {
            return support - mess * (1 - 0.5f * support) - kBare * (1 - support);
        };
        const auto border = [](const Lines& lines, int i, int size, float support) {
            const double at = lines.at(i);
            const bool is_end = at < 0.15 * lines.period || at > size - 0.15 * lines.period;
            return is_end ? kPictureBorder : 0.5f * support - kBareBorder * (1 - support);
        };
        for (int i = 0; i < rows; ++i)
            for (int j = 0; j <= columns; ++j) {
                const float s = seen.across.at(j, i);
                across.row(i)[j] = inner(s, seen.across_mess.at(j, i));
                if (j > 0 && j < columns)
                    across.row(i)[j] -=
                        kStrip * (1 - s) *
                        std::min({seen.down.at(i, j - 1), seen.down.at(i + 1, j - 1),
                                  seen.down.at(i, j), seen.down.at(i + 1, j)});
                across_border.row(i)[j] = border(x, j, map.across.width, s);
            }
        for (int i = 0; i <= rows; ++i)
            for (int j = 0; j < columns; ++j) {
                const float s = seen.down.at(i, j);
                down.row(i)[j] = inner(s, seen.down_mess.at(i, j));
                if (i > 0 && i < rows)
                    down.row(i)[j] -=
                        kStrip * (1 - s) *
                        std::min({seen.across.at(j, i - 1), seen.across.at(j + 1, i - 1),
                                  seen.across.at(j, i), seen.across.at(j + 1, i)});
                down_border.row(i)[j] = border(y, i, map.down.width, s);
            }
        for (int i = 0; i < rows; ++i)
            for (int j = 0; j < columns; ++j)
                cell.row(i)[j] = kGlyph * seen.glyph.at(j, i) - seen.across_middle.at(j, i) -
                                 seen.down_middle.at(i, j);
    }
};

// Finds the rectangle with the largest sum. For each pair of top and bottom, the best left and
// right follow in one pass, from sums over the rows between.
Box best_rectangle(const Map& map, const Lines& x, const Lines& y) {
    const int rows = y.count - 1, columns = x.count - 1;
    Box best;
    if (rows < kFewestCells || columns < kFewestCells) return best;
    const Scores scores(Evidence(map, x, y), map, x, y);
    const auto n = static_cast<std::size_t>(columns);
    std::vector<float> inner(n + 1), border(n + 1), column(n);
    for (int top = 0; top + kFewestCells <= rows; ++top) {
        std::ranges::fill(inner, 0.0f);
        std::ranges::fill(border, 0.0f);
        std::ranges::fill(column, 0.0f);
        for (int bottom = top + 1; bottom <= rows; ++bottom) {
            const int row = bottom - 1;
            for (int j = 0; j <= columns; ++j) {
                inner[j] += scores.across.at(j, row);
                border[j] += scores.across_border.at(j, row);
            }
            for (int j = 0; j < columns; ++j)
                column[j] += scores.cell.at(j, row) + (row > top ? scores.down.at(j, row) : 0.0f);
            if (bottom < top + kFewestCells) continue;
            const float *above = scores.down_border.row(top),
                        *below = scores.down_border.row(bottom);
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
                if (j < columns) sum += column[j] + above[j] + below[j];
            }
        }
    }
    return best;
}

// Panels around a board can lie on its lattice. Strips of bare cells at the ends of the rectangle
// are cut off where a line separates them from the rest; covered cells that are joined are not.
struct Trimmer {
    const Evidence& seen;
    Box box;

    bool is_bare(int row, int column) const { return seen.glyph.at(column, row) < 0.5f; }
    // A few things may be on it, such as a counter.
    bool is_bare_row(int row) const {
        int filled = 0;
        for (int j = box.left; j < box.right; ++j)
            filled += !is_bare(row, j) || (j > box.left && seen.across.at(j, row) > 0.5f);
        return filled <= kBareShare * (box.right - box.left);
    }
    bool is_bare_column(int column) const {
        int filled = 0;
        for (int i = box.top; i < box.bottom; ++i)
            filled += !is_bare(i, column) || (i > box.top && seen.down.at(i, column) > 0.5f);
        return filled <= kBareShare * (box.bottom - box.top);
    }
    // How much of a line between the core's ends is an edge.
    static float support_of_line(const Plane<float>& sides, int line, int from, int to) {
        float sum = 0;
        for (int i = from; i < to; ++i) sum += sides.at(line, i);
        return sum / static_cast<float>(to - from);
    }
    static bool is_outside(float inner, float outer) { return inner > 0.8f || outer < inner; }

    Box trimmed() const {
        Box core = box;
        while (core.top < box.bottom && is_bare_row(core.top)) ++core.top;
        while (core.bottom > core.top && is_bare_row(core.bottom - 1)) --core.bottom;
        while (core.left < box.right && is_bare_column(core.left)) ++core.left;
        while (core.right > core.left && is_bare_column(core.right - 1)) --core.right;
        if (core.bottom - core.top < kFewestCells || core.right - core.left < kFewestCells)
            return box;
        // Strips that stay make the lines at their ends longer: so a second time.
        Box result = core;
        for (int round = 0; round < 2; ++round) {
            const auto now = result;
            const auto row_is_outside = [&](int inner, int outer) {
                return is_outside(support_of_line(seen.down, inner, now.left, now.right),
                                  support_of_line(seen.down, outer, now.left, now.right));
            };
            const auto column_is_outside = [&](int inner, int outer) {
                return is_outside(support_of_line(seen.across, inner, now.top, now.bottom),
                                  support_of_line(seen.across, outer, now.top, now.bottom));
            };
            if (!row_is_outside(core.top, box.top)) result.top = box.top;
            if (!row_is_outside(core.bottom, box.bottom)) result.bottom = box.bottom;
            if (!column_is_outside(core.left, box.left)) result.left = box.left;
            if (!column_is_outside(core.right, box.right)) result.right = box.right;
        }
        return result;
    }
};

// The amplitudes of a profile at these frequencies.
std::vector<std::complex<float>> fourier(const std::vector<float>& profile,
                                         const std::vector<double>& frequencies) {
    const std::size_t n = frequencies.size();
    std::vector<float> c(n), s(n), turn_c(n), turn_s(n), real(n), imaginary(n);
    for (std::size_t f = 0; f < n; ++f) {
        const double angle = -2 * std::numbers::pi * frequencies[f];
        c[f] = turn_c[f] = static_cast<float>(std::cos(angle));
        s[f] = turn_s[f] = static_cast<float>(std::sin(angle));
    }
    for (const float value : profile)
        for (std::size_t f = 0; f < n; ++f) {
            real[f] += value * c[f];
            imaginary[f] += value * s[f];
            const float next = c[f] * turn_c[f] - s[f] * turn_s[f];
            s[f] = s[f] * turn_c[f] + c[f] * turn_s[f];
            c[f] = next;
        }
    std::vector<std::complex<float>> result(n);
    for (std::size_t f = 0; f < n; ++f) result[f] = {real[f], imaginary[f]};
    return result;
}

std::vector<float> profile_of(const Plane<std::uint8_t>& plane, int from, int to) {
    std::vector<float> profile(static_cast<std::size_t>(plane.width));
    for (int y = std::max(from, 0); y < std::min(to, plane.height); ++y)
        for (int x = 0; x + 1 < plane.width; ++x) profile[x] += plane.at(x, y);
    return profile;
}

// How much crosses a line, for each line.
std::vector<float> crossings(const Plane<std::int8_t>& other) {
    std::vector<float> sums(static_cast<std::size_t>(other.height));
    for (int line = 0; line < other.height; ++line) {
        int sum = 0;
        for (int k = 0; k < other.width; ++k) sum += std::abs(other.at(k, line));
        sums[line] = static_cast<float>(sum);
    }
    return sums;
}

// Where lines of this period begin: at many edges, where little is crossed. Glyphs have edges too.
double best_phase(const std::vector<float>& edges, const std::vector<float>& ink, double period) {
    constexpr int kBins = 16;
    std::array<double, kBins> edge{}, crossed{};
    double edge_sum = 1e-9, crossed_sum = 1e-9;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const double at = (static_cast<double>(i) + 1) / period;
        const auto bin = static_cast<std::size_t>((at - std::floor(at)) * kBins) % kBins;
        edge[bin] += edges[i];
        crossed[bin] += ink[i];
        edge_sum += edges[i];
        crossed_sum += ink[i];
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
    const int width = map.across.width, height = map.across.height;
    const double longest = std::max(width, height);
    std::vector<double> frequencies;
    for (double f = 1 / (2.3 * map.length); f < 1 / (1.35 * map.length); f += 1 / (4 * longest))
        frequencies.push_back(f);
    const auto edges_x = profile_of(map.across, 0, height),
               edges_y = profile_of(map.down, 0, width);
    const auto ink_x = crossings(map.level->down.signed_steps);
    const auto ink_y = crossings(map.level->across.signed_steps);
    const auto fx = fourier(edges_x, frequencies), fy = fourier(edges_y, frequencies);
    const std::size_t n = frequencies.size();
    std::vector<std::size_t> partner(n), order(n);
    std::vector<float> joint(n);
    for (std::size_t i = 0; i < n; ++i) {
        partner[i] = i;
        for (std::size_t j = 0; j < n; ++j)
            if (std::abs(frequencies[j] - frequencies[i]) <= kSameCell * frequencies[i] &&
                std::norm(fy[j]) > std::norm(fy[partner[i]]))
                partner[i] = j;
        joint[i] = std::abs(fx[i]) * std::abs(fy[partner[i]]);
    }
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](auto a, auto b) { return joint[a] > joint[b]; });
    std::vector<std::size_t> chosen;
    for (const auto i : order) {
        if (chosen.size() == kCandidates) break;
        if (std::ranges::any_of(chosen, [&](auto j) {
                return std::abs(frequencies[i] - frequencies[j]) <= 0.6 / longest;
            }))
            continue;
        chosen.push_back(i);
        const auto turn = [](std::complex<float> amplitude, double period) {
            return -std::arg(amplitude) / (2 * std::numbers::pi) * period;
        };
        for (const auto j : {partner[i], i}) {
            const double px = 1 / frequencies[i], py = 1 / frequencies[j];
            const std::array phases = {
                std::pair{turn(fx[i], px), turn(fy[j], py)},
                std::pair{best_phase(edges_x, ink_x, px), best_phase(edges_y, ink_y, py)}};
            for (const auto& [at_x, at_y] : phases) {
                const auto x = lines_within(at_x, px, width), y = lines_within(at_y, py, height);
                const auto box = best_rectangle(map, x, y);
                if (box.score > 0) found.push_back({&map, x, y, box});
            }
            if (partner[i] == i) break;
        }
    }
}

// Least squares of the lines against the edges near them.
Lines fit(const std::vector<float>& profile, const Lines& lines, int from, int to) {
    struct Seen {
        double index, position, weight;
    };
    std::vector<Seen> seen;
    for (int i = from; i <= to; ++i) {
        const int a = std::max(0, round_to_int(lines.at(i) - 0.16 * lines.period));
        const int b = std::min(static_cast<int>(profile.size()),
                               round_to_int(lines.at(i) + 0.16 * lines.period) + 1);
        double mass = 0, moment = 0;
        for (int k = a; k < b; ++k) {
            mass += profile[k];
            moment += profile[k] * (k + 1.0);
        }
        if (mass > 0) seen.push_back({static_cast<double>(i), moment / mass, mass});
    }
    if (seen.size() < 3) return lines;
    std::vector<double> weights;
    for (const auto& one : seen) weights.push_back(one.weight);
    std::nth_element(weights.begin(),
                     weights.begin() + static_cast<std::ptrdiff_t>(weights.size() / 2),
                     weights.end());
    const double most = weights[weights.size() / 2];
    double w = 0, wi = 0, wp = 0, wii = 0, wip = 0;
    for (const auto& one : seen) {
        const double weight = std::min(one.weight, most);
        w += weight;
        wi += weight * one.index;
        wp += weight * one.position;
        wii += weight * one.index * one.index;
        wip += weight * one.index * one.position;
    }
    const double spread = w * wii - wi * wi;
    if (spread <= 0) return lines;
    const double period = (w * wip - wi * wp) / spread;
    return {(wp - period * wi) / w, period, lines.count};
}

// Fits lines and chooses the rectangle again, while that is better.
void refine(Lattice& lattice) {
    const auto& map = *lattice.map;
    auto now = lattice;
    for (int round = 0; round < 4; ++round) {
        const auto& box = now.box;
        const auto at = [](double value) { return static_cast<int>(value); };
        const auto x =
            fit(profile_of(map.across, at(now.y.at(box.top)), at(now.y.at(box.bottom)) + 1), now.x,
                box.left, box.right);
        const auto y =
            fit(profile_of(map.down, at(now.x.at(box.left)), at(now.x.at(box.right)) + 1), now.y,
                box.top, box.bottom);
        if (std::abs(x.period / y.period - 1) > 2 * kSameCell ||
            std::abs(x.period / lattice.x.period - 1) > 0.1)
            return;
        now.x = lines_within(x.first, x.period, map.across.width);
        now.y = lines_within(y.first, y.period, map.across.height);
        now.box = best_rectangle(map, now.x, now.y);
        if (now.box.score <= 0) return;
        if (now.box.score > lattice.box.score) lattice = now;
    }
}

// Moves all lines a little: to the strongest step, or to the middle of several strong ones.
double best_shift(const std::vector<float>& steps, double first, double period, int count) {
    std::vector<double> shifts;
    std::vector<float> sums;
    for (double shift = -0.12 * period; shift <= 0.12 * period;
         shift += std::max(0.25, period / 200)) {
        float sum = 0;
        for (int i = 1; i < count; ++i) {
            const double at = std::clamp(first + i * period + shift - 1, 0.0,
                                         static_cast<double>(steps.size()) - 1.001);
            const auto k = static_cast<std::size_t>(at);
            const auto part = static_cast<float>(at - static_cast<double>(k));
            sum += steps[k] * (1 - part) + steps[k + 1] * part;
        }
        shifts.push_back(shift);
        sums.push_back(sum);
    }
    const float strong = 0.75f * *std::ranges::max_element(sums);
    const auto is_strong = [&](float sum) { return sum >= strong; };
    const auto from = std::ranges::find_if(sums, is_strong) - sums.begin();
    const auto to = sums.rend() - std::find_if(sums.rbegin(), sums.rend(), is_strong) - 1;
    return (shifts[static_cast<std::size_t>(from)] + shifts[static_cast<std::size_t>(to)]) / 2;
}

std::vector<float> mean_steps(const Plane<std::int8_t>& steps, double from, double to) {
    std::vector<float> sums(static_cast<std::size_t>(steps.width));
    for (int y = std::max(0, static_cast<int>(from));
         y < std::min(steps.height, static_cast<int>(to)); ++y)
        for (int x = 0; x < steps.width; ++x)
            sums[x] += static_cast<float>(std::abs(steps.at(x, y)));
    return sums;
}

// Fits lines to the steps of the whole picture: what lies above the usual step counts.
Lines fit_fine(std::vector<float> steps, Lines lines) {
    double mean = 0;
    for (const float step : steps) mean += step / static_cast<double>(steps.size());
    for (float& step : steps) step = std::max(0.0f, step - static_cast<float>(mean));
    for (int round = 0; round < 3; ++round) {
        const auto fitted = fit(steps, lines, 0, lines.count - 1);
        if (std::abs(fitted.period / lines.period - 1) > kSameCell) break;
        lines = fitted;
    }
    return lines;
}

Grid box_of(const Lattice& lattice) {
    const double scale = lattice.map->level->scale;
    const auto& box = lattice.box;
    return {lattice.x.at(box.left) * scale,
            lattice.y.at(box.top) * scale,
            lattice.x.period * scale,
            lattice.y.period * scale,
            box.bottom - box.top,
            box.right - box.left,
            lattice.value()};
}

Grid grid_of(const Lattice& lattice, const Level& whole) {
    const auto& map = *lattice.map;
    auto x = lattice.x, y = lattice.y;
    const auto& box = lattice.box;
    for (int round = 0; round < 3; ++round) {  // inner lines only: borders are drawn otherwise
        const auto inner = [&](const Plane<std::uint8_t>& plane, const Lines& lines, int from,
                               int to, const Lines& others, int other_from, int other_to) {
            const auto profile = profile_of(plane, static_cast<int>(others.at(other_from)),
                                            static_cast<int>(others.at(other_to)) + 1);
            const int cut = to - from > 3;
            return fit(profile, lines, from + cut, to - cut);
        };
        x = inner(map.across, x, box.left, box.right, y, box.top, box.bottom);
        y = inner(map.down, y, box.top, box.bottom, x, box.left, box.right);
    }
    auto grid = box_of({&map, x, y, box});
    const auto steps_x = mean_steps(whole.across.signed_steps, grid.y, grid.bottom());
    const auto steps_y = mean_steps(whole.down.signed_steps, grid.x, grid.right());
    if (std::abs(grid.cell_width / grid.cell_height - 1) > kSquare) {  // rarely right
        const Lines fine_x = fit_fine(steps_x, {grid.x, grid.cell_width, grid.columns + 1});
        const Lines fine_y = fit_fine(steps_y, {grid.y, grid.cell_height, grid.rows + 1});
        grid.x = fine_x.first, grid.cell_width = fine_x.period;
        grid.y = fine_y.first, grid.cell_height = fine_y.period;
    }
    grid.x += best_shift(steps_x, grid.x, grid.cell_width, grid.columns);
    grid.y += best_shift(steps_y, grid.y, grid.cell_height, grid.rows);
    return grid;
}

bool overlap(const Grid& a, const Grid& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

// Refines the best lattices and forgets the others.
void choose_best(std::vector<Lattice>& found) {
    const auto by_value = [](const Lattice& a, const Lattice& b) { return a.value() > b.value(); };
    std::ranges::stable_sort(found, by_value);
    std::vector<Lattice> chosen;  // the best, and some that lie elsewhere
    for (const auto& lattice : found) {
        const auto around = std::ranges::count_if(
            chosen, [&](const Lattice& other) { return overlap(box_of(lattice), box_of(other)); });
        if (static_cast<std::size_t>(around) + 2 < kRefined && chosen.size() < kRefined)
            chosen.push_back(lattice);
    }
    found = std::move(chosen);
    for (auto& lattice : found) {
        refine(lattice);
        lattice.box = Trimmer{Evidence(*lattice.map, lattice.x, lattice.y), lattice.box}.trimmed();
    }
    std::ranges::stable_sort(found, by_value);
}

bool is_clear(const Lattice& lattice) {
    const auto& box = lattice.box;
    const int cells = (box.bottom - box.top) * (box.right - box.left);
    const double size = cells * lattice.x.period * lattice.y.period;
    return box.score > kClearScore * static_cast<float>(cells) &&
           size > kClearSize * lattice.map->across.width * lattice.map->across.height;
}

}  // namespace

std::vector<Grid> find_grids(const std::vector<Level>& levels) {
    std::deque<Map> maps;  // their addresses stay
    std::vector<Lattice> found;
    // The whole picture last, and only for small cells: it is most of the work.
    for (std::size_t i = levels.size(); i-- > 0;) {
        if (i == 0 && std::ranges::any_of(found, is_clear)) break;
        for (const int length : kEdgeLengths) {
            if (i > 1 && length == kEdgeLengths[0]) continue;  // the level below has them
            maps.push_back({&levels[i], length, levels[i].across.straight(length),
                            levels[i].down.straight(length)});
            guess_lattices(maps.back(), found);
        }
        if (i <= 1) choose_best(found);
    }
    std::vector<Grid> grids;
    for (const auto& lattice : found) {
        const auto grid = grid_of(lattice, levels.front());
        if (std::ranges::none_of(grids, [&](const Grid& other) { return overlap(grid, other); }))
            grids.push_back(grid);
    }
    return grids;
}

}  // namespace sapper::pictures
