#include "sapper/metrics/zini.hpp"

namespace sapper {

namespace {

constexpr int kNeverQueued = -1;
constexpr int kNoCell = -1;
constexpr int kNoChord = -1'000'000;  // the premium of a mine or a zero: never taken

}  // namespace

ZiniPlayer::ZiniPlayer(const OpenBoard& board, ScanOrder order, ZiniKind kind)
    : board_(board),
      graph_(board.graph()),
      order_(order),
      kind_(kind),
      premium_(graph_.size(), kNoChord),
      queued_(graph_.size(), kNeverQueued),
      is_open_(graph_.size(), 0),
      is_opening_open_(board.openings(), 0),
      seen_from_(graph_.size(), -1) {}

ZiniResult ZiniPlayer::play(const std::atomic<bool>& stop) {
    count_premiums();
    if (kind_ == ZiniKind::kHuman) {
        for (int opening = 0; opening < board_.openings(); ++opening)
            click(board_.zeros_of(opening)[0]);
    }
    while (!stop.load(std::memory_order_relaxed)) {
        const int cell = take_best();
        if (cell != kNoCell)
            chord(cell);
        else if (!click_first_closed())
            break;
    }
    return result_;
}

// Of a closed cell: the chord and the click on the cell cost two.
void ZiniPlayer::count_premiums() {
    for (int cell = 0; cell < graph_.size(); ++cell) {
        if (board_.is_mine(cell) || board_.is_zero(cell)) continue;
        int premium = (board_.is_lone(cell) ? 1 : 0) - board_.number(cell) - 2;
        for (const int j : graph_.around(cell)) premium += board_.is_lone(j) ? 1 : 0;
        if (!board_.is_lone(cell)) premium += openings_around(cell);
        result_.work += static_cast<std::int64_t>(graph_.around(cell).size());
        premium_[cell] = premium;
        enqueue(cell);
    }
}

int ZiniPlayer::openings_around(int cell) {
    int count = 0;
    const Around around = graph_.around(cell);
    for (std::size_t i = 0; i < around.size(); ++i) {
        if (!board_.is_zero(around[i])) continue;
        const int opening = board_.opening_of(around[i]);
        bool is_new = true;
        for (std::size_t k = 0; k < i && is_new; ++k)
            is_new = !board_.is_zero(around[k]) || board_.opening_of(around[k]) != opening;
        count += is_new ? 1 : 0;
    }
    return count;
}

void ZiniPlayer::change(int cell, int by) {
    premium_[cell] += by;
    if (by > 0) enqueue(cell);
}

void ZiniPlayer::enqueue(int cell) {
    if (premium_[cell] < 0 || premium_[cell] <= queued_[cell] || !may_chord(cell)) return;
    queued_[cell] = premium_[cell];
    queue_.push({premium_[cell], order_.rank(cell)});
}

// A premium that has fallen since it was queued is put back at its place.
int ZiniPlayer::take_best() {
    while (!queue_.empty()) {
        const Entry entry = queue_.top();
        queue_.pop();
        ++result_.work;
        const int cell = order_.cell(entry.rank);
        if (entry.premium != queued_[cell]) continue;
        queued_[cell] = kNeverQueued;
        if (entry.premium == premium_[cell]) return cell;
        enqueue(cell);
    }
    return kNoCell;
}

void ZiniPlayer::chord(int cell) {
    if (!is_open_[cell]) click(cell);
    for (const int j : graph_.around(cell))
        if (board_.is_mine(j) && !is_open_[j]) flag(j);
    ++result_.clicks;
    for (const int j : graph_.around(cell))
        if (!board_.is_mine(j)) open_cell(j);
    result_.work += static_cast<std::int64_t>(2 * graph_.around(cell).size());
}

void ZiniPlayer::flag(int mine) {
    ++result_.clicks;
    is_open_[mine] = 1;
    for (const int j : graph_.around(mine)) change(j, 1);
    result_.work += static_cast<std::int64_t>(graph_.around(mine).size());
}

void ZiniPlayer::click(int cell) {
    ++result_.clicks;
    open_cell(cell);
}

void ZiniPlayer::open_cell(int cell) {
    if (board_.is_zero(cell)) {
        open_zeros(board_.opening_of(cell));
        return;
    }
    if (is_open_[cell]) return;
    is_open_[cell] = 1;
    change(cell, 1);  // no click on the cell itself is needed any more
    if (!board_.is_lone(cell)) return;
    change(cell, -1);
    for (const int j : graph_.around(cell)) change(j, -1);
    result_.work += static_cast<std::int64_t>(graph_.around(cell).size());
}

void ZiniPlayer::open_zeros(int opening) {
    if (is_opening_open_[opening]) return;
    is_opening_open_[opening] = 1;
    for (const int zero : board_.zeros_of(opening)) {
        is_open_[zero] = 1;
        result_.work += static_cast<std::int64_t>(graph_.around(zero).size());
        for (const int j : graph_.around(zero)) {
            if (board_.is_zero(j) || seen_from_[j] == opening) continue;
            seen_from_[j] = opening;
            change(j, -1);
            open_cell(j);
        }
    }
}

bool ZiniPlayer::click_first_closed() {
    for (; next_rank_ < graph_.size(); ++next_rank_) {
        const int cell = order_.cell(next_rank_);
        ++result_.work;
        if (is_open_[cell] || !(board_.is_zero(cell) || board_.is_lone(cell))) continue;
        click(cell);
        return true;
    }
    return false;
}

std::vector<ZiniResult> zini(const OpenBoard& board, const std::vector<int>& orders, ZiniKind kind,
                             const std::atomic<bool>& stop) {
    std::vector<ZiniResult> results;
    for (const int number : orders) {
        const ScanOrder order(number, board.graph().rows(), board.graph().columns());
        results.push_back(ZiniPlayer(board, order, kind).play(stop));
    }
    return results;
}

}  // namespace sapper
