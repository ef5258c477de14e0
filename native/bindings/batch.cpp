// Binds the analysis of many positions at once.
#include "sapper/count/batch.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

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

// Tuples, because nobody can change them while the GIL is released.
nb::object solve_many(const nb::tuple& graphs, const nb::tuple& faces, const nb::tuple& mines,
                      double density, bool trust_flags, std::int64_t states, double milliseconds,
                      int workers) {
    std::vector<BatchTask> tasks = tasks_of(graphs, faces, mines, density, trust_flags);
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
    run_interruptibly([&](const std::atomic<bool>& stop) {
        sapper::solve_batch(tasks, {states, milliseconds}, workers, stop);
    });
    const auto outcomes = new_array<std::uint8_t>(tasks.size(), [&](std::uint8_t* to) {
        std::ranges::transform(tasks, to, [](const BatchTask& task) {
            return static_cast<std::uint8_t>(task.outcome);
        });
    });
    return nb::make_tuple(chances, verdicts, outcomes);
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
}
