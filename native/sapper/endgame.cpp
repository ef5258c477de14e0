#include "sapper/endgame.hpp"

#include <algorithm>
#include <numeric>

#include "sapper/random.hpp"

namespace sapper {

namespace {

struct OutOfNodes {};

constexpr std::uint8_t kOpenQuestion = 254;  // in a key: the layouts do not agree on this cell

}  // namespace

// Lists layouts in two steps: how many mines each box holds, then which of its cells.
struct Endgame::Enumeration {
    Endgame& endgame;
    const Structure& structure;
    std::vector<std::int32_t> boxes;                 // in the order of decision
    std::vector<std::vector<std::int32_t>> columns;  // per box in that order, then the untouched
    std::vector<std::int32_t> needs, later;          // per constraint
    std::vector<std::int32_t> fewest, most;          // mines of boxes[i..] by component, from i on
    int mines = 0;                                   // to be placed; -1 when the components fix it
    bool with_untouched = false;
    int limit = 0;
    std::vector<std::int32_t> counts;
    std::vector<std::uint8_t> layout;
    std::int64_t steps_left = 200'000;

    bool run() {
        counts.assign(columns.size(), 0);
        layout.assign(endgame.columns_, 0);
        return decide(0, mines);
    }

    bool decide(std::size_t i, int left) {
        if (--steps_left < 0) return false;  // too many ways that lead nowhere
        if (i == boxes.size()) return finish(left);
        if (mines >= 0 && (left < fewest[i] || left > most[i])) return true;
        const int box = boxes[i];
        const int size = structure.box_size(box);
        int low = 0, high = size;
        for (const int c : structure.constraints_of(box)) {
            later[c] -= size;
            low = std::max(low, needs[c] - later[c]);
            high = std::min(high, needs[c]);
        }
        bool fits = true;
        for (int k = low; fits && k <= high; ++k) {
            for (const int c : structure.constraints_of(box)) needs[c] -= k;
            counts[i] = k;
            fits = decide(i + 1, left - k);
            for (const int c : structure.constraints_of(box)) needs[c] += k;
        }
        for (const int c : structure.constraints_of(box)) later[c] += size;
        return fits;
    }

    bool finish(int left) {
        if (mines >= 0) {
            if (!with_untouched && left != 0) return true;
            if (with_untouched) {
                if (left < 0 || left > static_cast<int>(columns.back().size())) return true;
                counts.back() = left;
            }
        }
        return place(0, 0, 0);
    }

    // Chooses counts[i] cells of box i, going on from its cell number `from`.
    bool place(std::size_t i, std::size_t from, int chosen) {
        if (i == columns.size()) {
            if (endgame.layouts_ >= limit) return false;
            endgame.add_layout(layout);
            return true;
        }
        if (chosen == counts[i]) return place(i + 1, 0, 0);
        const std::size_t last = columns[i].size() - static_cast<std::size_t>(counts[i] - chosen);
        for (std::size_t j = from; j <= last; ++j) {
            layout[columns[i][j]] = 1;
            const bool fits = place(i, j + 1, chosen + 1);
            layout[columns[i][j]] = 0;
            if (!fits) return false;
        }
        return true;
    }
};

// The cells that take part: unknown ones of the given components, untouched ones if they do, and
// then also cells that are known to be safe but not opened yet, for they still have something to
// tell.
void Endgame::choose_columns(const Graph& graph, const Frontier& frontier, const Beliefs& beliefs,
                             std::span<const std::uint8_t> components, bool with_untouched) {
    cells_.clear();
    column_of_.assign(static_cast<std::size_t>(graph.size()), -1);
    for (int cell = 0; cell < graph.size(); ++cell) {
        const std::uint8_t state = frontier.states()[cell];
        if (state == Frontier::kKnownMine || !is_covered(frontier.faces()[cell])) continue;
        const int box = state == Frontier::kUnknown ? frontier.box_of(cell) : Frontier::kNoBox;
        if (box == Frontier::kNoBox ? !with_untouched : !components[beliefs.component_of(box)])
            continue;
        column_of_[cell] = static_cast<std::int32_t>(cells_.size());
        cells_.push_back(cell);
    }
    place_columns(graph);
    for (std::size_t column = 0; column < columns_; ++column)
        for (const int j : graph.around(cells_[column]))
            if (frontier.states()[j] == Frontier::kKnownMine) ++base_[column];
}

bool Endgame::list(const Graph& graph, const Frontier& frontier, const Beliefs& beliefs,
                   std::span<const std::uint8_t> components, bool with_untouched, int most) {
    const Structure& structure = frontier.structure();
    choose_columns(graph, frontier, beliefs, components, with_untouched);
    Enumeration all{*this,
                    structure,
                    {},
                    {},
                    {},
                    {},
                    {},
                    {},
                    with_untouched ? beliefs.mines_left() : -1,
                    with_untouched,
                    most,
                    {},
                    {}};
    int fewest = 0, largest = 0;
    for (std::size_t i = components.size(); i-- > 0;) {
        if (!components[i]) continue;
        const Profile& profile = beliefs.profile(i);
        fewest += profile.low;
        largest += profile.low + profile.length - 1;
        const Component& component = structure.components()[i];
        for (int k = component.box_end; k-- > component.box_begin;) {
            all.boxes.push_back(structure.component_boxes()[k]);
            // Inside a component only the bounds of what comes after it are known.
            const bool is_first = k == component.box_begin;
            all.fewest.push_back(is_first ? fewest : fewest - profile.low);
            all.most.push_back(largest + (with_untouched ? beliefs.untouched() : 0));
        }
    }
    std::ranges::reverse(all.boxes);
    std::ranges::reverse(all.fewest);
    std::ranges::reverse(all.most);
    all.columns.resize(all.boxes.size() + (with_untouched ? 1 : 0));
    std::vector<std::int32_t> place(static_cast<std::size_t>(structure.box_count()), -1);
    for (std::size_t i = 0; i < all.boxes.size(); ++i)
        place[all.boxes[i]] = static_cast<std::int32_t>(i);
    for (std::size_t column = 0; column < columns_; ++column) {
        if (frontier.states()[cells_[column]] != Frontier::kUnknown) continue;
        const int box = frontier.box_of(cells_[column]);
        auto& list = box == Frontier::kNoBox ? all.columns.back() : all.columns[place[box]];
        list.push_back(static_cast<std::int32_t>(column));
    }
    all.needs.resize(structure.constraints().size());
    all.later.assign(structure.constraints().size(), 0);
    for (std::size_t c = 0; c < structure.constraints().size(); ++c) {
        all.needs[c] = structure.constraints()[c].need;
        for (const int box : structure.boxes_of(static_cast<int>(c)))
            all.later[c] += structure.box_size(box);
    }
    return all.run();
}

// For each column the columns of its neighbours; `cells_` and `column_of_` are there already.
void Endgame::place_columns(const Graph& graph) {
    columns_ = cells_.size();
    base_.assign(columns_, 0);
    near_.clear();
    near_begin_.assign(1, 0);
    for (std::size_t column = 0; column < columns_; ++column) {
        for (const int j : graph.around(cells_[column]))
            if (column_of_[j] >= 0) near_.push_back(column_of_[j]);
        near_begin_.push_back(static_cast<std::int32_t>(near_.size()));
    }
    layouts_ = 0;
    values_.clear();
    maps_.clear();
    table_.clear();
}

bool Endgame::list_board(const Graph& graph, int mines, std::span<const std::uint8_t> is_safe,
                         int most) {
    cells_.resize(static_cast<std::size_t>(graph.size()));
    for (int cell = 0; cell < graph.size(); ++cell) cells_[cell] = cell;
    column_of_ = cells_;
    place_columns(graph);
    Structure none;
    none.clear();
    none.tie();
    Enumeration all{*this, none, {}, {}, {}, {}, {}, {}, mines, true, most, {}, {}};
    all.columns.resize(1);
    for (int cell = 0; cell < graph.size(); ++cell)
        if (!is_safe[cell]) all.columns[0].push_back(cell);
    return all.run();
}

void Endgame::add_layout(std::span<const std::uint8_t> mines) {
    const std::size_t start = values_.size();
    values_.insert(values_.end(), base_.begin(), base_.end());
    std::uint8_t* const values = values_.data() + start;
    for (std::size_t column = 0; column < columns_; ++column) {
        if (!mines[column]) continue;
        for (int k = near_begin_[column]; k < near_begin_[column + 1]; ++k) ++values[near_[k]];
    }
    for (std::size_t column = 0; column < columns_; ++column)
        if (mines[column]) values[column] = kMineHere;
    ++layouts_;
}

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
