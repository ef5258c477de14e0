#include "sapper/endgame/endgame.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace sapper {

namespace {

struct OutOfNodes {};

// A set smaller than its frame by this factor gets its own frame.
constexpr std::size_t kMuchSmaller = 4;

// Building a frame of this many layouts costs about as much as a node.
constexpr std::size_t kLayoutsPerNode = 8;

// How often to look at the clock: a node takes up to a microsecond.
constexpr std::int64_t kNodesPerLook = 1000;

}  // namespace

// 1. The root: every guess, as far as needed.

Endgame::Result Endgame::search(std::int64_t most_nodes, bool compares_all, const Budget* budget) {
    Result result;
    result.layouts = layouts();
    if (result.layouts == 0) return result;
    start_search();
    allow(most_nodes, nullptr, budget);
    std::vector<Option> options;
    if (survey(everything(), everything().everything(), options) != nullptr) return result;
    drop_duplicates(options);
    bound(everything(), everything().everything(), options);
    try {
        compare(options, compares_all, result);
    } catch (const OutOfNodes&) {
        return result;
    }
    result.is_complete = true;
    std::ranges::sort(result.guesses, [](const Guess& a, const Guess& b) {
        if (a.is_exact != b.is_exact) return a.is_exact;
        return is_better(a, b);
    });
    return result;
}

// Tries the most promising guesses first, so that the others need not be searched to the end.
void Endgame::compare(std::vector<Option>& options, bool compares_all, Result& result) {
    const LayoutSet all = everything().everything();
    std::ranges::stable_sort(options, std::greater{}, &Option::most_wins);
    Guess best{-1, 0, 0, false};
    for (const Option& option : options) {
        const int safe = result.layouts - count_of(everything().mask(option.column->first));
        Guess guess{cells_[option.column->column], safe, option.most_wins, false};
        const int needed = compares_all ? 0 : best.wins + (is_preferred(guess, best) ? 0 : 1);
        if (guess.wins >= needed) {
            guess.wins = wins_of_parts(everything(), all, *option.column, 0, needed);
            guess.is_exact = guess.wins >= needed;
        }
        result.guesses.push_back(guess);
        if (guess.is_exact && is_better(guess, best)) best = guess;
    }
    result.wins = best.wins;
}

// Cells with mines in the same layouts are one choice: opening one makes the others safe.
void Endgame::drop_duplicates(std::vector<Option>& options) const {
    const auto mines = [this](const Option& o) { return everything().mask(o.column->first); };
    std::vector<Option> kept;
    for (const Option& option : options)
        if (std::ranges::none_of(kept, [&](const Option& earlier) {
                return std::ranges::equal(mines(earlier), mines(option));
            }))
            kept.push_back(option);
    options.swap(kept);
}

int Endgame::wins(std::int64_t most_nodes, bool& is_complete, const Budget* budget) {
    start_search();
    allow(most_nodes, nullptr, budget);
    is_complete = true;
    try {
        return wins_of(everything(), everything().everything(), 0, 0);
    } catch (const OutOfNodes&) {
        is_complete = false;
        return 0;
    }
}

Endgame::FirstCell Endgame::open_first(int cell, std::int64_t most_nodes,
                                       const std::atomic<bool>& stop) {
    FirstCell result;
    if (layouts() == 0) return {true, 0, 0};
    if (!memory_.has_begun()) start_search();
    allow(most_nodes, &stop, nullptr);
    const int column = column_of_[cell];
    for (std::size_t layout = 0; layout < table_.layouts; ++layout)
        result.safe_layouts += table_.row(layout)[column] != LayoutTable::kMine;
    const auto found = std::ranges::find(everything().columns(), column, &Column::column);
    try {
        if (found != everything().columns().end())
            result.wins = wins_of_parts(everything(), everything().everything(), *found, 0, 0);
        else if (result.safe_layouts > 0)  // the cell shows the same in all layouts
            result.wins = wins_of(everything(), everything().everything(), 0, 0);
        result.is_complete = true;
    } catch (const OutOfNodes&) {
    }
    return result;
}

void Endgame::start_search() {
    group_rivals(table_);
    listed_.resize(table_.layouts);
    std::iota(listed_.begin(), listed_.end(), 0u);
    if (frames_.empty()) frames_.emplace_back();
    frames_.front().build(table_, listed_);
    memory_.begin(table_.columns);
}

void Endgame::allow(std::int64_t nodes, const std::atomic<bool>* stop, const Budget* budget) {
    nodes_left_ = nodes;
    nodes_until_look_ = kNodesPerLook;
    stop_ = stop;
    budget_ = budget;
    frames_used_ = 1;
}

void Endgame::spend(std::size_t nodes) {
    nodes_left_ -= static_cast<std::int64_t>(nodes);
    nodes_until_look_ -= static_cast<std::int64_t>(nodes);
    if (nodes_left_ < 0 || (nodes_until_look_ < 0 && is_stopped())) throw OutOfNodes{};
}

bool Endgame::is_stopped() {
    nodes_until_look_ = kNodesPerLook;
    return (stop_ && *stop_) || (budget_ && budget_->is_late());
}

// 2. Inner nodes: the wins of the best play from a set of layouts. All functions return the exact
// wins if they are `needed` or more, and otherwise an upper bound below `needed`.

int Endgame::wins_of(const LayoutFrame& frame, LayoutSet set, std::size_t depth, int needed) {
    spend(frame.words());
    if (frame.words() > 1) {
        const auto size = static_cast<std::size_t>(count_of(set));
        if (size <= kWordBits || kMuchSmaller * size <= frame.layouts().size())
            return wins_in_own_frame(frame, set, depth, needed);
    }
    std::vector<Option>& options = level_at(depth).options;
    if (const Column* informative = survey(frame, set, options))
        return wins_of_parts(frame, set, *informative, depth, needed);
    if (options.empty()) return 1;
    make_key_canonical();
    const std::uint64_t hash = EndgameMemory::hash_of(key_);
    const EndgameMemory::Known* known = memory_.find(key_, hash);
    if (known && (known->is_exact || known->wins < needed)) return known->wins;
    const std::size_t place = known ? memory_.place_of(known) : memory_.add(key_, hash);
    const int wins = wins_of_guess(frame, set, depth, needed);
    memory_.at(place) = {hash, wins, wins >= needed};
    return wins;
}

int Endgame::wins_in_own_frame(const LayoutFrame& frame, LayoutSet set, std::size_t depth,
                               int needed) {
    frame.list(set, listed_);
    spend(listed_.size() / kLayoutsPerNode);
    if (frames_.size() == frames_used_) frames_.emplace_back();
    LayoutFrame& own = frames_[frames_used_++];
    own.build(table_, listed_);
    const int wins = wins_of(own, own.everything(), depth, needed);
    --frames_used_;
    return wins;
}

// Collects what the layouts of a set have in common, and the cells worth a guess: a cell whose
// number gives no information only if there are no others. Stops at a safe cell that gives some.
const Endgame::Column* Endgame::survey(const LayoutFrame& frame, LayoutSet set,
                                       std::vector<Option>& options) {
    key_.assign(frame.common().begin(), frame.common().end());
    options.clear();
    bool any_informs = false;
    for (const Column& column : frame.columns()) {
        const auto [has_mines, numbers, last_number] = frame.shown(set, column);
        const bool informs = numbers > 1;
        if (!has_mines && informs) return &column;
        key_[column.column] = !has_mines     ? last_number
                              : numbers == 0 ? LayoutTable::kMine
                                             : LayoutTable::kOpenQuestion;
        if (!has_mines) continue;
        if (numbers == 0 || (any_informs && !informs)) continue;
        if (informs && !any_informs) options.clear();
        any_informs = informs;
        options.push_back({&column, 0});
    }
    return nullptr;
}

void Endgame::bound(const LayoutFrame& frame, LayoutSet set, std::vector<Option>& options) const {
    for (Option& option : options) {
        const Column& column = *option.column;
        for (std::int32_t place = column.first + 1; place < column.last; ++place)
            option.most_wins += frame.most_wins(set, frame.mask(place));
    }
}

int Endgame::wins_of_guess(const LayoutFrame& frame, LayoutSet set, std::size_t depth, int needed) {
    std::vector<Option>& options = level_at(depth).options;
    bound(frame, set, options);
    int best = 0, most = 0;
    for (std::size_t tried = 0; tried < options.size(); ++tried) {
        const auto rest = std::span(options).subspan(tried);
        std::swap(rest.front(), *std::ranges::max_element(rest, {}, &Option::most_wins));
        const Option& option = rest.front();
        const int goal = std::max(best + 1, needed);
        if (option.most_wins < goal) {
            most = std::max(most, option.most_wins);
            break;
        }
        const auto earlier = std::span(options).first(tried);
        const bool is_no_better = std::ranges::any_of(earlier, [&](const Option& other) {
            return frame.holds(set, option.column->first, other.column->first);
        });
        if (is_no_better) continue;
        const int wins = wins_of_parts(frame, set, *option.column, depth, goal);
        (wins >= goal ? best : most) = wins >= goal ? wins : std::max(most, wins);
    }
    return best > 0 ? best : most;
}

// Sums over the numbers that the cell shows in the set. First bounds all parts, then searches them
// one by one while `needed` can be reached, those with the highest bound first.
int Endgame::wins_of_parts(const LayoutFrame& frame, LayoutSet set, const Column& column,
                           std::size_t depth, int needed) {
    Level& here = level_at(depth);
    here.shares.clear();
    here.words.clear();
    int total = 0;
    for (std::int32_t place = column.first + 1; place < column.last; ++place) {
        const LayoutSet shown = frame.mask(place);
        const int most = frame.most_wins(set, shown);
        total += most;
        if (most <= 1) continue;  // none, or rivals only: one of them is won
        here.shares.push_back({most, here.words.size()});
        for (std::size_t w = 0; w < frame.words(); ++w) here.words.push_back(set[w] & shown[w]);
    }
    std::ranges::sort(here.shares, std::greater{}, &Share::most_wins);
    for (const Share& share : here.shares) {
        if (total < needed) return total;
        const LayoutSet words{here.words.data() + share.first_word, frame.words()};
        const int others = total - share.most_wins;
        total = others + wins_of(frame, words, depth + 1, needed - others);
    }
    return total;
}

// Replaces the key by the least of its images under the board's symmetries.
void Endgame::make_key_canonical() {
    if (maps_.empty()) return;
    least_ = key_;
    mapped_.resize(key_.size());
    for (const auto& map : maps_) {
        for (std::size_t c = 0; c < key_.size(); ++c) mapped_[map[c]] = key_[c];
        if (mapped_ < least_) least_ = mapped_;
    }
    key_.swap(least_);
}

Endgame::Level& Endgame::level_at(std::size_t depth) {
    while (levels_.size() <= depth) levels_.emplace_back();
    return levels_[depth];
}

}  // namespace sapper
