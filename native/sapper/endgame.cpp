#include "sapper/endgame.hpp"

#include <algorithm>
#include <numeric>

#include "sapper/random.hpp"

namespace sapper {

namespace {

struct OutOfNodes {};

constexpr std::uint8_t kOpenQuestion = 254;  // in a key: the layouts do not agree on this cell

}  // namespace

Endgame::Result Endgame::search(std::int64_t most_nodes, bool compares_all) {
    Result result;
    result.layouts = layouts_;
    start_search(most_nodes);
    const std::vector<std::uint32_t> everything = all_layouts();
    std::vector<Option> options;
    survey(everything, survey_at(0));
    options_of(everything, survey_at(0), options);
    try {
        for (const Option& option : options) {
            const int needed = compares_all ? 0 : result.wins + 1;
            if (option.safe < needed) {
                result.guesses.push_back({cells_[option.column], option.safe, option.safe, false});
                continue;
            }
            const int wins = wins_of_guess(everything, option.column, 1, needed);
            const bool is_exact = wins >= needed;
            result.guesses.push_back(
                {cells_[option.column], option.safe, is_exact ? wins : needed - 1, is_exact});
            result.wins = std::max(result.wins, wins);
        }
    } catch (const OutOfNodes&) {
        return result;
    }
    result.is_complete = true;
    std::ranges::stable_sort(result.guesses, [](const Guess& a, const Guess& b) {
        if (a.is_exact != b.is_exact) return a.is_exact;
        if (a.wins != b.wins) return a.wins > b.wins;
        return a.safe_layouts != b.safe_layouts ? a.safe_layouts > b.safe_layouts : a.cell < b.cell;
    });
    return result;
}

std::vector<std::uint32_t> Endgame::all_layouts() const {
    std::vector<std::uint32_t> all(static_cast<std::size_t>(layouts_));
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

int Endgame::wins(std::int64_t most_nodes, bool& is_complete) {
    start_search(most_nodes);
    const std::vector<std::uint32_t> everything = all_layouts();
    is_complete = true;
    try {
        return wins_of(everything, 0);
    } catch (const OutOfNodes&) {
        is_complete = false;
        return 0;
    }
}

void Endgame::start_search(std::int64_t most_nodes) {
    nodes_left_ = most_nodes;
    stop_ = nullptr;
    known_.clear();
    keys_.clear();
    table_.assign(1024, -1);
}

Endgame::FirstCell Endgame::open_first(int cell, std::int64_t most_nodes,
                                       const std::atomic<bool>& stop) {
    if (table_.empty()) start_search(most_nodes);
    nodes_left_ = most_nodes;
    stop_ = &stop;
    FirstCell result;
    const int column = column_of_[cell];
    for (int layout = 0; layout < layouts_; ++layout)
        result.safe_layouts += row(static_cast<std::uint32_t>(layout))[column] != kMineHere;
    try {
        result.wins = wins_of_guess(all_layouts(), column, 1, 0);
        result.is_complete = true;
    } catch (const OutOfNodes&) {
    }
    stop_ = nullptr;
    return result;
}

Endgame::Survey& Endgame::survey_at(std::size_t depth) {
    while (surveys_.size() <= depth) surveys_.emplace_back();
    return surveys_[depth];
}

// Bytes only, in runs that a byte can count: so the compiler takes many columns at once.
void Endgame::survey(Set set, Survey& survey) const {
    survey.mines.assign(columns_, 0);
    survey.least.assign(columns_, kMineHere);
    survey.most.assign(columns_, 0);
    survey.run.resize(columns_);
    std::uint8_t* const __restrict least = survey.least.data();
    std::uint8_t* const __restrict most = survey.most.data();
    std::uint8_t* const __restrict run = survey.run.data();
    for (std::size_t begin = 0; begin < set.size(); begin += kMineHere) {
        std::fill_n(run, columns_, std::uint8_t{0});
        for (const std::uint32_t layout :
             set.subspan(begin, std::min<std::size_t>(kMineHere, set.size() - begin))) {
            const std::uint8_t* const __restrict values = row(layout);
            for (std::size_t c = 0; c < columns_; ++c) {
                const auto is_mine = static_cast<std::uint8_t>(values[c] == kMineHere);
                const auto shown = static_cast<std::uint8_t>(values[c] + is_mine);  // a mine: 0
                run[c] = static_cast<std::uint8_t>(run[c] + is_mine);
                least[c] = std::min(least[c], values[c]);
                most[c] = std::max(most[c], shown);
            }
        }
        for (std::size_t c = 0; c < columns_; ++c) survey.mines[c] += run[c];
    }
}

// The wins of the best play from a set of layouts.
int Endgame::wins_of(Set set, std::size_t depth) {
    if (set.size() == 1) return 1;
    if (--nodes_left_ < 0 || (stop_ && *stop_)) throw OutOfNodes{};
    Survey& here = survey_at(depth);
    survey(set, here);
    write_key(set, here);
    const std::uint64_t hash = hash_of_key();
    if (const Known* known = find(hash)) return known->wins;
    const std::vector<std::uint8_t> key = key_;
    int wins = -1;
    for (std::size_t c = 0; c < columns_ && wins < 0; ++c)
        if (here.mines[c] == 0 && here.least[c] != here.most[c])
            wins = wins_of_parts(set, static_cast<int>(c), depth, 0);
    if (wins < 0) {
        std::vector<Option> options;
        options_of(set, here, options);
        wins = 0;
        for (const Option& option : options) {
            if (option.safe <= wins) break;
            wins = std::max(wins, wins_of_guess(set, option.column, depth, wins + 1));
        }
    }
    remember(hash, key, wins);
    return wins;
}

// The cells worth a guess, safest first: one for each pattern of mines, and none whose number
// tells nothing while others are there.
void Endgame::options_of(Set set, const Survey& survey, std::vector<Option>& options) const {
    const auto size = static_cast<int>(set.size());
    bool any_telling = false;
    for (std::size_t c = 0; c < columns_; ++c) {
        const int safe = size - survey.mines[c];
        if (safe == 0 || safe == size) continue;
        options.push_back({static_cast<std::int32_t>(c), safe});
        any_telling |= survey.least[c] != survey.most[c];
    }
    if (any_telling)
        std::erase_if(options, [&](const Option& o) {
            return survey.least[o.column] == survey.most[o.column];
        });
    std::ranges::stable_sort(options,
                             [](const Option& a, const Option& b) { return a.safe > b.safe; });
    for (std::size_t i = 0; i < options.size(); ++i)
        for (std::size_t j = options.size(); j-- > i + 1;)
            if (options[j].safe == options[i].safe &&
                has_same_mines(set, options[i].column, options[j].column))
                options.erase(options.begin() + static_cast<std::ptrdiff_t>(j));
}

bool Endgame::has_same_mines(Set set, int a, int b) const {
    for (const std::uint32_t layout : set)
        if ((row(layout)[a] == kMineHere) != (row(layout)[b] == kMineHere)) return false;
    return true;
}

int Endgame::wins_of_guess(Set set, int column, std::size_t depth, int needed) {
    std::vector<std::uint32_t> survivors;
    for (const std::uint32_t layout : set)
        if (row(layout)[column] != kMineHere) survivors.push_back(layout);
    return wins_of_parts(survivors, column, depth, needed);
}

// The sum over the numbers that the cell shows in the set. Stops early, with a number below
// `needed`, once that many wins are out of reach: first all parts are bounded, by what is known of
// them or by the best single guess, then searched one by one.
int Endgame::wins_of_parts(Set set, int column, std::size_t depth, int needed) {
    std::vector<std::uint32_t> sorted(set.begin(), set.end());
    std::ranges::stable_sort(sorted,
                             [&](auto a, auto b) { return row(a)[column] < row(b)[column]; });
    std::vector<PartBound> parts;
    int total = 0;
    for (std::size_t begin = 0, end; begin < sorted.size(); begin = end) {
        end = begin + 1;
        while (end < sorted.size() && row(sorted[end])[column] == row(sorted[begin])[column]) ++end;
        const Set part{sorted.data() + begin, end - begin};
        parts.push_back(needed > 0
                            ? bound_of(part, depth + 1)
                            : PartBound{part, static_cast<int>(part.size()), part.size() == 1});
        total += parts.back().wins;
    }
    for (const PartBound& part : parts) {
        if (total < needed) return total;
        if (!part.is_exact) total += wins_of(part.set, depth + 1) - part.wins;
    }
    return total;
}

// At most this many layouts of the set can be won.
Endgame::PartBound Endgame::bound_of(Set set, std::size_t depth) {
    if (set.size() == 1) return {set, 1, true};
    Survey& here = survey_at(depth);
    survey(set, here);
    write_key(set, here);
    if (const Known* known = find(hash_of_key())) return {set, known->wins, true};
    std::uint32_t fewest = static_cast<std::uint32_t>(set.size());
    for (std::size_t c = 0; c < columns_; ++c) {
        if (here.mines[c] == 0 && here.least[c] != here.most[c])
            return {set, static_cast<int>(set.size()), false};  // something is still free to open
        if (here.mines[c] > 0) fewest = std::min(fewest, here.mines[c]);
    }
    return {set, static_cast<int>(set.size() - fewest), false};
}

// What all layouts of the set agree on, in the least of its mirror images.
void Endgame::write_key(Set set, const Survey& survey) {
    key_.resize(columns_);
    for (std::size_t c = 0; c < columns_; ++c) {
        const bool is_mine = survey.mines[c] == set.size();
        const bool is_number = survey.mines[c] == 0 && survey.least[c] == survey.most[c];
        key_[c] = is_mine ? kMineHere : is_number ? survey.least[c] : kOpenQuestion;
    }
    if (maps_.empty()) return;
    std::vector<std::uint8_t> least = key_;
    mapped_.resize(columns_);
    for (const auto& map : maps_) {
        for (std::size_t c = 0; c < columns_; ++c) mapped_[map[c]] = key_[c];
        if (mapped_ < least) least = mapped_;
    }
    key_.swap(least);
}

std::uint64_t Endgame::hash_of_key() const {
    std::uint64_t hash = 0;
    for (const std::uint8_t value : key_) hash = (hash ^ value) * 0x100000001B3u + (hash >> 47);
    return scatter(hash);
}

const Endgame::Known* Endgame::find(std::uint64_t hash) const {
    const std::size_t mask = table_.size() - 1;
    for (std::size_t at = hash & mask; table_[at] >= 0; at = (at + 1) & mask) {
        const auto place = static_cast<std::size_t>(table_[at]);
        if (known_[place].hash == hash &&
            std::equal(key_.begin(), key_.end(),
                       keys_.begin() + static_cast<std::ptrdiff_t>(place * columns_)))
            return &known_[place];
    }
    return nullptr;
}

void Endgame::remember(std::uint64_t hash, const std::vector<std::uint8_t>& key, int wins) {
    const auto put = [this](std::uint64_t at_hash, std::size_t place) {
        std::size_t at = at_hash & (table_.size() - 1);
        while (table_[at] >= 0) at = (at + 1) & (table_.size() - 1);
        table_[at] = static_cast<std::int32_t>(place);
    };
    if (4 * known_.size() >= table_.size()) {
        table_.assign(4 * table_.size(), -1);
        for (std::size_t i = 0; i < known_.size(); ++i) put(known_[i].hash, i);
    }
    put(hash, known_.size());
    known_.push_back({hash, wins});
    keys_.insert(keys_.end(), key.begin(), key.end());
}

}  // namespace sapper
