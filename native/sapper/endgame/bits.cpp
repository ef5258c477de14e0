#include "sapper/endgame/bits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "sapper/graph.hpp"

namespace sapper {

namespace {

// Bits per value. A mine has all bits set, so no number may.
constexpr std::size_t kFewBits = 4, kMostBits = 6;
static_assert(kMaxNumber < (1 << kMostBits) - 1);
constexpr Word kLowestOfBytes = 0x0101010101010101u;

// Little-endian on every machine. The compiler does not see by itself that the loop is one load.
Word eight_bytes(const std::uint8_t* bytes) {
    Word word = 0;
    if constexpr (std::endian::native == std::endian::little)
        std::memcpy(&word, bytes, sizeof word);
    else
        for (int i = 0; i < 8; ++i) word |= Word{bytes[i]} << 8 * i;
    return word;
}

// Written by hand: the baseline x86-64 that wheels are built for has no popcount instruction.
int popcount(Word word) {
    word -= (word >> 1) & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return static_cast<int>((word * 0x0101010101010101u) >> 56);
}

// The byte of a bit set that holds the bits from `place` on, a multiple of 8.
std::size_t byte_of(std::size_t place) {
    const std::size_t byte = place / 8;
    return std::endian::native == std::endian::little ? byte : byte ^ (sizeof(Word) - 1);
}

// Bit i of byte j of word k of the result is bit k of byte j of values[i].
template <std::size_t kBits>
std::array<Word, kBits> gather_bits(const std::array<Word, 8>& values) {
    std::array<Word, kBits> bits{};
    for (std::size_t i = 0; i < values.size(); ++i)
        for (std::size_t k = 0; k < kBits; ++k) bits[k] |= ((values[i] >> k) & kLowestOfBytes) << i;
    return bits;
}

// The value whose bits are set in these planes, of which each is the same in all layouts.
template <std::size_t kBits>
std::uint8_t value_of(const std::array<Word, kBits>& planes) {
    unsigned value = 0;
    for (std::size_t k = 0; k < kBits; ++k) value |= unsigned{planes[k] != 0} << k;
    return value == (1u << kBits) - 1 ? LayoutTable::kMine : static_cast<std::uint8_t>(value);
}

// Exchanges the bits of `b` in the mask with those of `a` that lie `shift` higher.
void exchange(Word& a, Word& b, int shift, Word mask) {
    const Word differ = ((a >> shift) ^ b) & mask;
    b ^= differ;
    a ^= differ << shift;
}

// The same for few bits, in a third of the steps: two values go into one word, and then words and
// bits change places as the rows and columns of 4 by 4 matrices do.
template <>
std::array<Word, kFewBits> gather_bits<kFewBits>(const std::array<Word, 8>& values) {
    constexpr Word kLowHalves = 0x0F0F0F0F0F0F0F0Fu;
    constexpr Word kPairs = 0x3333333333333333u, kSingles = 0x5555555555555555u;
    std::array<Word, kFewBits> bits;
    for (std::size_t i = 0; i < bits.size(); ++i)
        bits[i] = (values[i] & kLowHalves) | ((values[i + 4] & kLowHalves) << 4);
    exchange(bits[0], bits[2], 2, kPairs);
    exchange(bits[1], bits[3], 2, kPairs);
    exchange(bits[0], bits[1], 1, kSingles);
    exchange(bits[2], bits[3], 1, kSingles);
    return bits;
}

}  // namespace

int count_of(LayoutSet set) {
    int count = 0;
    for (const Word word : set) count += popcount(word);
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
    common_.assign(table.columns, LayoutTable::kOpenQuestion);
    if (table.most_around < (1 << kFewBits) - 1)
        fill<kFewBits>(table);
    else
        fill<kMostBits>(table);
    mark_rivals(table);
}

template <std::size_t kBits>
void LayoutFrame::fill(const LayoutTable& table) {
    fill_planes<kBits>(table);
    for (std::size_t column = 0; column < table.columns; ++column) {
        if (words_ == 1)
            add_narrow_column<kBits>(column);
        else
            add_column<kBits>(column);
    }
}

// Eight columns of eight layouts at a time: bit k of every value goes to plane k of its column.
template <std::size_t kBits>
void LayoutFrame::fill_planes(const LayoutTable& table) {
    planes_.assign(table.stride() * kBits * words_, 0);
    auto* const bytes = reinterpret_cast<std::uint8_t*>(planes_.data());
    std::array<const std::uint8_t*, 8> rows;
    for (std::size_t begin = 0; begin < layouts_.size(); begin += 8) {
        // The last layout stands for those that are missing from the last eight; see `there`.
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i] = table.row(layouts_[std::min(begin + i, layouts_.size() - 1)]);
        const Word there = (everything_[begin / kWordBits] >> begin % kWordBits) & 255;
        for (std::size_t c = 0; c < table.stride(); c += 8) {
            std::array<Word, 8> values;
            for (std::size_t i = 0; i < rows.size(); ++i) values[i] = eight_bytes(rows[i] + c);
            std::array<Word, kBits> bits = gather_bits<kBits>(values);
            for (Word& word : bits) word &= there * kLowestOfBytes;
            std::uint8_t* to = bytes + sizeof(Word) * plane_at<kBits>(c, begin / kWordBits) +
                               byte_of(begin % kWordBits);
            for (std::size_t j = 0; j < 8; ++j)
                for (std::size_t k = 0; k < kBits; ++k, to += sizeof(Word))
                    *to = static_cast<std::uint8_t>(bits[k] >> 8 * j);
        }
    }
}

// A column on which all layouts agree gets no masks.
template <std::size_t kBits>
void LayoutFrame::add_column(std::size_t column) {
    const std::size_t first = numbers_.size();
    rest_ = everything_;
    bool is_all = add_mask<kBits>(column, LayoutTable::kMine);
    for (std::uint8_t number = 0; !is_all; ++number) is_all = add_mask<kBits>(column, number);
    const std::size_t count = numbers_.size() - first;
    if (count == 1 || (count == 2 && !meets(everything_, static_cast<std::int32_t>(first)))) {
        common_[column] = numbers_.back();
        numbers_.resize(first);
        masks_.resize(first * words_);
        return;
    }
    columns_.push_back({static_cast<std::int32_t>(column), static_cast<std::int32_t>(first),
                        static_cast<std::int32_t>(numbers_.size())});
}

// The same where a set is one word, as in most frames.
template <std::size_t kBits>
void LayoutFrame::add_narrow_column(std::size_t column) {
    const Word all = everything_.front();
    std::array<Word, kBits> planes;
    std::copy_n(planes_.data() + plane_at<kBits>(column, 0), kBits, planes.data());
    const auto differs = [all](Word plane) { return plane != 0 && plane != all; };
    if (std::ranges::none_of(planes, differs)) {
        common_[column] = value_of(planes);
        return;
    }
    const auto first = static_cast<std::int32_t>(numbers_.size());
    Word rest = all;
    for (const Word plane : planes) rest &= plane;
    masks_.push_back(rest);
    numbers_.push_back(LayoutTable::kMine);
    rest ^= all;
    for (std::uint8_t number = 0; rest != 0; ++number) {
        Word mask = rest;
        for (std::size_t k = 0; k < kBits; ++k) mask &= (number >> k) & 1 ? planes[k] : ~planes[k];
        if (mask == 0) continue;
        masks_.push_back(mask);
        numbers_.push_back(number);
        rest ^= mask;
    }
    columns_.push_back(
        {static_cast<std::int32_t>(column), first, static_cast<std::int32_t>(numbers_.size())});
}

// Adds the mask of the layouts in which a column shows the value; for a number only if there are
// any. Returns whether all layouts have a mask now.
template <std::size_t kBits>
bool LayoutFrame::add_mask(std::size_t column, std::uint8_t value) {
    const std::size_t start = masks_.size();
    masks_.resize(start + words_);
    Word any = 0, left = 0;
    for (std::size_t w = 0; w < words_; ++w) {
        const Word* const planes = planes_.data() + plane_at<kBits>(column, w);
        Word mask = rest_[w];
        for (std::size_t k = 0; k < kBits; ++k) mask &= (value >> k) & 1 ? planes[k] : ~planes[k];
        masks_[start + w] = mask;
        any |= mask;
        left |= rest_[w] &= ~mask;
    }
    if (any != 0 || value == LayoutTable::kMine)
        numbers_.push_back(value);
    else
        masks_.resize(start);
    return left == 0;
}

void LayoutFrame::mark_rivals(const LayoutTable& table) {
    group_ends_.assign(words_, bit_at(kWordBits - 1));
    if (table.rivals.empty()) return;
    for (std::size_t i = 0; i < layouts_.size(); ++i)
        if (i + 1 == layouts_.size() || table.rivals[layouts_[i]] != table.rivals[layouts_[i + 1]])
            group_ends_[i / kWordBits] |= bit_at(i);
}

// Adding a one at every bit of a group but its last carries into the last if any of them is set.
int LayoutFrame::most_wins(LayoutSet a, LayoutSet b) const {
    int groups = 0;
    for (std::size_t w = 0; w < words_; ++w) {
        const Word set = a[w] & b[w], end = group_ends_[w];
        if (set != 0) groups += popcount((((set & ~end) + ~end) | set) & end);
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
