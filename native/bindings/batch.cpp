// Binds the analysis of many positions at once.
#include "sapper/count/batch.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "interruptible.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::BatchOutcome;
using sapper::BatchTask;
using sapper::Graph;

// The tasks of all boards; their answers stand one after another in `chances` and `verdicts`.
std::vector<BatchTask> tasks_of(const nb::tuple& graphs, const nb::tuple& faces,
                                const nb::tuple& mines, double density, bool trust_flags) {
    std::vector<BatchTask> tasks;
    tasks.reserve(graphs.size());
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        const auto& graph = nb::cast<const Graph&>(graphs[i]);
        const auto seen = bytes_of(graph, nb::borrow<nb::bytes>(faces[i]));
        tasks.push_back(
            {{graph, seen, nb::cast<int>(mines[i]), density, trust_flags}, nullptr, nullptr});
    }
    return tasks;
}

std::size_t cells_of(const std::vector<BatchTask>& tasks) {
    std::size_t cells = 0;
    for (const BatchTask& task : tasks) cells += task.question.faces.size();
    return cells;
}

// The same for boards of one graph, whose faces stand one after another.
std::vector<BatchTask> tasks_of_stack(const Graph& graph, const nb::bytes& faces,
                                      const std::vector<int>& mines, double density,
                                      bool trust_flags) {
    const auto size = static_cast<std::size_t>(graph.size());
    if (faces.size() != mines.size() * size)
        throw nb::value_error("expected one face for every cell of every board");
    std::vector<BatchTask> tasks;
    tasks.reserve(mines.size());
    const auto* next = reinterpret_cast<const std::uint8_t*>(faces.c_str());
    for (const int count : mines) {
        tasks.push_back({{graph, {next, size}, count, density, trust_flags}, nullptr, nullptr});
        next += size;
    }
    return tasks;
}

nb::object solve_tasks(std::vector<BatchTask> tasks, sapper::BatchLimits limits, int workers) {
    const std::size_t cells = cells_of(tasks);
    const auto chances = new_array<double>(cells, [&](double* to) {
        for (BatchTask& task : tasks) {
            task.chances = to;
            to += task.question.faces.size();
        }
    });
    const auto verdicts = new_array<std::uint8_t>(cells, [&](std::uint8_t* to) {
        for (BatchTask& task : tasks) {
            task.verdicts = to;
            to += task.question.faces.size();
        }
    });
    run_interruptibly(
        [&](const std::atomic<bool>& stop) { sapper::solve_batch(tasks, limits, workers, stop); });
    const auto outcomes = new_array<std::uint8_t>(tasks.size(), [&](std::uint8_t* to) {
        std::ranges::transform(tasks, to, [](const BatchTask& task) {
            return static_cast<std::uint8_t>(task.outcome);
        });
    });
    return nb::make_tuple(chances, verdicts, outcomes);
}

// Tuples, because nobody can change them while the GIL is released.
nb::object solve_many(const nb::tuple& graphs, const nb::tuple& faces, const nb::tuple& mines,
                      double density, bool trust_flags, std::int64_t states, double milliseconds,
                      int workers) {
    return solve_tasks(tasks_of(graphs, faces, mines, density, trust_flags), {states, milliseconds},
                       workers);
}

nb::object solve_stack(const Graph& graph, const nb::bytes& faces, const std::vector<int>& mines,
                       double density, bool trust_flags, std::int64_t states, double milliseconds,
                       int workers) {
    return solve_tasks(tasks_of_stack(graph, faces, mines, density, trust_flags),
                       {states, milliseconds}, workers);
}

}  // namespace

void bind_batch(nb::module_& m) {
    m.def("solve_many", &solve_many, "graphs"_a, "faces"_a, "mines"_a, "density"_a, "trust_flags"_a,
          "states"_a, "milliseconds"_a, "workers"_a,
          nb::sig("def solve_many(graphs: tuple[Graph, ...], faces: tuple[bytes, ...], "
                  "mines: tuple[int, ...], density: float, trust_flags: bool, states: int, "
                  "milliseconds: float, workers: int) -> tuple[NDArray[numpy.float64], "
                  "NDArray[numpy.uint8], NDArray[numpy.uint8]]"),
          "Return the chances and verdicts of all cells of all boards, one after another, and an "
          "outcome per board: 0 possible, 1 contradiction, 2 out of budget.");
    m.def("solve_stack", &solve_stack, "graph"_a, "faces"_a, "mines"_a, "density"_a,
          "trust_flags"_a, "states"_a, "milliseconds"_a, "workers"_a,
          nb::sig("def solve_stack(graph: Graph, faces: bytes, mines: Sequence[int], "
                  "density: float, trust_flags: bool, states: int, milliseconds: float, "
                  "workers: int) -> tuple[NDArray[numpy.float64], NDArray[numpy.uint8], "
                  "NDArray[numpy.uint8]]"),
          "Return the same as `solve_many` for boards of one graph, whose faces stand one after "
          "another.");
}
