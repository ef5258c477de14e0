#include <algorithm>
#include <cmath>
#include <limits>

#include "documents/asking.hpp"
#include "documents/exact_ways.hpp"
#include "documents/json.hpp"
#include "documents/positions.hpp"

namespace sapper::documents {
namespace {

constexpr double kPrintedDigits = 4299;  // Python prints no longer integers

// One per thread, to reuse its working memory from call to call.
Solver& solver() {
    thread_local Solver instance;
    return instance;
}

using Cells = std::vector<std::int32_t>;

template <class Test>
Cells cells_where(std::size_t count, Test&& test) {
    Cells cells;
    for (std::size_t i = 0; i < count; ++i)
        if (test(i)) cells.push_back(static_cast<std::int32_t>(i));
    return cells;
}

Cells with_verdict(const Solution& solution, int bits, int verdict) {
    return cells_where(solution.verdicts.size(),
                       [&](std::size_t i) { return (solution.verdicts[i] & bits) == verdict; });
}

// The safe cells, or else those with the least chance. Equal chances of different cells may differ
// in the last digits of a double.
Cells safest_cells(const Solution& solution) {
    Cells safe = with_verdict(solution, 3, kSafe);
    if (!safe.empty()) return safe;
    double least = std::numeric_limits<double>::infinity();
    for (const double chance : solution.chances) least = std::fmin(least, chance);
    return cells_where(solution.chances.size(),
                       [&](std::size_t i) { return solution.chances[i] <= least * (1 + 1e-12); });
}

Budget budget_of(const Options& options) {
    return Budget(Budget::kDefaultStates, options.milliseconds);
}

void write_ways(const Asked& asked, const Solution& solution, Json& json) {
    const double rounded = solution.ways.log10();
    if (rounded >= kPrintedDigits) {
        json.key("ways").null().key("ways_log10").real(rounded);
        return;
    }
    Budget budget = budget_of(asked.options);
    const Natural ways = layouts(solver().exact(asked.question(), budget), asked.mines());
    json.key("ways").text(ways.decimal()).key("ways_log10").real(ways.log10());
}

void write_components(const Asked& asked, Json& json) {
    const int columns = asked.position.columns();
    Budget budget = budget_of(asked.options);
    json.key("components").begin_list();
    for (const ComponentSummary& each : solver().components(asked.question(), budget)) {
        json.begin().key("cells").cells(each.cells, columns);
        json.key("numbers").cells(each.numbers, columns);
        json.key("fewest_mines").number(each.fewest_mines);
        json.key("most_mines").number(each.most_mines).end();
    }
    json.end_list();
}

void write_certain(const Solution& solution, int columns, Json& json) {
    json.key("safe").cells(with_verdict(solution, 3, kSafe), columns);
    json.key("mines").cells(with_verdict(solution, 3, kCertainMine), columns);
    json.key("by_mine_count").cells(with_verdict(solution, kByMineCount, kByMineCount), columns);
}

void write_safest(const Solution& solution, int columns, Json& json) {
    const Cells safest = safest_cells(solution);
    json.key("safest").cells(safest, columns).key("safest_chance");
    if (safest.empty())
        json.null();
    else
        json.real(solution.chances[static_cast<std::size_t>(safest[0])]);
}

// The exact chance of a mine in an undecided cell.
std::string exact_chance(const Asked& asked, std::size_t cell) {
    Asked marked = asked;
    marked.position.faces[cell] = kMine;
    Budget first = budget_of(asked.options), second = budget_of(asked.options);
    const ExactCounts part = solver().exact(marked.question(), first);
    const ExactCounts whole = solver().exact(asked.question(), second);
    if (asked.options.density.empty())
        return fraction_text(layouts(part, asked.mines()), layouts(whole, asked.mines()));
    return weight_share(part, whole, read_density(asked.options.density));
}

std::vector<double> numbers_behind(const Asked& asked, int cell, double chance) {
    std::vector<double> numbers(std::max<std::size_t>(9, asked.graph().around(cell).size() + 1));
    Budget budget = budget_of(asked.options);
    const std::vector<double> shown = solver().numbers(asked.question(), cell, budget);
    for (std::size_t i = 0; i < shown.size(); ++i) numbers[i] = shown[i] * (1 - chance);
    return numbers;
}

void check_prior(const Asked& asked) {
    if (asked.mines() < 0 && asked.options.density.empty())
        throw BadRequest("the mine count is unknown: give the mines, or a density between 0 and 1");
}

}  // namespace

std::string analysis_document(std::string_view line, const Options& options,
                              std::vector<double>& chances) {
    const Asked asked = ask(line, options);
    check_prior(asked);
    const int columns = asked.position.columns();
    Budget budget = budget_of(options);
    Solution solution = solver().solve(asked.question(), budget);
    if (solution.outcome != Outcome::kPossible) return clash_document(solution, columns);
    Json json;
    json.begin().key("position").text(line);
    write_ways(asked, solution, json);
    write_certain(solution, columns, json);
    write_safest(solution, columns, json);
    json.key("untouched").number(solution.untouched).key("untouched_chance");
    json.real(solution.untouched_chance);
    write_components(asked, json);
    chances = std::move(solution.chances);
    return json.end().take();
}

std::string cell_document(std::string_view line, int row, int column, const Options& options) {
    const Asked asked = ask(line, options);
    check_prior(asked);
    const int columns = asked.position.columns();
    const int index = index_of(asked.graph(), row, column);
    const auto place = static_cast<std::size_t>(index);
    if (!is_covered(asked.position.faces[place])) throw BadRequest("expected a covered cell");
    Budget budget = budget_of(options);
    const Solution solution = solver().solve(asked.question(), budget);
    if (solution.outcome != Outcome::kPossible) return clash_document(solution, columns);
    const double chance = solution.chances[place];
    const int verdict = solution.verdicts[place] & 3;
    Json json;
    json.begin().key("cell").cell(index, columns).key("chance").real(chance).key("fraction");
    json.text(verdict == kUndecided ? exact_chance(asked, place) : verdict == kSafe ? "0" : "1");
    json.key("numbers").begin_list();
    for (const double each : numbers_behind(asked, index, chance)) json.real(each);
    return json.end_list().end().take();
}

}  // namespace sapper::documents
