// The end of a game, searched exactly: the greatest number of layouts that any way of playing wins.
//
// Once few layouts are left they are listed one by one. What a player can know is then just the
// set of layouts that are still possible; which cells were opened on the way does not matter, since
// whatever they showed is the same in all of them. So the search is over sets:
//   - one layout left: won. A cell that is safe in all layouts but shows different numbers is
//     opened for nothing: the set falls into parts, and the wins of the parts add up.
//   - otherwise some cell must be guessed: the best over all cells of the sum over its numbers.
// Bounds: of layouts that no safe cell tells apart, two by two, only one can be won (rivals).
// Guesses are tried in the order of what this leaves to them, and only as far as they can still be
// the best. After a guess whose mines are among those of another the other is no better: it could
// be opened next. A cell whose number tells nothing is left for later unless all are such: opening
// it later cannot be worse.
//
// Nodes measure work: one for a set of up to 64 layouts, more for larger ones.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "sapper/count/situation.hpp"
#include "sapper/endgame/bits.hpp"
#include "sapper/endgame/memory.hpp"

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

    // Lists all layouts of a position, which must be counted. Returns false when there are more
    // than `most`, or when too many steps of the listing lead nowhere.
    static constexpr std::int64_t kMostSteps = 200'000;
    bool list(const Situation& situation, int most, std::int64_t most_steps = kMostSteps);

    // The same for the unknown cells of one component only.
    bool list_component(const Situation& situation, std::size_t component, int most);

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
    int layouts() const { return static_cast<int>(table_.layouts); }

    // The wins of the best play, also where certain cells are still to be opened.
    int wins(std::int64_t most_nodes, bool& is_complete);

    // How many of the nodes allowed to the last search it used.
    std::int64_t nodes_spent(std::int64_t allowed) const {
        return allowed - std::max<std::int64_t>(0, nodes_left_);
    }

    // Searches what was listed, where nothing is certain. With `compares_all` every root guess is
    // searched to the end, not only as far as needed to find the best.
    Result search(std::int64_t most_nodes, bool compares_all = false);

   private:
    using Column = LayoutFrame::Column;

    // Of two guesses with as many wins: the safer one, then the lower cell.
    static bool is_preferred(const Guess& a, const Guess& b) {
        return a.safe_layouts != b.safe_layouts ? a.safe_layouts > b.safe_layouts : a.cell < b.cell;
    }
    static bool is_better(const Guess& a, const Guess& b) {
        return a.wins != b.wins ? a.wins > b.wins : is_preferred(a, b);
    }

    // What of a position is listed.
    struct Part {
        std::vector<std::uint8_t> components;  // 1 for those that take part
        bool with_untouched;  // so do the untouched cells, and all mines are placed
    };
    struct Enumeration;
    struct Option {
        const Column* column;
        int most_wins;
    };
    struct Share {  // of a set: the layouts in which a cell shows one number
        int most_wins;
        std::size_t first_word;  // in `words`
    };
    // What one step of the search holds while later ones run.
    struct Level {
        std::vector<Option> options;
        std::vector<Share> shares;
        std::vector<Word> words;
    };

    void add_layout(std::span<const std::uint8_t> mines);
    bool list_part(const Situation& situation, const Part& part, int most, std::int64_t most_steps);
    void choose_columns(const Situation& situation, const Part& part);
    void place_columns(const Graph& graph);

    void start_search();
    void allow(std::int64_t nodes, const std::atomic<bool>* stop);
    void spend(std::size_t nodes);
    int wins_of(const LayoutFrame& frame, LayoutSet set, std::size_t depth, int needed);
    int wins_in_own_frame(const LayoutFrame& frame, LayoutSet set, std::size_t depth, int needed);
    int wins_of_guess(const LayoutFrame& frame, LayoutSet set, std::size_t depth, int needed);
    int wins_of_parts(const LayoutFrame& frame, LayoutSet set, const Column& column,
                      std::size_t depth, int needed);
    const Column* survey(const LayoutFrame& frame, LayoutSet set, std::vector<Option>& options);
    void bound(const LayoutFrame& frame, LayoutSet set, std::vector<Option>& options) const;
    void turn_key();
    Level& level_at(std::size_t depth);
    const LayoutFrame& everything() const { return frames_.front(); }
    void drop_repeated(std::vector<Option>& options) const;
    void compare(std::vector<Option>& options, bool compares_all, Result& result);

    std::vector<std::int32_t> cells_;              // column -> cell
    std::vector<std::int32_t> column_of_;          // cell -> column
    std::vector<std::uint8_t> base_;               // per column: known mines around
    std::vector<std::int32_t> near_begin_, near_;  // per column: neighbouring columns
    LayoutTable table_;

    std::deque<LayoutFrame> frames_;  // all layouts, then narrower and narrower; never moved
    std::size_t frames_used_ = 0;
    std::deque<Level> levels_;  // one per depth of the search; never moved
    std::vector<std::uint32_t> listed_;
    EndgameMemory memory_;
    std::vector<std::uint8_t> key_, mapped_, least_;
    std::vector<std::vector<std::int32_t>> maps_;
    std::int64_t nodes_left_ = 0;
    const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace sapper
