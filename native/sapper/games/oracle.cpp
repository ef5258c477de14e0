#include "sapper/games/oracle.hpp"

#include <cmath>

#include "sapper/count/batch.hpp"

namespace sapper {

void Oracle::ask(const Graph& graph, std::span<const std::uint8_t> faces, int mines,
                 double* chances, std::uint8_t* verdicts) {
    BatchTask task{{graph, faces, mines, 0, false}, chances, verdicts};
    Budget budget;
    solve_task(solver_, task, budget, solution_);
    for (double& chance : std::span(chances, faces.size()))
        if (std::isnan(chance)) chance = kNone;
}

double Oracle::win_chance(const Graph& graph, std::span<const std::uint8_t> faces, int mines) {
    Budget budget;
    try {
        if (!player_.read(graph, faces, mines)) return kNone;
        const Player::Wins found = player_.exact_wins(budget);
        if (!found.is_complete) return kNone;
        return static_cast<double>(found.wins) / found.layouts;
    } catch (const BudgetSpent&) {
        return kNone;
    }
}

}  // namespace sapper
