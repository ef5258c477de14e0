#include "sapper/count/sample.hpp"

#include <algorithm>

namespace sapper {

namespace {

double uniform_of(Random& random) { return static_cast<double>(random.next() >> 11) * 0x1.0p-53; }

}  // namespace

bool Sampler::prepare(const Graph& graph, const Frontier& frontier, int mines, Budget& budget) {
    if (frontier.unknown() > Binomials::kMost) return false;
    const Structure& structure = frontier.structure();
    planner_.clear();
    tables_.clear();
    parts_.clear();
    for (const Component& component : structure.components()) {
        Part part{planner_.plan(graph.columns(), structure, component, budget), {}, {}};
        if (part.plan.slots > NarrowNeeds::kSlots || part.plan.largest_need > NarrowNeeds::kLargest)
            return false;
        part.counted = tables_.forward(planner_, part.plan, RealField<double>{}, budget);
        part.totals.assign(static_cast<std::size_t>(part.counted.length), 0);
        tables_.totals(part.counted, RealField<double>{}, part.totals.data());
        if (part.totals.empty()) return false;
        parts_.push_back(std::move(part));
    }
    weigh_totals(frontier, mines);
    box_cells_.assign(static_cast<std::size_t>(structure.box_count()), {});
    untouched_cells_.clear();
    for (int cell = 0; cell < graph.size(); ++cell) {
        if (frontier.states()[cell] != Frontier::kUnknown) continue;
        const int box = frontier.box_of(cell);
        (box == Frontier::kNoBox ? untouched_cells_ : box_cells_[box]).push_back(cell);
    }
    return after_[0][0] > 0;
}

void Sampler::weigh_totals(const Frontier& frontier, int mines) {
    mines_left_ = mines - frontier.known_mines();
    std::size_t length = 1;
    int left = mines_left_;
    after_.resize(parts_.size() + 1);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        after_[i].assign(length, 0);
        length += parts_[i].totals.size() - 1;
        left -= parts_[i].counted.low;
    }
    after_.back().assign(length, 0);
    for (std::size_t s = 0; s < length; ++s)
        after_.back()[s] = binomials_(frontier.untouched(), left - static_cast<int>(s));
    for (std::size_t i = parts_.size(); i-- > 0;)
        for (std::size_t s = 0; s < after_[i].size(); ++s)
            for (std::size_t m = 0; m < parts_[i].totals.size(); ++m)
                after_[i][s] += parts_[i].totals[m] * after_[i + 1][s + m];
}

void Sampler::draw(const Frontier& frontier, Random& random, std::vector<std::uint8_t>& layout) {
    layout.assign(frontier.states().size(), 0);
    for (std::size_t i = 0; i < layout.size(); ++i)
        layout[i] = frontier.states()[i] == Frontier::kKnownMine;
    std::size_t more = 0;  // mines beyond the fewest, in the parts so far
    int left = mines_left_;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Part& part = parts_[i];
        double share = uniform_of(random) * after_[i][more];
        std::size_t total = 0;
        for (std::size_t m = 0; m < part.totals.size(); ++m) {
            const double weight = part.totals[m] * after_[i + 1][more + m];
            if (weight == 0) continue;
            total = m;
            share -= weight;
            if (share < 0) break;
        }
        more += total;
        left -= part.counted.low + static_cast<int>(total);
        tables_.draw(
            planner_, part.plan, part.counted, static_cast<int>(total),
            [&] { return uniform_of(random); },
            [&](int box, int mines) { scatter_mines(box_cells_[box], mines, random, layout); });
    }
    scatter_mines(untouched_cells_, left, random, layout);
}

void Sampler::scatter_mines(const std::vector<std::int32_t>& cells, int mines, Random& random,
                            std::vector<std::uint8_t>& layout) {
    shuffled_ = cells;
    for (int k = 0; k < mines; ++k) {
        const auto other = k + random.below(static_cast<std::uint32_t>(cells.size()) - k);
        std::swap(shuffled_[k], shuffled_[other]);
        layout[shuffled_[k]] = 1;
    }
}

}  // namespace sapper
