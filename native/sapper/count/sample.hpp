// Draws random layouts, uniformly from all that fit.
//
// The counting tables hold how many layouts lead to every state, so a layout is drawn by walking
// them backwards: first how many mines each component holds, then each box, then which cells.
#pragma once

#include <cstdint>
#include <vector>

#include "sapper/count/beliefs.hpp"
#include "sapper/count/frontier.hpp"
#include "sapper/count/plan.hpp"
#include "sapper/count/tables.hpp"
#include "sapper/random.hpp"

namespace sapper {

class Sampler {
   public:
    // Counts the position. Returns false if no layout fits, or if the position is too large for the
    // plain tables (more than 1000 unknown cells, very wide components).
    bool prepare(const Graph& graph, const Frontier& frontier, int mines, Budget& budget);

    // Writes 1 for every mine, one byte per cell; `frontier` must be the one that was prepared.
    void draw(const Frontier& frontier, Random& random, std::vector<std::uint8_t>& layout);

   private:
    struct Part {
        Plan plan;
        Counted counted;
        std::vector<double> totals;
    };

    void weigh_totals(const Frontier& frontier, int mines);
    void scatter_mines(const std::vector<std::int32_t>& cells, int mines, Random& random,
                       std::vector<std::uint8_t>& layout);

    Planner planner_;
    Tables<RealField<double>, NarrowNeeds> tables_;
    Binomials binomials_;
    std::vector<Part> parts_;
    std::vector<std::vector<double>> after_;  // as in Beliefs::weigh_totals
    int mines_left_ = 0;
    std::vector<std::vector<std::int32_t>> box_cells_;
    std::vector<std::int32_t> untouched_cells_, shuffled_;
};

}  // namespace sapper
