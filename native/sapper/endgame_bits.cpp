#include "sapper/endgame_bits.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace sapper {

namespace {

// Spelled out, as the plain x86-64 that wheels are built for knows no instruction for it.
int ones(Word word) {
    word -= (word >> 1) & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return static_cast<int>((word * 0x0101010101010101u) >> 56);
}

}  // namespace

int count_of(LayoutSet set) {
    int count = 0;
    for (const Word word : set) count += ones(word);
    return count;
}

void LayoutFrame::build(const LayoutTable& table, std::span<const std::uint32_t> layouts) {
    layouts_.assign(layouts.begin(), layouts.end());
    words_ = (layouts.size() + kWordBits - 1) / kWordBits;
    columns_.clear();
    masks_.clear();
    numbers_.clear();
    everything_.assign(words_, ~Word{0});
    if (layouts.size() % kWordBits != 0) everything_.back() = bit_at(layouts.size()) - 1;
    find_open_columns(table);
    for (std::size_t column = 0; column < table.columns; ++column)
        if (differs_[column]) add_masks(table, column);
    mark_rivals(table);
}

void LayoutFrame::find_open_columns(const LayoutTable& table) {
    const std::uint8_t* const first = table.row(layouts_.front());
    common_.assign(first, first + table.columns);
    differs_.assign(table.columns, 0);
    std::uint8_t* const __restrict differs = differs_.data();
    for (const std::uint32_t layout : layouts_) {
        const std::uint8_t* const __restrict values = table.row(layout);
        for (std::size_t c = 0; c < table.columns; ++c)
            differs[c] = static_cast<std::uint8_t>(differs[c] | (values[c] ^ first[c]));
    }
    for (std::size_t c = 0; c < table.columns; ++c)
        if (differs[c]) common_[c] = LayoutTable::kOpenQuestion;
}

void LayoutFrame::add_masks(const LayoutTable& table, std::size_t column) {
    constexpr std::size_t kMineAt = 15;  // no cell has so many neighbours
    std::array<std::int32_t, kMineAt + 1> place;
    place.fill(-1);
    const auto first = static_cast<std::int32_t>(numbers_.size());
    const auto add = [&](std::size_t value) {
        place[value] = static_cast<std::int32_t>(numbers_.size());
        numbers_.push_back(value == kMineAt ? LayoutTable::kMine
                                            : static_cast<std::uint8_t>(value));
        masks_.resize(masks_.size() + words_, 0);
    };
    add(kMineAt);
    for (std::size_t begin = 0; begin < layouts_.size(); begin += kWordBits) {
        std::array<Word, kMineAt + 1> word{};
        const std::size_t end = std::min(begin + kWordBits, layouts_.size());
        for (std::size_t i = begin; i < end; ++i)
            word[table.row(layouts_[i])[column] & kMineAt] |= bit_at(i);
        for (std::size_t value = 0; value <= kMineAt; ++value) {
            if (word[value] == 0) continue;
            if (place[value] < 0) add(value);
            masks_[static_cast<std::size_t>(place[value]) * words_ + begin / kWordBits] =
                word[value];
        }
    }
    columns_.push_back(
        {static_cast<std::int32_t>(column), first, static_cast<std::int32_t>(numbers_.size())});
}

void LayoutFrame::mark_rivals(const LayoutTable& table) {
    group_ends_.assign(words_, bit_at(kWordBits - 1));
    if (table.rivals.empty()) return;
    for (std::size_t i = 0; i < layouts_.size(); ++i)
        if (i + 1 == layouts_.size() || table.rivals[layouts_[i]] != table.rivals[layouts_[i + 1]])
            group_ends_[i / kWordBits] |= bit_at(i);
}

// Adding ones to all bits of a group but its last carries into the last if any of them is set.
int LayoutFrame::most_wins(LayoutSet a, LayoutSet b) const {
    int groups = 0;
    for (std::size_t w = 0; w < words_; ++w) {
        const Word set = a[w] & b[w], end = group_ends_[w];
        if (set != 0) groups += ones((((set & ~end) + ~end) | set) & end);
    }
    return groups;
}

void LayoutFrame::list(LayoutSet set, std::vector<std::uint32_t>& layouts) const {
    layouts.clear();
    for (std::size_t w = 0; w < words_; ++w)
        for (Word word = set[w]; word != 0; word &= word - 1)
            layouts.push_back(
                layouts_[w * kWordBits + static_cast<std::size_t>(std::countr_zero(word))]);
}

}  // namespace sapper
