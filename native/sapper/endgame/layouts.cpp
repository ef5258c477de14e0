// The first half of the endgame: lists the layouts that are left. The search is in endgame.cpp.
#include <algorithm>

#include "sapper/endgame/endgame.hpp"

namespace sapper {

// Lists layouts in two steps: how many mines each box holds, then which of its cells.
struct Endgame::Enumeration {
    Endgame& endgame;
    const Structure& structure;
    int mines;            // to be placed; -1 when the components fix it
    bool with_untouched;  // include the untouched cells, as a last box
    int limit;            // on the number of layouts
    std::int64_t steps_left = kMostSteps;

    std::vector<std::int32_t> boxes{};                 // in the order of decision
    std::vector<std::vector<std::int32_t>> columns{};  // per box in that order, then the untouched
    std::vector<std::int32_t> needs{}, later{};        // per constraint: mines and cells to come
    std::vector<std::int32_t> fewest{}, most{};        // mines of boxes[i..], as far as is known
    std::vector<std::int32_t> counts{};                // mines per box, as decided so far
    std::vector<std::int32_t> placed{};                // columns of the mines of the layout so far

    // Adds the boxes of the part, and bounds on the mines in each box and those after it.
    void add_boxes(const Beliefs& beliefs, const Part& part) {
        int low = 0, high = 0;
        for (std::size_t i = part.components.size(); i-- > 0;) {
            if (!part.components[i]) continue;
            const Profile& profile = beliefs.profile(i);
            low += profile.low;
            high += profile.low + profile.length - 1;
            const Component& component = structure.components()[i];
            for (int k = component.box_end; k-- > component.box_begin;) {
                boxes.push_back(structure.component_boxes()[k]);
                // Inside a component only the bounds of the later components are known.
                const bool is_first = k == component.box_begin;
                fewest.push_back(is_first ? low : low - profile.low);
                most.push_back(high + (with_untouched ? beliefs.untouched() : 0));
            }
        }
        std::ranges::reverse(boxes);
        std::ranges::reverse(fewest);
        std::ranges::reverse(most);
    }

    // Finds the columns of each box.
    void add_columns(const Situation& situation) {
        columns.resize(boxes.size() + (with_untouched ? 1 : 0));
        std::vector<std::int32_t> place(static_cast<std::size_t>(structure.box_count()), -1);
        for (std::size_t i = 0; i < boxes.size(); ++i)
            place[boxes[i]] = static_cast<std::int32_t>(i);
        for (std::size_t column = 0; column < endgame.cells_.size(); ++column) {
            const int cell = endgame.cells_[column];
            if (!situation.is_unknown(cell)) continue;
            auto& list = situation.is_touched(cell)
                             ? columns[place[situation.frontier().box_of(cell)]]
                             : columns.back();
            list.push_back(static_cast<std::int32_t>(column));
        }
    }

    void add_constraints() {
        needs.resize(structure.constraints().size());
        later.assign(structure.constraints().size(), 0);
        for (std::size_t c = 0; c < structure.constraints().size(); ++c) {
            needs[c] = structure.constraints()[c].need;
            for (const int box : structure.boxes_of(static_cast<int>(c)))
                later[c] += structure.box_size(box);
        }
    }

    bool run() {
        counts.assign(columns.size(), 0);
        return decide(0, mines);
    }

    bool decide(std::size_t i, int left) {
        if (--steps_left < 0) return false;  // too many dead ends
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

    // Chooses counts[i] cells of box i, continuing from its cell number `from`.
    bool place(std::size_t i, std::size_t from, int chosen) {
        if (i == columns.size()) {
            if (endgame.layouts() >= limit) return false;
            endgame.add_layout(placed);
            return true;
        }
        if (chosen == counts[i]) return place(i + 1, 0, 0);
        const std::size_t last = columns[i].size() - static_cast<std::size_t>(counts[i] - chosen);
        for (std::size_t j = from; j <= last; ++j) {
            placed.push_back(columns[i][j]);
            const bool fits = place(i, j + 1, chosen + 1);
            placed.pop_back();
            if (!fits) return false;
        }
        return true;
    }
};

bool Endgame::list(const Situation& situation, int most, std::int64_t most_steps) {
    const std::size_t components = situation.structure().components().size();
    return list_part(situation, {std::vector<std::uint8_t>(components, 1), true}, most, most_steps);
}

bool Endgame::list_component(const Situation& situation, std::size_t component, int most,
                             std::int64_t most_steps) {
    Part part{std::vector<std::uint8_t>(situation.structure().components().size(), 0), false};
    part.components[component] = 1;
    return list_part(situation, part, most, most_steps);
}

bool Endgame::list_part(const Situation& situation, const Part& part, int most,
                        std::int64_t most_steps) {
    choose_columns(situation, part);
    Enumeration all{.endgame = *this,
                    .structure = situation.structure(),
                    .mines = part.with_untouched ? situation.beliefs().mines_left() : -1,
                    .with_untouched = part.with_untouched,
                    .limit = most,
                    .steps_left = most_steps};
    all.add_boxes(situation.beliefs(), part);
    all.add_columns(situation);
    all.add_constraints();
    return all.run();
}

// Chooses the cells of the search: the unknown cells of the given components; with the untouched
// cells also these and the cells that are known to be safe but not yet opened, because their
// numbers give information.
void Endgame::choose_columns(const Situation& situation, const Part& part) {
    const Graph& graph = situation.graph();
    const Frontier& frontier = situation.frontier();
    cells_.clear();
    column_of_.assign(static_cast<std::size_t>(graph.size()), -1);
    for (int cell = 0; cell < graph.size(); ++cell) {
        const std::uint8_t state = frontier.states()[cell];
        if (state == Frontier::kKnownMine || !is_covered(frontier.faces()[cell])) continue;
        const int box = state == Frontier::kUnknown ? frontier.box_of(cell) : Frontier::kNoBox;
        const bool takes_part = box == Frontier::kNoBox
                                    ? part.with_untouched
                                    : part.components[situation.beliefs().component_of(box)] != 0;
        if (!takes_part) continue;
        column_of_[cell] = static_cast<std::int32_t>(cells_.size());
        cells_.push_back(cell);
    }
    place_columns(graph);
    for (std::size_t column = 0; column < table_.columns; ++column)
        for (const int j : graph.around(cells_[column]))
            if (frontier.states()[j] == Frontier::kKnownMine) ++base_[column];
}

// Finds the neighbouring columns of each column; `cells_` and `column_of_` must be filled.
void Endgame::place_columns(const Graph& graph) {
    table_.columns = cells_.size();
    base_.assign(table_.columns, 0);
    near_.clear();
    near_begin_.assign(1, 0);
    table_.most_around = 0;
    for (std::size_t column = 0; column < table_.columns; ++column) {
        table_.most_around = std::max(table_.most_around, graph.around(cells_[column]).size());
        for (const int j : graph.around(cells_[column]))
            if (column_of_[j] >= 0) near_.push_back(column_of_[j]);
        near_begin_.push_back(static_cast<std::int32_t>(near_.size()));
    }
    table_.layouts = 0;
    table_.values.clear();
    table_.rivals.clear();
    maps_.clear();
    memory_.end();
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
    Enumeration all{
        .endgame = *this, .structure = none, .mines = mines, .with_untouched = true, .limit = most};
    all.columns.resize(1);
    for (int cell = 0; cell < graph.size(); ++cell)
        if (!is_safe[cell]) all.columns[0].push_back(cell);
    return all.run();
}

void Endgame::add_layout(std::span<const std::int32_t> mines) {
    const std::size_t start = table_.values.size();
    table_.values.insert(table_.values.end(), base_.begin(), base_.end());
    table_.values.resize(start + table_.stride(), 0);
    std::uint8_t* const values = table_.values.data() + start;
    for (const std::int32_t column : mines)
        for (int k = near_begin_[column]; k < near_begin_[column + 1]; ++k) ++values[near_[k]];
    for (const std::int32_t column : mines) values[column] = LayoutTable::kMine;
    ++table_.layouts;
}

}  // namespace sapper
