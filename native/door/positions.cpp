// Positions: graphs, chances, certain cells, exact counts, and layouts that fit.
#include "door/door.hpp"
#include "sapper/count/sample.hpp"
#include "sapper/count/solve.hpp"
#include "sapper/random.hpp"
#include "sapper/shapes.hpp"

using namespace door;

namespace {

Solver solver;  // it owns its working memory, so that later questions allocate little

// The names of all functions.
auto names() {
    return each_of(all_calls, [](const auto& call) { return call.first; });
}

Object* shape(int number, int rows, int columns) {
    return new Object{std::make_shared<Graph>(graph_of(static_cast<Shape>(number), rows, columns))};
}

Object* graph(int rows, int columns, std::vector<std::vector<std::int32_t>> neighbours) {
    return new Object{std::make_shared<Graph>(graph_of(rows, columns, neighbours))};
}

auto neighbour_lists(const Graph& graph) {
    std::vector<std::vector<int>> lists(static_cast<std::size_t>(graph.size()));
    for (int cell = 0; cell < graph.size(); ++cell)
        for (const std::int32_t neighbour : graph.around(cell)) lists[cell].push_back(neighbour);
    return lists;
}

std::vector<std::uint8_t> bytes_of(const auto& numbers) {
    const auto* first = reinterpret_cast<const std::uint8_t*>(numbers.data());
    return {first, first + numbers.size() * sizeof(numbers[0])};
}

auto solve(Board board, int mines, double density, bool trust_flags, Budget budget) {
    const Question question{board.graph, board.cells, mines, density, trust_flags};
    const Solution found = solver.solve(question, budget);
    return std::tuple(found.outcome, bytes_of(found.chances), found.verdicts, found.clash,
                      found.untouched, found.untouched_chance, found.ways.log10());
}

auto numbers(Board board, int mines, double density, bool trust_flags, int cell, Budget budget) {
    const Question question{board.graph, board.cells, mines, density, trust_flags};
    return solver.numbers(question, cell, budget);
}

auto components(Board board, bool trust_flags, Budget budget) {
    const Question question{board.graph, board.cells, -1, 0, trust_flags};
    return each_of(solver.components(question, budget), [](const ComponentSummary& each) {
        return std::tuple(each.cells, each.numbers, each.fewest_mines, each.most_mines);
    });
}

// The counts as bytes, and how many of these one has.
auto exact(Board board, bool trust_flags, Budget budget) {
    const Question question{board.graph, board.cells, -1, 0, trust_flags};
    const ExactCounts found = solver.exact(question, budget);
    const auto parts = each_of(found.components, [](const ExactComponent& each) {
        return std::tuple(each.low, sizeof(std::uint64_t) * each.limbs, bytes_of(each.counts));
    });
    return value_if(found.outcome == Outcome::kPossible,
                    std::tuple(found.known_mines, found.untouched, parts));
}

auto sample(Board board, int mines, std::size_t count, std::uint64_t seed) {
    Frontier frontier;
    Sampler sampler;
    Budget budget;
    std::vector<std::vector<std::uint8_t>> layouts;
    if (!frontier.read(board.graph, board.cells, {}) ||
        !sampler.prepare(board.graph, frontier, mines, budget))
        return layouts;
    layouts.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        Random random(game_key(seed, i));
        sampler.draw(frontier, random, layouts[i]);
    }
    return layouts;
}

const Call kPositions[]{CALL(shape), CALL(graph),   CALL(neighbour_lists),
                        CALL(solve), CALL(numbers), CALL(components),
                        CALL(exact), CALL(sample),  CALL(names)};

}  // namespace
