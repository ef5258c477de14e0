#include "sapper/player/candidates.hpp"

#include <algorithm>
#include <array>

#include "sapper/player/chance_steps.hpp"
#include "sapper/random.hpp"

namespace sapper {

namespace {

// A possible candidate; small, because there are many.
struct Prospect {
    std::int32_t cell;
    double safety, value;
};

double best_safety(const Situation& situation) {
    const Beliefs& beliefs = situation.beliefs();
    double best = beliefs.untouched() > 0 ? 1 - beliefs.untouched_chance() : 0;
    for (int box = 0; box < situation.structure().box_count(); ++box)
        best = std::max(best, 1 - beliefs.box_chance(box));
    return best;
}

// Marks of cells: beside a cell that a number touches, beside a mine or another cell that is known
// and shows no number.
constexpr std::uint8_t kNearTouched = 1, kNearKnown = 2;

std::vector<std::uint8_t> mark_cells(const Situation& situation) {
    const Graph& graph = situation.graph();
    std::vector<std::uint8_t> marks(static_cast<std::size_t>(graph.size()), 0);
    for (const int cell : situation.frontier().touched())
        for (const int j : graph.around(cell)) marks[j] = kNearTouched;
    for (int cell = 0; cell < graph.size(); ++cell)
        if (!situation.is_unknown(cell) && !is_number(situation.frontier().faces()[cell]))
            for (const int j : graph.around(cell)) marks[j] |= kNearKnown;
    return marks;
}

// Adds untouched cells. Of those that have only untouched neighbours it adds one for each number of
// neighbours, as the others are equivalent to it.
template <class Add>
void add_untouched(const Situation& situation, Add&& add) {
    const Graph& graph = situation.graph();
    const std::vector<std::uint8_t> marks = mark_cells(situation);
    std::array<bool, kMaxNumber + 1> is_known{};
    for (int cell = 0; cell < graph.size(); ++cell) {
        if (!situation.is_unknown(cell) || situation.is_touched(cell)) continue;
        // Most have no marks: all their neighbours are unknown, as no number touches the cell.
        const auto unknown = marks[cell] == 0 ? static_cast<int>(graph.around(cell).size())
                                              : situation.unknown_around(cell);
        if ((marks[cell] & kNearTouched) == 0) {
            bool& known = is_known[static_cast<std::size_t>(unknown)];
            if (known) continue;
            known = true;
        }
        add(cell, unknown);
    }
}

std::vector<Prospect> find_prospects(const Situation& situation, double enough) {
    std::vector<Prospect> prospects;
    const auto add = [&](int cell, double safety, int unknown_around) {
        prospects.push_back({cell, safety, safety - kPerHidden * unknown_around});
    };
    for (const int cell : situation.frontier().touched())
        if (const double safety = situation.safety_of(cell); safety >= enough)
            add(cell, safety, situation.unknown_around(cell));
    const double untouched = 1 - situation.beliefs().untouched_chance();
    if (situation.beliefs().untouched() > 0 && untouched >= enough)
        add_untouched(situation,
                      [&](int cell, int unknown_around) { add(cell, untouched, unknown_around); });
    return prospects;
}

// Equal for cells whose number would count the same cells, box by box. The safety of the next guess
// cannot distinguish them; the learned value might, by their place, but that is not worth the time.
std::uint64_t kind_of(const Situation& situation, int cell) {
    const auto word = [&](int of) {
        return static_cast<std::uint64_t>(situation.frontier().box_of(of) - Frontier::kNoBox);
    };
    std::uint64_t kind = scatter(word(cell));
    for (const int j : situation.graph().around(cell))
        if (situation.is_unknown(j)) kind += scatter(~word(j));  // a sum, so order does not matter
    return kind;
}

}  // namespace

// Uses a heap, because most of the many prospects are never needed.
void find_candidates(const Situation& situation, const Setting& setting,
                     std::vector<Candidate>& candidates) {
    const double enough = best_safety(situation) * (1 - setting.band) - kStep;
    std::vector<Prospect> prospects = find_prospects(situation, enough);
    const auto is_worse = [](const Prospect& a, const Prospect& b) { return comes_before(b, a); };
    std::ranges::make_heap(prospects, is_worse);
    std::vector<std::uint64_t> kinds;
    while (!prospects.empty() && static_cast<int>(candidates.size()) < setting.most_candidates) {
        std::ranges::pop_heap(prospects, is_worse);
        const Prospect& best = prospects.back();
        const std::uint64_t kind = kind_of(situation, best.cell);
        if (std::ranges::find(kinds, kind) == kinds.end()) {
            kinds.push_back(kind);
            candidates.push_back({best.cell, best.safety, -1, best.value});
        }
        prospects.pop_back();
    }
}

}  // namespace sapper
