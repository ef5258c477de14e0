// The end of a game, searched exactly: the greatest number of layouts that any way of playing wins.
//
// Once few layouts are left they are listed one by one. What a player can know is then just the
// set of layouts that are still possible; which cells were opened on the way does not matter, since
// whatever they showed is the same in all of them. So the search is over sets:
//   - one layout left: won. A cell that is safe in all layouts but shows different numbers is
//   opened
//     for nothing: the set falls into parts, and the wins of the parts add up.
//   - otherwise some cell must be guessed: the best over all cells of the sum over its numbers.
// Bounds: a guess wins at most the layouts in which it is safe. Cells with mines in the same
// layouts are one choice (opening one makes the others safe). A cell whose number tells nothing is
// left for later unless all are such: opening it later cannot be worse. Sets met before are
// remembered by what all their layouts have in common, cell by cell: that is all the player can
// have seen, so it tells sets apart without doubt.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "sapper/beliefs.hpp"
#include "sapper/frontier.hpp"

namespace sapper {

class Endgame {
   public:
    struct Guess {
        std::int32_t cell;
        int safe_layouts;
        int wins;  // exact, or an upper bound where `is_exact` is false
        bool is_exact;
    };
    struct Result {
        bool is_complete = false;  // otherwise the node budget ended the search
        int layouts = 0;
        int wins = 0;                // of the best play, out of `layouts`
        std::vector<Guess> guesses;  // at the root, best first; ties to the lower cell
    };

    // Lists the layouts of the given components, and of the untouched cells if they take part.
    // Returns false when there are more than `most`.
    bool list(const Graph& graph, const Frontier& frontier, const Beliefs& beliefs,
              std::span<const std::uint8_t> components, bool with_untouched, int most);

    // The same for a whole board of which nothing is known but that the given cells are safe.
    bool list_board(const Graph& graph, int mines, std::span<const std::uint8_t> is_safe, int most);

    // Ways to map the board onto itself (column -> column): positions that a map turns into each
    // other are searched once. Only for a whole board.
    void use_symmetries(std::vector<std::vector<std::int32_t>> maps) { maps_ = std::move(maps); }

    // The wins when this cell is opened first, out of `layouts()`. What was searched is remembered
    // from call to call, as long as nothing else is listed or searched in between.
    struct FirstCell {
        bool is_complete = false;
        std::int64_t safe_layouts = 0, wins = 0;
    };
    FirstCell open_first(int cell, std::int64_t most_nodes, const std::atomic<bool>& stop);
    int layouts() const { return layouts_; }

    // The wins of the best play, also where certain cells are still to be opened.
    int wins(std::int64_t most_nodes, bool& is_complete);

    // Searches what was listed, where nothing is certain. With `compares_all` every root guess is
    // searched to the end, not only as far as needed to find the best.
    Result search(std::int64_t most_nodes, bool compares_all = false);

   private:
    using Set = std::span<const std::uint32_t>;
    static constexpr std::uint8_t kMineHere = 255;

    struct Enumeration;
    struct Known {
        std::uint64_t hash;
        std::int32_t wins;  // its key is the row of `keys_` with the same place
    };
    // Per cell over a set: in how many layouts it is a mine, and the numbers it shows elsewhere.
    struct Survey {
        std::vector<std::uint32_t> mines;
        std::vector<std::uint8_t> least, most, run;
    };
    struct PartBound {
        Set set;
        int wins;  // at most
        bool is_exact;
    };
    struct Option {
        std::int32_t column;
        std::int32_t safe;
    };

    const std::uint8_t* row(std::uint32_t layout) const {
        return values_.data() + static_cast<std::size_t>(layout) * columns_;
    }
    void add_layout(std::span<const std::uint8_t> mines);
    void survey(Set set, Survey& survey) const;
    int wins_of(Set set, std::size_t depth);
    int wins_of_guess(Set set, int column, std::size_t depth, int needed);
    int wins_of_parts(Set set, int column, std::size_t depth, int needed);
    PartBound bound_of(Set set, std::size_t depth);
    void options_of(Set set, const Survey& survey, std::vector<Option>& options) const;
    bool has_same_mines(Set set, int a, int b) const;
    void write_key(Set set, const Survey& survey);
    std::uint64_t hash_of_key() const;
    const Known* find(std::uint64_t hash) const;
    void remember(std::uint64_t hash, const std::vector<std::uint8_t>& key, int wins);
    void choose_columns(const Graph& graph, const Frontier& frontier, const Beliefs& beliefs,
                        std::span<const std::uint8_t> components, bool with_untouched);
    void place_columns(const Graph& graph);
    void start_search(std::int64_t most_nodes);
    std::vector<std::uint32_t> all_layouts() const;
    Survey& survey_at(std::size_t depth);

    std::vector<std::int32_t> cells_;              // column -> cell
    std::vector<std::int32_t> column_of_;          // cell -> column
    std::vector<std::uint8_t> base_;               // per column: known mines around
    std::vector<std::int32_t> near_begin_, near_;  // per column: neighbouring columns
    std::size_t columns_ = 0;
    int layouts_ = 0;
    std::vector<std::uint8_t> values_;  // layout by column: the number shown, or kMineHere

    std::deque<Survey> surveys_;  // one per depth of the search; never moved
    std::vector<std::int32_t> table_;
    std::vector<Known> known_;
    std::vector<std::uint8_t> keys_, key_, mapped_;
    std::vector<std::vector<std::int32_t>> maps_;
    std::int64_t nodes_left_ = 0;
    const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace sapper
