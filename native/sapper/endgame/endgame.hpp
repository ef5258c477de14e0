// Searches the end of a game exactly: the most layouts that any strategy can win.
//
// Once few layouts are left they are listed one by one. All a player can know is then the set of
// layouts that are still possible; which cells were opened on the way does not matter, because they
// show the same in all of them. So the search is over sets:
//   - One layout left: won.
//   - A cell that is safe in all layouts but shows different numbers is opened without risk: it
//     splits the set into parts, and the wins of the parts add up.
//   - Otherwise some cell must be guessed: the best cell by the sum over its numbers.
// Bounds: if no safe cell can distinguish any two layouts of a group, only one of them can be won
// (rivals). Guesses are tried in the order of this bound, as long as they can still be the best.
// If the mines of one guess are a subset of those of another, the other is no better: it could be
// opened next. A cell whose number gives no information is postponed unless all are like that:
// opening it later cannot be worse.
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
        bool is_complete = false;  // otherwise the search ran out of nodes
        int layouts = 0;
        int wins = 0;                // of the best play, out of `layouts`
        std::vector<Guess> guesses;  // at the root, best first; ties go to the lower cell
    };

    // Lists all layouts of a position, which must be counted. Returns false if there are more than
    // `most`, or if listing them takes too many steps.
    static constexpr std::int64_t kMostSteps = 200'000;
    bool list(const Situation& situation, int most, std::int64_t most_steps = kMostSteps);

    // The same for the unknown cells of one component only.
    bool list_component(const Situation& situation, std::size_t component, int most,
                        std::int64_t most_steps = kMostSteps);

    // The same for a whole board about which nothing is known except that the given cells are safe.
    bool list_board(const Graph& graph, int mines, std::span<const std::uint8_t> is_safe, int most);

    // Symmetries of the board (column -> column): positions that are equal up to a symmetry are
    // searched once. Only for a whole board.
    void use_symmetries(std::vector<std::vector<std::int32_t>> maps) { maps_ = std::move(maps); }

    // The wins when this cell is opened first, out of `layouts()`. Results are cached from call to
    // call until something else is listed or searched.
    struct FirstCell {
        bool is_complete = false;
        std::int64_t safe_layouts = 0, wins = 0;
    };
    FirstCell open_first(int cell, std::int64_t most_nodes, const std::atomic<bool>& stop);
    int layouts() const { return static_cast<int>(table_.layouts); }

    // The wins of the best play, even if there are still certain cells to open. This and `search`
    // also end, incomplete, when the time of the budget is up.
    int wins(std::int64_t most_nodes, bool& is_complete, const Budget* budget = nullptr);

    // How many of the allowed nodes the last search used.
    std::int64_t nodes_spent(std::int64_t allowed) const {
        return allowed - std::max<std::int64_t>(0, nodes_left_);
    }

    // Searches the listed layouts, in which no cell may be certain. With `compares_all` every root
    // guess is searched to the end, not only as far as needed to find the best.
    Result search(std::int64_t most_nodes, bool compares_all = false,
                  const Budget* budget = nullptr);

   private:
    using Column = LayoutFrame::Column;

    // Between guesses with equal wins: the safer one, then the lower cell.
    static bool is_preferred(const Guess& a, const Guess& b) {
        return a.safe_layouts != b.safe_layouts ? a.safe_layouts > b.safe_layouts : a.cell < b.cell;
    }
    static bool is_better(const Guess& a, const Guess& b) {
        return a.wins != b.wins ? a.wins > b.wins : is_preferred(a, b);
    }

    // The part of a position that is listed.
    struct Part {
        std::vector<std::uint8_t> components;  // 1 if the component is included
        bool with_untouched;                   // include the untouched cells, and place all mines
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
    // The buffers of one depth of the search.
    struct Level {
        std::vector<Option> options;
        std::vector<Share> shares;
        std::vector<Word> words;
    };

    void add_layout(std::span<const std::int32_t> mines);  // by column
    bool list_part(const Situation& situation, const Part& part, int most, std::int64_t most_steps);
    void choose_columns(const Situation& situation, const Part& part);
    void place_columns(const Graph& graph);

    void start_search();
    void allow(std::int64_t nodes, const std::atomic<bool>* stop, const Budget* budget);
    bool is_stopped();
    void spend(std::size_t nodes);
    int wins_of(const LayoutFrame& frame, LayoutSet set, std::size_t depth, int needed);
    int wins_in_own_frame(const LayoutFrame& frame, LayoutSet set, std::size_t depth, int needed);
    int wins_of_guess(const LayoutFrame& frame, LayoutSet set, std::size_t depth, int needed);
    int wins_of_parts(const LayoutFrame& frame, LayoutSet set, const Column& column,
                      std::size_t depth, int needed);
    const Column* survey(const LayoutFrame& frame, LayoutSet set, std::vector<Option>& options);
    void bound(const LayoutFrame& frame, LayoutSet set, std::vector<Option>& options) const;
    void make_key_canonical();
    Level& level_at(std::size_t depth);
    const LayoutFrame& everything() const { return frames_.front(); }
    void drop_duplicates(std::vector<Option>& options) const;
    void compare(std::vector<Option>& options, bool compares_all, Result& result);

    std::vector<std::int32_t> cells_;              // column -> cell
    std::vector<std::int32_t> column_of_;          // cell -> column
    std::vector<std::uint8_t> base_;               // per column: known mines around
    std::vector<std::int32_t> near_begin_, near_;  // per column: neighbouring columns
    LayoutTable table_;

    std::deque<LayoutFrame> frames_;  // all layouts, then ever narrower; addresses are stable
    std::size_t frames_used_ = 0;
    std::deque<Level> levels_;  // one per depth of the search; addresses are stable
    std::vector<std::uint32_t> listed_;
    EndgameMemory memory_;
    std::vector<std::uint8_t> key_, mapped_, least_;
    std::vector<std::vector<std::int32_t>> maps_;
    std::int64_t nodes_left_ = 0, nodes_until_look_ = 0;
    const std::atomic<bool>* stop_ = nullptr;
    const Budget* budget_ = nullptr;
};

}  // namespace sapper
