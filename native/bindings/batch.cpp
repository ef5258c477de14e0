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
#include "matrix.hpp"

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

// `read(supply, stop)` reads the boards while the first of them are being solved.
template <class Read>
nb::tuple solve_tasks(std::vector<BatchTask> tasks, sapper::BatchLimits limits, int workers,
                      Read&& read) {
    sapper::Supply supply(tasks.size());
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
        [&](const std::atomic<bool>& stop) {
            sapper::solve_batch(tasks, limits, workers, stop, &supply);
        },
        [] { return true; }, [&](std::atomic<bool>& stop) { read(supply, stop); });
    const auto outcomes = new_array<std::uint8_t>(tasks.size(), [&](std::uint8_t* to) {
        std::ranges::transform(tasks, to, [](const BatchTask& task) {
            return static_cast<std::uint8_t>(task.outcome);
        });
    });
    return nb::make_tuple(chances, verdicts, outcomes);
}

nb::tuple solve_read_tasks(std::vector<BatchTask> tasks, sapper::BatchLimits limits, int workers) {
    const std::size_t all = tasks.size();
    return solve_tasks(
        std::move(tasks), limits, workers,
        [all](sapper::Supply& supply, std::atomic<bool>&) { supply.make_ready(all); });
}

// Tuples, because nobody can change them while the GIL is released.
nb::object solve_many(const nb::tuple& graphs, const nb::tuple& faces, const nb::tuple& mines,
                      double density, bool trust_flags, std::int64_t states, double milliseconds,
                      int workers) {
    return solve_read_tasks(tasks_of(graphs, faces, mines, density, trust_flags),
                            {states, milliseconds}, workers);
}

nb::object solve_stack(const Graph& graph, const nb::bytes& faces, const std::vector<int>& mines,
                       double density, bool trust_flags, std::int64_t states, double milliseconds,
                       int workers) {
    return solve_read_tasks(tasks_of_stack(graph, faces, mines, density, trust_flags),
                            {states, milliseconds}, workers);
}

// Reads the matrices one after another; returns false at the first that is not plain.
bool read_all(const nb::list& matrices, MatrixSize size, char* to, sapper::Supply& supply) {
    constexpr std::size_t kBlock = 16;  // boards read between two messages to the threads
    const std::size_t boards = nb::len(matrices);
    for (std::size_t i = 0; i < boards; ++i, to += size.cells()) {
        if (!read_rows(matrices[i].ptr(), size, to)) return false;
        if ((i + 1) % kBlock == 0 || i + 1 == boards) supply.make_ready(i + 1);
    }
    return true;
}

nb::object solve_matrices(const Graph& graph, const nb::list& matrices,
                          const std::vector<int>& mines, double density, bool trust_flags,
                          std::int64_t states, double milliseconds, int workers) {
    const MatrixSize size{static_cast<std::size_t>(graph.rows()),
                          static_cast<std::size_t>(graph.columns())};
    if (nb::len(matrices) != mines.size())
        throw nb::value_error("expected one mine count for every board");
    for (const nb::handle matrix : matrices)  // before memory is taken for boards of this size
        if (size_of(matrix.ptr()) != size) return nb::none();
    const nb::bytes faces = new_bytes(mines.size() * size.cells());
    char* const to = PyBytes_AsString(faces.ptr());
    bool is_plain = false;
    const nb::tuple found = solve_tasks(tasks_of_stack(graph, faces, mines, density, trust_flags),
                                        {states, milliseconds}, workers,
                                        [&](sapper::Supply& supply, std::atomic<bool>& stop) {
                                            supply.wait_for_beginning();
                                            is_plain = read_all(matrices, size, to, supply);
                                            stop = !is_plain;
                                            supply.close();
                                        });
    if (!is_plain) return nb::none();
    return nb::make_tuple(faces, found[0], found[1], found[2]);
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
    m.def("solve_matrices", &solve_matrices, "graph"_a, "matrices"_a, "mines"_a, "density"_a,
          "trust_flags"_a, "states"_a, "milliseconds"_a, "workers"_a,
          nb::sig("def solve_matrices(graph: Graph, matrices: list[object], mines: Sequence[int], "
                  "density: float, trust_flags: bool, states: int, milliseconds: float, "
                  "workers: int) -> tuple[bytes, NDArray[numpy.float64], NDArray[numpy.uint8], "
                  "NDArray[numpy.uint8]] | None"),
          "Return the faces of all boards and the same as `solve_stack`, reading the matrices "
          "while the first are solved; None unless all are lists of plain integers of the graph's "
          "size.");
}
