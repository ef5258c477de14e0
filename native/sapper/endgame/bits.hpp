// Layouts as bits: a set of layouts is a bit set. Every cell has a mask of the layouts in which it
// is a mine, and one mask for each number it shows in the others.
//
// So opening a cell is an AND, and most sets of a search fit into one word: a set that has become
// much smaller than its frame gets its own, narrower frame.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

// What every cell shows in each layout, one row per layout.
struct LayoutTable {
    static constexpr std::uint8_t kMine = 255;
    static constexpr std::uint8_t kOpenQuestion = 254;  // in a key: the layouts do not agree

    std::size_t columns = 0, layouts = 0;
    std::size_t most_around = 0;        // no cell has more neighbours, or shows more
    std::vector<std::uint8_t> values;   // the number shown, or kMine
    std::vector<std::uint32_t> rivals;  // layout -> its group; groups are contiguous. See below

    // Rows are padded to whole words.
    std::size_t stride() const { return (columns + 7) / 8 * 8; }
    const std::uint8_t* row(std::size_t layout) const { return values.data() + layout * stride(); }
};

using Word = std::uint64_t;
inline constexpr std::size_t kWordBits = 64;
using LayoutSet = std::span<const Word>;

inline Word bit_at(std::size_t place) { return Word{1} << (place % kWordBits); }

int count_of(LayoutSet set);

class LayoutFrame {
   public:
    struct Column {
        std::int32_t column;
        std::int32_t first, last;  // masks: that of its mines, then one for each number
    };

    // Builds a frame of the given layouts, in this order, with only the columns on which they
    // differ.
    void build(const LayoutTable& table, std::span<const std::uint32_t> layouts);

    std::size_t words() const { return words_; }
    std::span<const std::uint32_t> layouts() const { return layouts_; }
    std::span<const Column> columns() const { return columns_; }
    // Per column: the value that all layouts of the frame share, or kOpenQuestion.
    std::span<const std::uint8_t> common() const { return common_; }
    LayoutSet mask(std::int32_t place) const {
        return {masks_.data() + static_cast<std::size_t>(place) * words_, words_};
    }
    bool meets(LayoutSet set, std::int32_t place) const {
        const LayoutSet other = mask(place);
        for (std::size_t w = 0; w < words_; ++w)
            if ((set[w] & other[w]) != 0) return true;
        return false;
    }
    // What a column shows in the layouts of a set.
    struct Shown {
        bool has_mines;
        int numbers;  // how many; those beyond the second may be left out
        std::uint8_t last_number;
    };
    Shown shown(LayoutSet set, const Column& column) const {
        return words_ == 1 ? shown_narrow(set.front(), column) : shown_wide(set, column);
    }
    // Whether the part of a set inside the inner mask is also inside the outer mask.
    bool holds(LayoutSet set, std::int32_t outer, std::int32_t inner) const {
        for (std::size_t w = 0; w < words_; ++w)
            if ((set[w] & mask(inner)[w] & ~mask(outer)[w]) != 0) return false;
        return true;
    }
    std::uint8_t number_of(std::int32_t place) const { return numbers_[place]; }
    LayoutSet everything() const { return everything_; }

    // An upper bound on the wins in the intersection of two sets: one for each group of rivals.
    int most_wins(LayoutSet a, LayoutSet b) const;

    // The layouts of a set, in order.
    void list(LayoutSet set, std::vector<std::uint32_t>& layouts) const;

   private:
    // Branch-free, because the numbers are hard to predict.
    Shown shown_narrow(Word set, const Column& column) const {
        Shown shown{(set & masks_[column.first]) != 0, 0, 0};
        for (std::int32_t place = column.first + 1; place < column.last; ++place) {
            const bool is_there = (set & masks_[place]) != 0;
            shown.numbers += is_there;
            shown.last_number = is_there ? numbers_[place] : shown.last_number;
        }
        return shown;
    }
    Shown shown_wide(LayoutSet set, const Column& column) const {
        Shown shown{meets(set, column.first), 0, 0};
        for (std::int32_t place = column.first + 1; place < column.last && shown.numbers < 2;
             ++place) {
            if (!meets(set, place)) continue;
            ++shown.numbers;
            shown.last_number = numbers_[place];
        }
        return shown;
    }

    // kBits is the number of bits per value. The planes of eight columns lie together, word by
    // word: where word w of the first plane of a column is.
    template <std::size_t kBits>
    std::size_t plane_at(std::size_t column, std::size_t w) const {
        return ((column / 8 * words_ + w) * 8 + column % 8) * kBits;
    }
    template <std::size_t kBits>
    void fill(const LayoutTable& table);
    template <std::size_t kBits>
    void fill_planes(const LayoutTable& table);
    template <std::size_t kBits>
    void add_column(std::size_t column);
    template <std::size_t kBits>
    void add_narrow_column(std::size_t column);
    template <std::size_t kBits>
    bool add_mask(std::size_t column, std::uint8_t value);
    void mark_rivals(const LayoutTable& table);

    std::size_t words_ = 0;
    std::vector<std::uint32_t> layouts_;  // bit -> layout
    std::vector<Column> columns_;
    std::vector<Word> masks_;
    std::vector<std::uint8_t> numbers_;  // per mask: the number it stands for, or kMine
    std::vector<std::uint8_t> common_;
    std::vector<Word> everything_, planes_, rest_;
    std::vector<Word> group_ends_;  // the last bit of every group of rivals, and of every word
};

// Rivals are layouts of which no two can both be won: no cell is safe in both and shows different
// numbers. Groups the layouts of the table into rivals, greedily, one group after another.
void group_rivals(LayoutTable& table);

}  // namespace sapper
