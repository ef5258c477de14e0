// ZiNi: how many clicks a greedy player needs that knows the mines and may chord.
//
// By E. Zimmermann and C. Nikolaus, 2009. The *premium* of a safe cell is what a chord there saves:
// the lone cells and openings that it would open and that are still closed, less the clicks for the
// chord, for the flags that are missing around it, and for the cell itself while it is closed. The
// player takes the highest premium, the first in scanning order among equals; if it is not negative
// it opens the cell, sets the flags and chords; otherwise it opens the first closed zero or lone
// cell. It is no minimum of clicks: that is not known for whole boards.
#pragma once

#include <atomic>
#include <cstdint>
#include <queue>
#include <vector>

#include "sapper/metrics/open_board.hpp"
#include "sapper/metrics/scan_order.hpp"

namespace sapper {

enum class ZiniKind {
    kGreedy,
    kHuman  // opens every opening first, and chords only on open cells
};

struct ZiniResult {
    int clicks = 0;
    // Neighbours visited and entries of the queue taken: grows linearly with the board.
    std::int64_t work = 0;
};

// Plays one board. Every cell is opened once, every mine flagged at most once and every opening
// opened once, and only then do premiums around them change; so the work is linear, but for the
// logarithm of the queue.
class ZiniPlayer {
   public:
    ZiniPlayer(const OpenBoard& board, ScanOrder order, ZiniKind kind);

    // Returns at once when `stop` becomes true; the result then means nothing.
    ZiniResult play(const std::atomic<bool>& stop);

   private:
    // A cell with a premium that it had: never less than what it has now. Each cell has at most one
    // entry that counts, the one with `queued_`.
    struct Entry {
        std::int32_t premium;
        std::int32_t rank;
        bool operator<(const Entry& other) const {
            return premium != other.premium ? premium < other.premium : rank > other.rank;
        }
    };

    void count_premiums();
    int openings_around(int cell);
    bool may_chord(int cell) const { return kind_ == ZiniKind::kGreedy || is_open_[cell]; }
    void change(int cell, int by);
    void enqueue(int cell);
    int take_best();
    void chord(int cell);
    void flag(int mine);
    void click(int cell);
    void open_cell(int cell);
    void open_zeros(int opening);
    bool click_first_closed();

    const OpenBoard& board_;
    const Graph& graph_;
    ScanOrder order_;
    ZiniKind kind_;
    ZiniResult result_;
    std::vector<std::int32_t> premium_;
    std::vector<std::int32_t> queued_;
    std::vector<std::uint8_t> is_open_;  // of a mine: has a flag
    std::vector<std::uint8_t> is_opening_open_;
    std::vector<std::int32_t> seen_from_;  // the last opening that reached the cell
    std::priority_queue<Entry> queue_;
    int next_rank_ = 0;
};

// The clicks of one board in some of the eight orders.
std::vector<ZiniResult> zini(const OpenBoard& board, const std::vector<int>& orders, ZiniKind kind,
                             const std::atomic<bool>& stop);

}  // namespace sapper
