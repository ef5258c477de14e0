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

// Marks the cells around those that numbers touch.
std::vector<std::uint8_t> mark_around_touched(const Situation& situation) {
    std::vector<std::uint8_t> marks(static_cast<std::size_t>(situation.graph().size()), 0);
    for (const int cell : situation.frontier().touched())
        for (const int j : situation.graph().around(cell)) marks[j] = 1;
    return marks;
}

// Adds untouched cells that have only untouched neighbours: one for each number of neighbours, as
// the others are equivalent to it.
template <class Add>
void add_untouched(const Situation& situation, Add&& add) {
    const std::vector<std::uint8_t> is_around_touched = mark_around_touched(situation);
    std::array<bool, kMaxNumber + 1> is_known{};
    for (int cell = 0; cell < situation.graph().size(); ++cell) {
        if (!situation.is_unknown(cell) || situation.is_touched(cell)) continue;
        if (!is_around_touched[cell]) {
            bool& known = is_known[static_cast<std::size_t>(situation.unknown_around(cell))];
            if (known) continue;
            known = true;
        }
        add(cell);
    }
}

std::vector<Prospect> find_prospects(const Situation& situation, double enough) {
    std::vector<Prospect> prospects;
    const auto add = [&](int cell, double safety) {
        prospects.push_back({cell, safety, safety - kPerHidden * situation.unknown_around(cell)});
    };
    for (const int cell : situation.frontier().touched())
        if (const double safety = situation.safety_of(cell); safety >= enough) add(cell, safety);
    const double untouched = 1 - situation.beliefs().untouched_chance();
    if (situation.beliefs().untouched() > 0 && untouched >= enough)
        add_untouched(situation, [&](int cell) { add(cell, untouched); });
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
