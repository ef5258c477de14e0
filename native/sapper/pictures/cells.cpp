// Every cell is brought to one size. Its paper is a colour that is common in the cell and around
// the glyph, and preferably one that whole cells without a glyph have. The glyph is what differs
// from it, without what hugs the border.
#include "sapper/pictures/cells.hpp"

#include <algorithm>
#include <cmath>

namespace sapper::pictures {

namespace {

constexpr int kCell = 32;  // pixels of the side of a patch
constexpr int kInset = 2;  // pixels left out at each side when looking for a glyph
constexpr int kInner = kCell - 2 * kInset;
constexpr int kRing = 3;            // pixels around the glyph
constexpr float kSamePaper = 24;    // levels
constexpr float kInk = 27;          // least distance of ink from its paper
constexpr float kInkShare = 0.45f;  // of the strongest ink, from which a pixel belongs to the glyph
constexpr float kFaintShare = 0.32f;  // and from which one beside it does: thin strokes fade
constexpr std::size_t kMostPapers = 6;

struct Patch {
    std::array<Colour, kCell * kCell> pixels;
    const Colour& at(int x, int y) const { return pixels[y * kCell + x]; }
    const Colour& inner(int x, int y) const { return at(x + kInset, y + kInset); }
};

// Which pixels one pixel of a patch is made of.
struct Tap {
    int first = 0;
    std::vector<float> weights;
};

// The mean of what it covers, or a mixture of two where pixels are enlarged.
std::vector<Tap> taps(const Lines& lines, int size) {
    std::vector<Tap> result;
    const double step = lines.period / kCell;
    for (int i = 0; i < (lines.count - 1) * kCell; ++i) {
        const double centre = lines.first + (i + 0.5) * step, reach = std::max(step, 1.0) / 2;
        const double from = std::clamp(centre - reach, 0.0, size - 1.0);
        const double to = std::clamp(centre + reach, from + 1e-3, static_cast<double>(size));
        Tap tap{static_cast<int>(from), {}};
        for (int k = tap.first; k < to; ++k)
            tap.weights.push_back(static_cast<float>(
                (std::min(to, k + 1.0) - std::max(from, k + 0.0)) / (to - from)));
        result.push_back(std::move(tap));
    }
    return result;
}

// All patches, row by row.
std::vector<Patch> cut_patches(const Colours& colours, const Grid& grid) {
    const auto across = taps(grid.x, colours[0].width);
    const auto down = taps(grid.y, colours[0].height);
    std::vector<Patch> patches(static_cast<std::size_t>(grid.cells()));
    std::vector<float> line(static_cast<std::size_t>(colours[0].width));
    const int from = across.front().first;
    const int to = across.back().first + static_cast<int>(across.back().weights.size());
    for (std::size_t y = 0; y < down.size(); ++y)
        for (std::size_t c = 0; c < 3; ++c) {
            std::fill(line.begin() + from, line.begin() + to, 0.0f);
            for (std::size_t k = 0; k < down[y].weights.size(); ++k) {
                const auto* row = colours[c].row(down[y].first + static_cast<int>(k));
                const float weight = down[y].weights[k];
                for (int x = from; x < to; ++x) line[x] += weight * static_cast<float>(row[x]);
            }
            for (std::size_t x = 0; x < across.size(); ++x) {
                float value = 0;
                for (std::size_t k = 0; k < across[x].weights.size(); ++k)
                    value +=
                        across[x].weights[k] * line[static_cast<std::size_t>(across[x].first) + k];
                patches[y / kCell * grid.columns() + x / kCell]
                    .pixels[y % kCell * kCell + x % kCell][c] = value;
            }
        }
    return patches;
}

float length(const Colour& a, const Colour& b) {
    return std::sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                     (a[2] - b[2]) * (a[2] - b[2]));
}

bool is_in_ring(int x, int y) { return std::min({x, y, kInner - 1 - x, kInner - 1 - y}) < kRing; }

// The most common colour among the chosen pixels of the inner patch.
template <class Choose>
Colour dominant(const Patch& patch, Choose&& is_chosen) {
    constexpr int kBins = 11, kWide = 24;
    std::array<std::uint16_t, kBins * kBins * kBins> counts{};
    const auto bin_of = [](const Colour& pixel) {
        const auto bin = [](float level) {
            return std::min(static_cast<int>(level) / kWide, kBins - 1);
        };
        return (bin(pixel[0]) * kBins + bin(pixel[1])) * kBins + bin(pixel[2]);
    };
    const auto each = [&](auto&& use) {
        for (int y = 0; y < kInner; ++y)
            for (int x = 0; x < kInner; ++x)
                if (is_chosen(x, y)) use(patch.inner(x, y));
    };
    const auto mean_where = [&](auto&& is_wanted) {
        Colour sum{};
        float pixels = 1e-6f;
        each([&](const Colour& pixel) {
            if (!is_wanted(pixel)) return;
            for (std::size_t c = 0; c < 3; ++c) sum[c] += pixel[c];
            ++pixels;
        });
        for (float& level : sum) level /= pixels;
        return sum;
    };
    each([&](const Colour& pixel) { ++counts[bin_of(pixel)]; });
    const auto most = std::ranges::max_element(counts) - counts.begin();
    const auto centre = mean_where([&](const Colour& pixel) { return bin_of(pixel) == most; });
    return mean_where([&](const Colour& pixel) { return difference(pixel, centre) < kSamePaper; });
}

struct Shares {
    float all, ring;
};

Shares shares_of(const Patch& patch, const Colour& colour) {
    int all = 0, ring = 0, ring_size = 0;
    for (int y = 0; y < kInner; ++y)
        for (int x = 0; x < kInner; ++x) {
            const bool is_same = difference(patch.inner(x, y), colour) < kSamePaper;
            all += is_same;
            if (is_in_ring(x, y)) ring += is_same, ++ring_size;
        }
    return {static_cast<float>(all) / (kInner * kInner),
            static_cast<float>(ring) / static_cast<float>(ring_size)};
}

struct Paper {
    Colour colour{};
    float plain = 0;  // share of the cell that has this colour
};

Paper choose_paper(const Patch& patch, std::vector<Colour> candidates,
                   const std::vector<Colour>& papers) {
    candidates.insert(candidates.end(), papers.begin(), papers.end());
    Paper best;
    float most = -1;
    for (const auto& colour : candidates) {
        const auto [all, ring] = shares_of(patch, colour);
        const bool is_known = std::ranges::any_of(
            papers, [&](const Colour& paper) { return difference(colour, paper) < kSamePaper; });
        const float value = 2 * all + ring + (is_known && ring > 0.25f ? 0.8f : 0.0f);
        if (value > most) most = value, best = {colour, all};
    }
    return best;
}

// What belongs to the glyph: pieces near the middle, and those that do not touch the border.
struct Pieces {
    std::array<bool, kInner * kInner> on{};
    bool has_centre = false;
    int size = 0, left = kInner, right = 0, top = kInner, bottom = 0;
};

Pieces find_pieces(const std::array<float, kInner * kInner>& ink) {
    Pieces pieces;
    std::array<bool, kInner * kInner> seen{};
    std::vector<int> piece;
    for (int start = 0; start < kInner * kInner; ++start) {
        if (seen[start] || ink[start] <= kInkShare) continue;
        piece.assign(1, start);
        seen[start] = true;
        int central = 0;
        bool touches = false, is_inside = true;
        for (std::size_t i = 0; i < piece.size(); ++i) {
            const int x = piece[i] % kInner, y = piece[i] / kInner;
            const float away = std::max(std::abs(static_cast<float>(x) - (kInner - 1) / 2.0f),
                                        std::abs(static_cast<float>(y) - (kInner - 1) / 2.0f)) /
                               kInner;
            central += away < 0.3f;
            is_inside &= away < 0.42f;
            touches |= x == 0 || y == 0 || x == kInner - 1 || y == kInner - 1;
            for (int b = std::max(y - 1, 0); b <= std::min(y + 1, kInner - 1); ++b)
                for (int a = std::max(x - 1, 0); a <= std::min(x + 1, kInner - 1); ++a) {
                    const int next = b * kInner + a;
                    if (seen[next] || ink[next] <= kFaintShare) continue;
                    seen[next] = true;
                    piece.push_back(next);
                }
        }
        const float share = static_cast<float>(central) / static_cast<float>(piece.size());
        pieces.has_centre |= share > 0.2f && piece.size() > 4;
        if (piece.size() < 4 || !(share > 0.15f || (!touches && is_inside))) continue;
        for (const int i : piece) {
            pieces.on[i] = true;
            pieces.left = std::min(pieces.left, i % kInner);
            pieces.right = std::max(pieces.right, i % kInner + 1);
            pieces.top = std::min(pieces.top, i / kInner);
            pieces.bottom = std::max(pieces.bottom, i / kInner + 1);
        }
        pieces.size += static_cast<int>(piece.size());
    }
    return pieces;
}

Colour mean_of(const Patch& patch, int left, int top, int right, int bottom) {
    Colour sum{};
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x)
            for (std::size_t c = 0; c < 3; ++c) sum[c] += patch.at(x, y)[c];
    for (float& level : sum) level /= static_cast<float>((right - left) * (bottom - top));
    return sum;
}

void describe_glyph(const Patch& patch, const std::vector<Colour>& papers, Look& look, bool again) {
    std::array<float, kInner * kInner> ink, middle;
    std::size_t middles = 0;
    for (int y = 0; y < kInner; ++y)
        for (int x = 0; x < kInner; ++x) {
            ink[y * kInner + x] = length(patch.inner(x, y), look.paper);
            if (std::min({x, y, kInner - 1 - x, kInner - 1 - y}) >= kInner / 6)
                middle[middles++] = ink[y * kInner + x];
        }
    auto* peak = middle.data() + middles * 98 / 100;
    std::nth_element(middle.data(), peak, middle.data() + middles);
    if (*peak < kInk) return;
    for (float& one : ink) one = std::min(one / *peak, 1.0f);
    const auto pieces = find_pieces(ink);
    constexpr float kArea = kInner * kInner;
    if (!pieces.has_centre || static_cast<float>(pieces.size) < 0.02f * kArea) return;
    // The colour of the glyph: the median of what is surely ink.
    for (std::size_t c = 0; c < 3; ++c) {
        std::vector<float> levels;
        for (int i = 0; i < kInner * kInner; ++i)
            if (pieces.on[i] && ink[i] > 0.8f)
                levels.push_back(patch.inner(i % kInner, i / kInner)[c]);
        if (levels.empty()) return;
        std::nth_element(levels.begin(),
                         levels.begin() + static_cast<std::ptrdiff_t>(levels.size() / 2),
                         levels.end());
        look.ink[c] = levels[levels.size() / 2];
    }
    const int width = pieces.right - pieces.left, height = pieces.bottom - pieces.top;
    const float area = static_cast<float>(pieces.size) / kArea;
    if (width >= kInner - 1 && height >= kInner - 1 &&
        !again) {  // it reaches all sides: it is the paper
        const auto nearest = std::ranges::min_element(
            papers, {}, [&](const Colour& paper) { return difference(paper, look.ink); });
        const bool is_paper = nearest != papers.end() && difference(*nearest, look.ink) < 30;
        if (area > 0.7f || is_paper) {
            look.paper = is_paper && area <= 0.7f ? *nearest : look.ink;
            describe_glyph(patch, papers, look, true);
            return;
        }
    }
    if (area > 0.7f) return;
    std::array<float, kInner * kInner> kept{};
    for (int i = 0; i < kInner * kInner; ++i)
        kept[i] = pieces.on[i] || ink[i] <= kInkShare ? ink[i] : 0.0f;
    look.glyph = normalised(kept.data() + pieces.top * kInner + pieces.left, width, height, kInner);
    look.tall = static_cast<float>(height) / kCell;
    const float span = std::max(length(look.ink, look.paper), 1e-6f);
    int strange = 0;
    for (int i = 0; i < kInner * kInner; ++i) {
        if (!pieces.on[i]) continue;
        const auto& pixel = patch.inner(i % kInner, i / kInner);
        float along = 0;
        for (std::size_t c = 0; c < 3; ++c)
            along += (pixel[c] - look.paper[c]) * (look.ink[c] - look.paper[c]) / span;
        const float from_paper = length(pixel, look.paper);
        strange += std::sqrt(std::max(from_paper * from_paper - along * along, 0.0f)) > 80;
    }
    look.colours = static_cast<float>(strange) / static_cast<float>(pieces.size);
}

Look describe(const Patch& patch, const Colour& paper, const std::vector<Colour>& papers) {
    Look look;
    look.paper = paper;
    constexpr int kFrom = 6, kTo = kCell - 6, kOuter = 1, kDeep = 4;
    look.rim = {mean_of(patch, kFrom, kOuter, kTo, kDeep),
                mean_of(patch, kFrom, kCell - kDeep, kTo, kCell - kOuter),
                mean_of(patch, kOuter, kFrom, kDeep, kTo),
                mean_of(patch, kCell - kDeep, kFrom, kCell - kOuter, kTo)};
    describe_glyph(patch, papers, look, false);
    return look;
}

// The colours of cells without a glyph that are not rare, the most common first.
std::vector<Colour> common_papers(const std::vector<Paper>& chosen) {
    struct Group {
        Colour first, sum;
        float size;
    };
    std::vector<Group> groups;
    for (const auto& one : chosen) {
        const auto& paper = one.colour;
        if (one.plain <= 0.75f) continue;
        auto group = std::ranges::find_if(groups, [&](const Group& other) {
            return difference(other.first, paper) < kSamePaper;
        });
        if (group == groups.end()) group = groups.insert(groups.end(), {paper, {}, 0});
        for (std::size_t c = 0; c < 3; ++c) group->sum[c] += paper[c];
        ++group->size;
    }
    std::ranges::stable_sort(groups, [](auto& a, auto& b) { return a.size > b.size; });
    std::vector<Colour> papers;
    for (const auto& group : groups)
        if (group.size >= 0.02f * static_cast<float>(chosen.size()) && papers.size() < kMostPapers)
            papers.push_back(
                {group.sum[0] / group.size, group.sum[1] / group.size, group.sum[2] / group.size});
    return papers;
}

}  // namespace

std::vector<Look> looks_of(const Colours& colours, const Grid& grid) {
    const auto patches = cut_patches(colours, grid);
    std::vector<std::vector<Colour>> candidates;
    std::vector<Paper> chosen;
    for (const auto& patch : patches) {
        candidates.push_back(
            {dominant(patch, [](int, int) { return true; }), dominant(patch, is_in_ring)});
        chosen.push_back(choose_paper(patch, candidates.back(), {}));
    }
    const auto papers = common_papers(chosen);
    std::vector<Look> looks;
    for (std::size_t i = 0; i < patches.size(); ++i) {
        const auto paper = choose_paper(patches[i], candidates[i], papers);
        looks.push_back(describe(patches[i], paper.colour, papers));
    }
    return looks;
}

}  // namespace sapper::pictures
