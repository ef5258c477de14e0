// Groups of rivals bound the endgame search: at most one layout of a group can be won.
#include <algorithm>
#include <bit>
#include <numeric>

#include "sapper/endgame/bits.hpp"

namespace sapper {

namespace {

// Layouts far apart in the list have little in common; searching for rivals only this far keeps the
// cost linear in the number of layouts.
constexpr std::size_t kNeighbourhood = 8192;

bool is_in(LayoutSet set, std::size_t place) {
    return (set[place / kWordBits] & bit_at(place)) != 0;
}

// The lowest bit of a set that has no bit below `from`; -1 if the set is empty.
std::ptrdiff_t lowest_of(LayoutSet set, std::size_t from) {
    for (std::size_t w = from / kWordBits; w < set.size(); ++w)
        if (set[w] != 0)
            return static_cast<std::ptrdiff_t>(w * kWordBits) + std::countr_zero(set[w]);
    return -1;
}

// Removes all but the rivals of a layout from a set, of which only the words in `used` are not
// zero; words that become zero are removed from `used`. Most do after a few columns.
void keep_rivals(const LayoutFrame& frame, std::size_t layout, std::span<Word> set,
                 std::vector<std::uint32_t>& used) {
    for (const auto& [column, first, last] : frame.columns()) {
        const LayoutSet mines = frame.mask(first);
        if (is_in(mines, layout)) continue;
        std::int32_t own = first + 1;
        while (!is_in(frame.mask(own), layout)) ++own;
        const LayoutSet same = frame.mask(own);
        std::size_t left = 0;
        for (const std::uint32_t w : used) {
            set[w] &= mines[w] | same[w];
            used[left] = w;
            left += set[w] != 0;
        }
        used.resize(left);
        if (left == 0) return;
    }
}

struct Grouping {
    std::vector<std::uint32_t> order, group;  // layouts, and the group of each
    std::vector<Word> free, rivals;
    std::vector<std::uint32_t> used;  // the words of `rivals` that are not zero

    // A group begins with the first layout without a group; layouts that rival all members join.
    void add(const LayoutFrame& frame) {
        free.assign(frame.everything().begin(), frame.everything().end());
        std::ptrdiff_t leader = -1;
        while ((leader = lowest_of(free, 0)) >= 0) {
            const std::uint32_t own = group.empty() ? 0 : group.back() + 1;
            rivals = free;
            list_used();
            for (std::ptrdiff_t next = leader; next >= 0;) {
                const auto layout = static_cast<std::size_t>(next);
                order.push_back(frame.layouts()[layout]);
                group.push_back(own);
                free[layout / kWordBits] &= ~bit_at(layout);
                rivals[layout / kWordBits] &= ~bit_at(layout);
                keep_rivals(frame, layout, rivals, used);
                next = lowest_of(rivals, layout);
            }
        }
    }

    void list_used() {
        used.clear();
        for (std::size_t w = 0; w < rivals.size(); ++w)
            if (rivals[w] != 0) used.push_back(static_cast<std::uint32_t>(w));
    }
};

}  // namespace

void group_rivals(LayoutTable& table) {
    std::vector<std::uint32_t> all(table.layouts);
    std::iota(all.begin(), all.end(), 0u);
    table.rivals.clear();
    Grouping grouping;
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
