#include "documents/figures.hpp"

#include <charconv>
#include <cmath>
#include <vector>

#include "documents/asking.hpp"
#include "documents/json.hpp"
#include "documents/layouts.hpp"
#include "sapper/metrics/open_board.hpp"

namespace sapper::documents {
namespace {

constexpr double kRounded = 1e-6;  // below it, 1 - chance has lost too many digits

std::vector<std::int32_t> read_indices(std::string_view text, int size) {
    std::vector<std::int32_t> cells;
    while (!text.empty()) {
        const std::string_view digits = text.substr(0, text.find(','));
        std::int32_t cell = -1;
        std::from_chars(digits.data(), digits.data() + digits.size(), cell);
        if (cell < 0 || cell >= size) throw BadRequest("expected the index of a cell");
        cells.push_back(cell);
        text.remove_prefix(digits.size() + (digits.size() < text.size() ? 1 : 0));
    }
    return cells;
}

// Cell by cell the chance given that the cells before it are safe, whatever number they show: mines
// are not independent (src/sapper/analysis/joint.py).
double chance_all_safe(Asked asked, std::span<const std::int32_t> cells, Solver& solver,
                       Budget& budget) {
    double safe = 1;
    for (const std::int32_t cell : cells) {
        const auto place = static_cast<std::size_t>(cell);
        const Solution before = solver.solve(asked.question(), budget);
        if (before.outcome != Outcome::kPossible || (before.verdicts[place] & 3) == kCertainMine)
            return 0;
        asked.position.faces[place] = kSilent;
        double chance = 1 - before.chances[place];
        if (chance < kRounded) {
            const Solution after = solver.solve(asked.question(), budget);
            chance = std::pow(10.0, after.ways.log10() - before.ways.log10());
        }
        safe *= chance;
    }
    return safe;
}

}  // namespace

std::string survival_document(std::string_view line, std::string_view cells,
                              const Options& options) {
    const Asked asked = ask(line, options);
    need_mines(asked);
    Solver solver;
    Budget budget(Budget::kDefaultStates, options.milliseconds);
    const Solution solution = solver.solve(asked.question(), budget);
    if (solution.outcome != Outcome::kPossible)
        return clash_document(solution, asked.position.columns());
    const auto is_safe = [&](std::size_t cell) { return (solution.verdicts[cell] & 3) == kSafe; };
    std::vector<std::int32_t> open;
    for (const std::int32_t cell : read_indices(cells, asked.graph().size()))
        if (!is_safe(static_cast<std::size_t>(cell))) open.push_back(cell);
    Json json;
    json.begin().key("chance").real(chance_all_safe(asked, open, solver, budget));
    json.key("safe").begin_list();
    for (std::size_t cell = 0; cell < solution.verdicts.size(); ++cell)
        if (is_safe(cell)) json.number(static_cast<std::int64_t>(cell));
    return json.end_list().end().take();
}

std::string solved_document(std::string_view line, std::string_view layout) {
    const PositionLine position = read_position(line);
    const Graph& graph = *position.board.graph;
    const OpenBoard open(graph, read_layout(graph, layout));
    Json json;
    json.begin().key("bbbv").number(open.bbbv()).key("solved_bbbv");
    return json.number(open.solved_bbbv(position.faces)).end().take();
}

}  // namespace sapper::documents
