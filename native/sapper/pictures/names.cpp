#include "sapper/pictures/names.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>

namespace sapper::pictures {

namespace {

constexpr float kSameGlyph = 0.18f, kSameFlat = 9, kSameFrame = 16;
constexpr std::size_t kMostFlats = 8;     // kinds of cells without a glyph
constexpr std::size_t kMostShades = 500;  // of such cells before they are joined to kinds
constexpr double kMostKinds = 0.4;        // of the cells that may each look like no other
constexpr float kDigitLikeness = 0.6f;    // from which a glyph is rather a digit than a symbol
constexpr float kLikenessWeight = 10;
constexpr float kSymbolWeight = 15;
constexpr float kOnOtherFrame = 2;  // a digit on a covered cell, a flag on an open one
constexpr float kClearlyNearer = 8;
constexpr float kNothingCovered = 10;
constexpr float kAnotherKind = 0.8f;
constexpr float kSomeEmpty = 1.5f;
constexpr float kFaint = 55;  // levels between a glyph and its paper
constexpr std::size_t kFew = 6;
constexpr float kStrange = 0.5f;  // the margin of what is seen once and looks odd
constexpr float kSurelySame = 0.95f;
constexpr float kOtherInk = 40;  // levels by which another number's colour is nearer

std::array<float, 15> frame_of(const Look& look) {
    std::array<float, 15> frame{};
    for (std::size_t c = 0; c < 3; ++c) {
        frame[c] = look.paper[c];
        for (std::size_t side = 0; side < 4; ++side)
            frame[3 * side + 3 + c] = look.rim[side][c] - look.paper[c];
    }
    return frame;
}

float frame_distance(const std::array<float, 15>& a, const std::array<float, 15>& b) {
    float most = 0;
    for (std::size_t part = 0; part < 5; ++part) {
        float sum = 0;
        for (std::size_t c = 0; c < 3; ++c) sum += std::abs(a[3 * part + c] - b[3 * part + c]) / 3;
        most = std::max(most, part == 0 ? sum : 1.5f * sum);
    }
    return most;
}

// How much the papers differ in colour, not in brightness.
float tint_difference(const std::array<float, 15>& a, const std::array<float, 15>& b) {
    const auto tint = [](const std::array<float, 15>& frame) {
        const float grey = (frame[0] + frame[1] + frame[2]) / 3;
        return Colour{frame[0] - grey, frame[1] - grey, frame[2] - grey};
    };
    return difference(tint(a), tint(b));
}

float look_distance(const Look& a, const Look& b) {
    if (a.glyph.has_value() != b.glyph.has_value()) return 9;
    if (!a.glyph) return frame_distance(frame_of(a), frame_of(b)) / kSameFlat * kSameGlyph;
    const bool are_solid = likeness(*a.glyph, *a.glyph) + likeness(*b.glyph, *b.glyph) < 0.5f;
    const float shape = are_solid ? 0 : 1 - likeness(*a.glyph, *b.glyph);
    return shape + 0.5f * std::abs(std::log(a.glyph->aspect / b.glyph->aspect)) +
           difference(a.ink, b.ink) / 400 + difference(a.paper, b.paper) / 600;
}

// Adds every cell to the nearest cluster, by its first cell. Of a board many cells are alike: of
// other pictures no clusters are returned, as soon as that is known.
std::vector<Cluster> cluster(const std::vector<Look>& looks) {
    const double most_kinds = kMostKinds * static_cast<double>(looks.size()) + 6;
    std::vector<Cluster> clusters;
    std::size_t shades = 0;
    for (std::size_t i = 0; i < looks.size(); ++i) {
        Cluster* nearest = nullptr;
        float least = kSameGlyph;
        for (auto& one : clusters) {
            const float d =
                look_distance(looks[static_cast<std::size_t>(one.cells.front())], looks[i]);
            if (d < least) least = d, nearest = &one;
        }
        if (!nearest) {
            nearest = &clusters.emplace_back();
            shades += !looks[i].glyph;
            const auto kinds = clusters.size() - shades + std::min(shades, kMostFlats);
            if (static_cast<double>(kinds) > most_kinds || shades > kMostShades) return {};
        }
        nearest->cells.push_back(static_cast<int>(i));
    }
    return clusters;
}

// The mean look of a cluster.
void summarise(Cluster& one, const std::vector<Look>& looks) {
    one.has_glyph = looks[static_cast<std::size_t>(one.cells.front())].glyph.has_value();
    const float share = 1 / static_cast<float>(one.cells.size());
    one.glyph.aspect = 0;
    one.frame.fill(0);
    for (const int cell : one.cells) {
        const auto& look = looks[static_cast<std::size_t>(cell)];
        const auto frame = frame_of(look);
        for (std::size_t k = 0; k < frame.size(); ++k) one.frame[k] += share * frame[k];
        if (!look.glyph) continue;
        for (std::size_t k = 0; k < look.glyph->values.size(); ++k)
            one.glyph.values[k] += share * look.glyph->values[k];
        one.glyph.aspect += share * look.glyph->aspect;
        for (std::size_t c = 0; c < 3; ++c) one.ink[c] += share * look.ink[c];
        one.colours += share * look.colours;
        one.tall += share * look.tall;
    }
    if (!one.has_glyph) return;
    const float length = std::sqrt(likeness(one.glyph, one.glyph));
    for (float& value : one.glyph.values) value /= std::max(length, 1e-6f);
    one.shapes = compare_with_outlines(one.glyph);
}

void merge_flats(std::vector<Cluster>& clusters, const std::vector<Look>& looks) {
    for (;;) {
        std::vector<std::size_t> flats;
        for (std::size_t i = 0; i < clusters.size(); ++i)
            if (!clusters[i].has_glyph) flats.push_back(i);
        if (flats.size() <= kMostFlats) return;
        std::size_t a = 0, b = 0;
        float least = 1e9f;
        for (const auto i : flats)
            for (const auto j : flats)
                if (i < j && frame_distance(clusters[i].frame, clusters[j].frame) < least)
                    least = frame_distance(clusters[i].frame, clusters[j].frame), a = i, b = j;
        auto& into = clusters[a].cells;
        into.insert(into.end(), clusters[b].cells.begin(), clusters[b].cells.end());
        clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(b));
        summarise(clusters[a], looks);
    }
}

// Searches the signs of all clusters for the least cost.
class Search {
   public:
    explicit Search(Names& names) : names_(names), affected_(names.clusters.size()) {
        std::vector<int> seen(names.cluster_of.size(), -1);
        for (std::size_t k = 0; k < affected_.size(); ++k) {
            const auto add = [&](int cell) {
                if (seen[cell] == static_cast<int>(k)) return;
                seen[cell] = static_cast<int>(k);
                affected_[k].push_back(cell);
            };
            for (const int cell : names.clusters[k].cells) {
                add(cell);
                names.each_around(cell, add);
            }
        }
    }

    void put(std::size_t k, std::uint8_t sign) {
        names_.clusters[k].sign = sign;
        for (const int cell : names_.clusters[k].cells) names_.signs[cell] = sign;
    }

    // The sign that looks cheapest; coloured glyphs are rather symbols, the bolder the more.
    void begin(float bold) {
        for (std::size_t k = 0; k < affected_.size(); ++k) {
            auto costs = names_.clusters[k].costs;
            if (bold < 0 || names_.clusters[k].colours > 0.1f ||
                names_.clusters[k].cells.size() == 1)
                for (std::size_t d = 0; d <= 8; ++d) costs[d] += bold;
            put(k, static_cast<std::uint8_t>(std::ranges::min_element(costs) - costs.begin()));
        }
    }

    // How much more everything costs with this sign.
    float change(std::size_t k, std::uint8_t sign) {
        const auto& one = names_.clusters[k];
        const auto before = one.sign;
        const float now = rules_near(k);
        put(k, sign);
        const float then = rules_near(k);
        const float kinds_then = kinds();
        put(k, before);
        return then - now + one.costs[sign] - one.costs[before] + kinds_then - kinds();
    }

    // Changes one cluster after the other, while that is better.
    void descend() {
        for (bool is_better = true; is_better;) {
            is_better = false;
            for (std::size_t k = 0; k < affected_.size(); ++k)
                for (std::uint8_t sign = 0; sign < kSigns; ++sign)
                    if (is_open(k, sign) && change(k, sign) < -1e-4f)
                        put(k, sign), is_better = true;
        }
    }

    // Cells without a glyph: all combinations of covered and open. One cluster changes at a time (a
    // Gray code), small ones most often.
    void try_flats() {
        std::vector<std::size_t> flats;
        for (std::size_t k = 0; k < affected_.size(); ++k)
            if (!names_.clusters[k].has_glyph) flats.push_back(k);
        std::ranges::stable_sort(flats, {},
                                 [&](auto k) { return names_.clusters[k].cells.size(); });
        std::vector<std::uint8_t> before, best;
        for (const auto k : flats) before.push_back(names_.clusters[k].sign);
        float least = total();
        best = before;
        for (const auto k : flats) put(k, 0);
        float cost = total();
        for (unsigned i = 0;;) {
            if (cost <= least) {
                least = cost;
                for (std::size_t f = 0; f < flats.size(); ++f)
                    best[f] = names_.clusters[flats[f]].sign;
            }
            if (++i >> flats.size()) break;
            const auto k = flats[static_cast<std::size_t>(std::countr_zero(i))];
            const std::uint8_t sign = names_.clusters[k].sign == 0 ? kCoveredSign : 0;
            cost += change(k, sign);
            put(k, sign);
        }
        for (std::size_t f = 0; f < flats.size(); ++f) put(flats[f], best[f]);
    }

    void measure_margins() {
        for (std::size_t k = 0; k < affected_.size(); ++k) {
            auto& one = names_.clusters[k];
            one.margin = 99;
            for (std::uint8_t sign = 0; sign < kSigns; ++sign)
                if (sign != one.sign && is_open(k, sign))
                    one.margin = std::min(one.margin, change(k, sign));
        }
    }

    float total() const {
        float sum = 0;
        for (const auto& one : names_.clusters) sum += one.costs[one.sign];
        for (std::size_t i = 0; i < names_.signs.size(); ++i)
            sum += names_.violation(static_cast<int>(i));
        return sum + kinds();
    }

   private:
    // Flags look alike, and so do mines: each further kind costs.
    float kinds() const {
        int flags = 0, mines = 0;
        bool is_covered = false;
        float empty = 0;  // some cells are, nearly always
        for (const auto& one : names_.clusters) {
            if (one.sign == 0) empty += static_cast<float>(one.cells.size());
            is_covered |= !is_digit(one.sign);
            flags += one.has_glyph && one.sign == kFlagSign;
            mines += one.has_glyph && one.sign == kMineSign;
        }
        return kAnotherKind * static_cast<float>(std::max(flags - 1, 0) + std::max(mines - 1, 0)) -
               kSomeEmpty * std::min(empty / 8, 1.0f) + (is_covered ? 0 : kNothingCovered);
    }
    bool is_open(std::size_t k, std::uint8_t sign) const {
        return names_.clusters[k].costs[sign] < 50;
    }
    float rules_near(std::size_t k) const {
        float sum = 0;
        for (const int cell : affected_[k]) sum += names_.violation(cell);
        return sum;
    }

    Names& names_;
    std::vector<std::vector<int>> affected_;
};

constexpr float kNever = 99;

// What each sign costs by looks alone, given how covered and open cells look so far.
void weigh_glyph(Cluster& one, float to_covered, float to_open) {
    const auto digits = std::span(one.shapes).first(9);
    const float best = *std::ranges::max_element(digits);
    float strange = std::max(0.0f, one.colours - 0.15f) * 8;
    if (one.tall < 0.25f || one.tall > 0.93f) strange += 1.5f;
    const bool on_covered = to_covered + kClearlyNearer < to_open;
    const bool on_open = to_open + kClearlyNearer < to_covered;
    const float as_digit = std::max(0.0f, kDigitLikeness - best) * kSymbolWeight + strange +
                           (on_covered && to_covered < 12 ? kOnOtherFrame : 0.0f);
    // Digits have one colour.
    const float as_symbol =
        std::max(0.0f, best - kDigitLikeness) * kSymbolWeight * std::max(0.2f, 1 - 3 * one.colours);
    for (std::size_t d = 0; d <= 8; ++d)
        one.costs[d] = as_digit + (best - one.shapes[d]) * kLikenessWeight;
    // A faint glyph may be the shading of a covered cell.
    const float contrast = difference(one.ink, {one.frame[0], one.frame[1], one.frame[2]});
    const float faint = std::max(0.0f, (kFaint - contrast) / 10);
    one.costs[kCoveredSign] =
        faint > 0 ? as_symbol + 2 - faint + (on_open ? kOnOtherFrame : 0.0f) : kNever;
    one.costs[kFlagSign] = as_symbol + (on_open ? kOnOtherFrame : 0.0f);
    one.costs[kMineSign] = as_symbol + (on_covered ? kOnOtherFrame : 0.0f) + 0.3f;
    const float query = one.shapes[kQuestionShape];
    one.costs[kQuestionSign] =
        (query > kDigitLikeness ? 0.0f : 1.0f) + (on_open ? kOnOtherFrame / 2 : 0.0f) +
        std::max(0.0f, std::max(best, kDigitLikeness) - query) * kLikenessWeight;
    if (query > kDigitLikeness && query > best)
        for (const auto sign : {kFlagSign, kMineSign})
            one.costs[sign] += (query - kDigitLikeness) * kSymbolWeight;
}

void weigh_flat(Cluster& one, bool has_digits, bool is_like_digits, bool is_odd_colour,
                bool has_mines) {
    // Cells that could be empty mostly are: covered cells touch too many others.
    const float size = std::min(static_cast<float>(one.cells.size()), 10.0f);
    one.costs.fill(kNever);
    one.costs[0] = has_digits ? 0.0f : 0.12f * size;
    one.costs[kCoveredSign] = (has_digits ? 0.08f * size : 0.0f) + (is_odd_colour ? 1.2f : 0.0f);
    one.costs[kFlagSign] = is_odd_colour ? 0.0f : kNever;
    if (is_like_digits) one.costs[kCoveredSign] += kOnOtherFrame;
    // Where mines are shown, a square of another colour is the one that exploded.
    if (has_mines && is_odd_colour && one.cells.size() == 1) {
        one.costs[kMineSign] = 0;
        one.costs[kFlagSign] = 1;
    }
}

// How far a frame is from the nearest of the clusters for which this holds.
template <class Is>
float nearest_frame(const std::vector<Cluster>& clusters, const Cluster& from, Is&& is) {
    float least = 255;
    for (const auto& one : clusters)
        if (&one != &from && is(one))
            least = std::min(least, frame_distance(one.frame, from.frame));
    return least;
}

void weigh(std::vector<Cluster>& clusters, bool is_first) {
    const auto is_sure_digit = [](const Cluster& one) {
        const float best = *std::max_element(one.shapes.begin(), one.shapes.begin() + 9);
        return one.has_glyph && best > 0.7f && is_digit(one.sign);
    };
    const bool has_digits = std::ranges::any_of(clusters, is_sure_digit);
    const bool has_mines = std::ranges::any_of(
        clusters, [](const Cluster& one) { return one.sign == kMineSign && one.cells.size() > 1; });
    const Cluster* covered = nullptr;
    for (const auto& one : clusters)
        if (!one.has_glyph && one.sign == kCoveredSign &&
            (!covered || one.cells.size() > covered->cells.size()))
            covered = &one;
    float farthest = 0;  // of all cells without a glyph from those with a digit
    for (const auto& one : clusters)
        if (!one.has_glyph)
            farthest = std::max(farthest, nearest_frame(clusters, one, is_sure_digit));
    for (auto& one : clusters) {
        if (one.has_glyph) {
            const float to_covered = nearest_frame(
                clusters, one, [](const Cluster& other) { return other.sign == kCoveredSign; });
            const float to_open = nearest_frame(clusters, one, [&](const Cluster& other) {
                return other.has_glyph ? is_sure_digit(other) && other.cells.size() > 1
                                       : other.sign == 0;
            });
            weigh_glyph(one, is_first ? 255 : to_covered, is_first ? 255 : to_open);
        } else {
            const float to_digits = nearest_frame(clusters, one, is_sure_digit);
            const bool is_like_digits = to_digits < 10 && to_digits + kClearlyNearer < farthest;
            const bool is_odd = !is_first && covered && one.cells.size() < covered->cells.size() &&
                                tint_difference(one.frame, covered->frame) > 60;
            weigh_flat(one, has_digits, is_like_digits, is_odd, has_mines);
        }
    }
}

// Programs that colour numbers give each its own colour.
bool has_ink_of_another_number(const Cluster& one, const std::vector<Cluster>& clusters) {
    if (!one.has_glyph || !is_digit(one.sign)) return false;
    float same = 255, another = 255;
    for (const auto& other : clusters) {
        if (&other == &one || !other.has_glyph || !is_digit(other.sign)) continue;
        if (other.cells.size() < one.cells.size()) continue;
        float& nearest = other.sign == one.sign ? same : another;
        nearest = std::min(nearest, difference(one.ink, other.ink));
    }
    return same < 255 && another + kOtherInk < same;
}

// A sign seen once that looks like neither covered nor open cells may be a pointer or a hint; and
// cells without a glyph that look like open ones, or the reverse, are doubtful.
bool is_strange(const Cluster& one, const std::vector<Cluster>& clusters) {
    if (has_ink_of_another_number(one, clusters)) return true;
    if (one.has_glyph)
        return one.cells.size() == 1 && !is_digit(one.sign) &&
               nearest_frame(clusters, one, [](const Cluster& other) {
                   return other.cells.size() > 1;
               }) > kSameFrame;
    if (one.sign == kFlagSign || one.sign == kMineSign) return one.cells.size() == 1;
    const auto nearest = [&](bool is_open) {
        return nearest_frame(clusters, one, [&](const Cluster& other) {
            return other.cells.size() > 1 && is_open == is_digit(other.sign) &&
                   (is_open || !other.has_glyph);
        });
    };
    const float same = nearest(one.sign == 0), other = nearest(one.sign != 0);
    return (one.cells.size() <= kFew && same > kSameFrame && other < 255) ||
           (other + kClearlyNearer < same && other < kSameFrame);
}

// A glyph that has the name of its cluster, but by itself would have another.
void doubt_odd_glyphs(Names& names, const std::vector<Look>& looks) {
    for (const auto& one : names.clusters) {
        if (!one.has_glyph || !is_digit(one.sign) || one.cells.size() < 2) continue;
        for (const int cell : one.cells) {
            const auto& glyph = *looks[static_cast<std::size_t>(cell)].glyph;
            if (likeness(glyph, one.glyph) > kSurelySame) continue;
            const auto shapes = compare_with_outlines(glyph);
            const auto own = std::max_element(shapes.begin(), shapes.begin() + 9);
            if (*own > shapes[one.sign] + 0.03f)
                names.margins[cell] = std::min(names.margins[cell], kStrange);
        }
    }
}

}  // namespace

bool Names::is_beside(int cell, unsigned sides) const {
    const int row = cell / columns, column = cell % columns;
    return ((sides & kTop) && row == 0) || ((sides & kBottom) && row == rows - 1) ||
           ((sides & kLeft) && column == 0) || ((sides & kRight) && column == columns - 1);
}

float Names::violation(int cell) const {
    const auto sign = signs[cell];
    if (!is_digit(sign)) return 0;
    int closed = 0, marked = 0;
    each_around(cell, [&](int other) {
        closed += !is_digit(signs[other]);
        marked += signs[other] == kFlagSign || signs[other] == kMineSign;
    });
    if (sign == 0) return static_cast<float>(std::min(closed, 3));
    if (closed < sign && !is_beside(cell, open_sides)) return static_cast<float>(sign - closed);
    return 0.7f * static_cast<float>(std::max(marked - sign, 0));
}

Names name_cells(const std::vector<Look>& looks, int rows, int columns, unsigned open_sides) {
    Names names;
    names.rows = rows;
    names.columns = columns;
    names.open_sides = open_sides;
    names.clusters = cluster(looks);
    if (names.clusters.empty()) return names;
    for (auto& one : names.clusters) summarise(one, looks);
    merge_flats(names.clusters, looks);
    names.cluster_of.resize(looks.size());
    names.signs.resize(looks.size());
    names.margins.resize(looks.size());
    for (std::size_t k = 0; k < names.clusters.size(); ++k)
        for (const int cell : names.clusters[k].cells)
            names.cluster_of[cell] = static_cast<std::int32_t>(k);
    Search search(names);
    // What a glyph is depends on which cells are covered, and the reverse; so from two beginnings.
    std::vector<Cluster> best;
    float least = 1e9f;
    for (const float bold : {0.0f, -2.5f}) {
        for (std::size_t k = 0; k < names.clusters.size(); ++k)
            search.put(k, names.clusters[k].has_glyph ? 1 : 0);
        weigh(names.clusters, true);
        search.begin(bold);
        for (int round = 0; round < 3; ++round) {
            weigh(names.clusters, round == 0);
            search.try_flats();
            search.descend();
        }
        const float cost = search.total();
        if (cost < least) least = cost, best = names.clusters;
    }
    for (std::size_t k = 0; k < best.size(); ++k) {
        search.put(k, best[k].sign);
        names.clusters[k].costs = best[k].costs;
    }
    search.measure_margins();
    for (auto& one : names.clusters)
        if (is_strange(one, names.clusters)) one.margin = std::min(one.margin, kStrange);
    for (const auto& one : names.clusters)
        for (const int cell : one.cells) names.margins[cell] = one.margin;
    doubt_odd_glyphs(names, looks);
    return names;
}

}  // namespace sapper::pictures
