// Positions: graphs, chances, certain cells, exact counts, and layouts that fit.
#include "door/answer.hpp"
#include "sapper/count/sample.hpp"
#include "sapper/count/solve.hpp"
#include "sapper/random.hpp"
#include "sapper/shapes.hpp"

using namespace door;

namespace {

// It owns its working memory, so that later questions allocate little.
Solver& solver() {
    static Solver instance;
    return instance;
}

Question question_of(const Graph& graph, int trust_flags, int mines = -1, double density = 0) {
    return {graph, board(graph), mines, density, trust_flags != 0};
}

std::span<const std::uint8_t> bytes_of(const std::vector<std::uint64_t>& words) {
    const auto* data = reinterpret_cast<const std::uint8_t*>(words.data());
    return {data, words.size() * sizeof(std::uint64_t)};
}

}  // namespace

DOOR void* door_input(std::size_t bytes) {
    if (input.size() < bytes) input.resize(bytes);
    return input.data();
}

DOOR const double* door_output() { return output.data(); }

DOOR Graph* door_shape(int shape, int rows, int columns) {
    return new Graph(graph_of(static_cast<Shape>(shape), rows, columns));
}

// Takes the neighbours of every cell after their number, as integers of 32 bits.
DOOR Graph* door_graph(int rows, int columns) {
    std::vector<std::vector<std::int32_t>> lists(static_cast<std::size_t>(rows * columns));
    const auto* next = read<std::int32_t>(0, 0).data();
    for (auto& around : lists) {
        around.assign(next + 1, next + 1 + *next);
        next += 1 + *next;
    }
    return new Graph(graph_of(rows, columns, lists));
}

DOOR int door_neighbours(const Graph* graph) {
    return answer([&] {
        for (int cell = 0; cell < graph->size(); ++cell) {
            put(graph->around(cell).size());
            for (const std::int32_t neighbour : graph->around(cell)) put(neighbour);
        }
    });
}

DOOR void door_drop_graph(Graph* graph) { delete graph; }

DOOR int door_solve(const Graph* graph, int mines, double density, int trust_flags, double states,
                    double milliseconds) {
    return answer([&] {
        Budget budget = budget_of(states, milliseconds);
        const Solution found =
            solver().solve(question_of(*graph, trust_flags, mines, density), budget);
        put(found.outcome, found.untouched, found.untouched_chance, found.ways.log10());
        put(found.clash);
        put_each(found.chances);
        put_bytes(found.verdicts);
    });
}

DOOR int door_numbers(const Graph* graph, int mines, double density, int trust_flags, int cell,
                      double states, double milliseconds) {
    return answer([&] {
        Budget budget = budget_of(states, milliseconds);
        const Question question = question_of(*graph, trust_flags, mines, density);
        put_each(solver().numbers(question, cell, budget));
    });
}

DOOR int door_components(const Graph* graph, int trust_flags, double states, double milliseconds) {
    return answer([&] {
        Budget budget = budget_of(states, milliseconds);
        for (const auto& each : solver().components(question_of(*graph, trust_flags), budget))
            put(each.cells, each.numbers, each.fewest_mines, each.most_mines);
    });
}

DOOR int door_exact(const Graph* graph, int trust_flags, double states, double milliseconds) {
    return answer([&] {
        Budget budget = budget_of(states, milliseconds);
        const ExactCounts counts = solver().exact(question_of(*graph, trust_flags), budget);
        if (counts.outcome != Outcome::kPossible) return;
        put(counts.known_mines, counts.untouched);
        for (const ExactComponent& part : counts.components) {
            put(part.low, part.limbs, part.counts.size());
            put_bytes(bytes_of(part.counts));
        }
    });
}

DOOR int door_sample(const Graph* graph, int mines, double count, std::uint32_t high,
                     std::uint32_t low) {
    return answer([&] {
        Frontier frontier;
        Sampler sampler;
        Budget budget;
        if (!frontier.read(*graph, board(*graph), {}) ||
            !sampler.prepare(*graph, frontier, mines, budget))
            return;
        std::vector<std::uint8_t> layout;
        for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count); ++i) {
            Random random(game_key(join(high, low), i));
            sampler.draw(frontier, random, layout);
            put_bytes(layout);
        }
    });
}
