// Groups of rivals bound the endgame search: at most one layout of a group can be won.
#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "sapper/endgame/bits.hpp"
#include "sapper/graph.hpp"

namespace sapper {

namespace {

// Layouts far apart in the list have little in common; searching for rivals only this far keeps the
// cost linear in the number of layouts.
constexpr std::size_t kNeighbourhood = 8192;

constexpr std::size_t kNumbers = kMaxNumber + 1;

// The lowest bit of a set that has no bit below `from`; -1 if the set is empty.
std::ptrdiff_t lowest_of(LayoutSet set, std::size_t from) {
    for (std::size_t w = from / kWordBits; w < set.size(); ++w)
        if (set[w] != 0)
            return static_cast<std::ptrdiff_t>(w * kWordBits) + std::countr_zero(set[w]);
    return -1;
}

// For every column of a frame and every number: the place of its mask.
std::vector<std::int32_t> places_of_masks(const LayoutFrame& frame) {
    std::vector<std::int32_t> places(frame.columns().size() * kNumbers);
    std::int32_t* of_column = places.data();
    for (const auto& [column, first, last] : frame.columns()) {
        for (std::int32_t place = first + 1; place < last; ++place)
            of_column[frame.number_of(place)] = place;
        of_column += kNumbers;
    }
    return places;
}

struct Grouping {
    const LayoutTable& table;
    std::vector<std::uint32_t> order{}, group{};  // layouts, and the group of each
    std::vector<Word> free{}, rivals{};
    std::vector<std::uint32_t> used{};   // words of `rivals`; all others are zero
    std::vector<std::int32_t> places{};  // see `places_of_masks`

    // A group begins with the first layout without a group; layouts that rival all members join.
    void add(const LayoutFrame& frame) {
        places = places_of_masks(frame);
        free.assign(frame.everything().begin(), frame.everything().end());
        rivals.resize(free.size());
        std::ptrdiff_t leader = 0;
        while ((leader = lowest_of(free, static_cast<std::size_t>(leader))) >= 0) {
            const std::uint32_t own = group.empty() ? 0 : group.back() + 1;
            begin_group(static_cast<std::size_t>(leader) / kWordBits);
            for (std::ptrdiff_t next = leader; next >= 0;) {
                const auto layout = static_cast<std::size_t>(next);
                order.push_back(frame.layouts()[layout]);
                group.push_back(own);
                free[layout / kWordBits] &= ~bit_at(layout);
                rivals[layout / kWordBits] &= ~bit_at(layout);
                keep_rivals(frame, layout);
                next = used.empty() ? -1 : lowest_of(rivals, used.front() * kWordBits);
            }
        }
    }

    // Any free layout may be a rival; the words before the first have none.
    void begin_group(std::size_t first) {
        const auto words = static_cast<std::ptrdiff_t>(first);
        std::copy(free.begin() + words, free.end(), rivals.begin() + words);
        used.resize(free.size() - first);
        std::iota(used.begin(), used.end(), static_cast<std::uint32_t>(first));
    }

    // Removes all but the rivals of a layout from `rivals`. Most of its words become zero after a
    // few columns.
    void keep_rivals(const LayoutFrame& frame, std::size_t layout) {
        const std::uint8_t* const values = table.row(frame.layouts()[layout]);
        const std::int32_t* own = places.data();
        for (const auto& [column, first, last] : frame.columns()) {
            const std::int32_t* const places_of_column = std::exchange(own, own + kNumbers);
            if (values[column] == LayoutTable::kMine) continue;
            const LayoutSet mines = frame.mask(first);
            const LayoutSet same = frame.mask(places_of_column[values[column]]);
            std::size_t left = 0;
            for (const std::uint32_t w : used) {
                rivals[w] &= mines[w] | same[w];
                used[left] = w;
                left += rivals[w] != 0;
            }
            used.resize(left);
            if (left == 0) return;
        }
    }
};

}  // namespace

void group_rivals(LayoutTable& table) {
    std::vector<std::uint32_t> all(table.layouts);
    std::iota(all.begin(), all.end(), 0u);
    table.rivals.clear();
    Grouping grouping{.table = table};
    LayoutFrame frame;
    for (std::size_t begin = 0; begin < all.size(); begin += kNeighbourhood) {
        const std::size_t size = std::min(kNeighbourhood, all.size() - begin);
        frame.build(table, std::span(all).subspan(begin, size));
        grouping.add(frame);
    }
    std::vector<std::uint8_t> values;
    values.reserve(table.values.size());
    for (const std::uint32_t layout : grouping.order)
        values.insert(values.end(), table.row(layout), table.row(layout) + table.stride());
    table.values.swap(values);
    table.rivals.swap(grouping.group);
}

}  // namespace sapper
