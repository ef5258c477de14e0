#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <cstring>

#include "bindings.hpp"
#include "sapper/count/solve.hpp"
#include "sapper/shapes.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Budget;
using sapper::ExactComponent;
using sapper::ExactCounts;
using sapper::Graph;
using sapper::Outcome;
using sapper::Question;
using sapper::Solution;
using sapper::Solver;

using Neighbours = std::vector<std::vector<std::int32_t>>;

// One per thread, to reuse its working memory from call to call.
Solver& solver() {
    thread_local Solver instance;
    return instance;
}

Question question_of(const Graph& graph, const nb::bytes& faces, int mines, double density,
                     bool trust_flags) {
    return {graph, bytes_of(graph, faces), mines, density, trust_flags};
}

Graph graph_of_shape(const std::string& shape, int rows, int columns) {
    if (shape == "grid") return sapper::graph_of(sapper::Shape::kGrid, rows, columns);
    if (shape == "torus") return sapper::graph_of(sapper::Shape::kTorus, rows, columns);
    if (shape == "hex") return sapper::graph_of(sapper::Shape::kHex, rows, columns);
    throw nb::value_error(("expected the shape grid, torus or hex, got " + shape).c_str());
}

// Tuples of the neighbours' indices; every index is one Python object, however often it occurs.
nb::object neighbour_lists(const Graph& graph) {
    std::vector<nb::int_> indices;
    for (int cell = 0; cell < graph.size(); ++cell) indices.emplace_back(cell);
    nb::list lists;
    for (int cell = 0; cell < graph.size(); ++cell) {
        nb::list around;
        for (const std::int32_t neighbour : graph.around(cell)) around.append(indices[neighbour]);
        lists.append(nb::tuple(around));
    }
    return nb::tuple(lists);
}

Solution solve(const Graph& graph, const nb::bytes& faces, int mines, double density,
               bool trust_flags, std::int64_t states, double milliseconds) {
    const Question question = question_of(graph, faces, mines, density, trust_flags);
    nb::gil_scoped_release release;
    Budget budget(states, milliseconds);
    return solver().solve(question, budget);
}

std::vector<double> numbers(const Graph& graph, const nb::bytes& faces, int mines, double density,
                            bool trust_flags, int cell, std::int64_t states, double milliseconds) {
    const Question question = question_of(graph, faces, mines, density, trust_flags);
    nb::gil_scoped_release release;
    Budget budget(states, milliseconds);
    return solver().numbers(question, cell, budget);
}

nb::list components(const Graph& graph, const nb::bytes& faces, bool trust_flags,
                    std::int64_t states, double milliseconds) {
    const Question question = question_of(graph, faces, -1, 0, trust_flags);
    std::vector<sapper::ComponentSummary> found;
    {
        nb::gil_scoped_release release;
        Budget budget(states, milliseconds);
        found = solver().components(question, budget);
    }
    nb::list result;
    for (const auto& c : found)
        result.append(nb::make_tuple(c.cells, c.numbers, c.fewest_mines, c.most_mines));
    return result;
}

nb::object whole_number(const std::uint64_t* limbs, std::size_t count) {
    static_assert(std::endian::native == std::endian::little, "limbs are passed as bytes");
    const nb::bytes raw(reinterpret_cast<const char*>(limbs), count * sizeof(std::uint64_t));
    return nb::borrow(reinterpret_cast<PyObject*>(&PyLong_Type)).attr("from_bytes")(raw, "little");
}

nb::object exact(const Graph& graph, const nb::bytes& faces, bool trust_flags, std::int64_t states,
                 double milliseconds) {
    const Question question = question_of(graph, faces, -1, 0, trust_flags);
    ExactCounts counts;
    {
        nb::gil_scoped_release release;
        Budget budget(states, milliseconds);
        counts = solver().exact(question, budget);
    }
    if (counts.outcome != Outcome::kPossible) return nb::none();
    nb::list parts;
    for (const ExactComponent& part : counts.components) {
        nb::list ways;
        for (std::size_t i = 0; i < part.counts.size(); i += part.limbs)
            ways.append(whole_number(&part.counts[i], part.limbs));
        parts.append(nb::make_tuple(part.low, ways));
    }
    return nb::make_tuple(counts.known_mines, counts.untouched, parts);
}

// The two methods of combining components, exposed for tests.
nb::object meet(const std::vector<std::pair<int, std::vector<double>>>& parts,
                std::int64_t untouched, std::int64_t mines_left, bool by_saddle) {
    std::vector<std::vector<sapper::Scaled>> counts;
    std::vector<sapper::Part> views;
    for (const auto& [low, values] : parts) counts.emplace_back(values.begin(), values.end());
    for (std::size_t i = 0; i < parts.size(); ++i) views.push_back({parts[i].first, counts[i]});
    Budget budget;
    sapper::Meeting meeting;
    const sapper::Others others{untouched, mines_left};
    if (by_saddle && !meet_by_saddle(views, others, meeting)) return nb::none();
    if (!by_saddle) meet_by_tree(views, others, budget, meeting);
    if (!meeting.is_possible) return nb::none();
    return nb::cast(std::pair(meeting.part_chances(views), meeting.untouched_chance()));
}

nb::ndarray<nb::memview, const double, nb::ndim<1>> chances(nb::handle self) {
    const auto& chances = nb::cast<const Solution&>(self).chances;
    return {chances.data(), {chances.size()}, self};
}

const char* name_of(sapper::Limit limit) {
    if (limit == sapper::Limit::kStates) return "states";
    return limit == sapper::Limit::kTime ? "time" : "width";
}

void raise_budget(const std::exception_ptr& error, void* type) {
    try {
        std::rethrow_exception(error);
    } catch (const sapper::BudgetSpent& spent) {
        PyErr_SetObject(
            static_cast<PyObject*>(type),
            nb::make_tuple(spent.states, spent.milliseconds, name_of(spent.limit)).ptr());
    }
}

}  // namespace

void bind_analysis(nb::module_& m) {
    nb::object budget_spent = nb::steal(
        PyErr_NewExceptionWithDoc("sapper._core.BudgetSpent",
                                  "The work ended after (states, milliseconds) at a limit: "
                                  "states, time or width.",
                                  nullptr, nullptr));
    m.attr("BudgetSpent") = budget_spent;
    nb::register_exception_translator(raise_budget, budget_spent.ptr());

    m.attr("DEFAULT_STATES") = Budget::kDefaultStates;
    m.attr("MOST_OPEN_NUMBERS") = sapper::WideNeeds::kSlots;
    // The faces without a number, one byte each, so that a test can compare Python's constants.
    const char faces[] = {sapper::kHidden, sapper::kFlag, sapper::kQuestion, sapper::kMine};
    m.attr("FACES") = nb::bytes(faces, sizeof faces);

    nb::class_<Graph>(m, "Graph", "Cells and their neighbours.")
        .def(
            "__init__",
            [](Graph* self, int rows, int columns, const Neighbours& neighbours) {
                new (self) Graph(sapper::graph_of(rows, columns, neighbours));
            },
            "rows"_a, "columns"_a, "neighbours"_a)
        .def_static("of_shape", &graph_of_shape, "shape"_a, "rows"_a, "columns"_a,
                    "Return a grid, torus or board of hexagons.")
        .def("neighbour_lists", &neighbour_lists,
             nb::sig("def neighbour_lists(self) -> tuple[tuple[int, ...], ...]"),
             "Return the indices of every cell's neighbours.");

    nb::enum_<Outcome>(m, "Outcome", "Whether any layout fits, and if not, what clashes.")
        .value("POSSIBLE", Outcome::kPossible)
        .value("NUMBERS_CLASH", Outcome::kNumbersClash)
        .value("MINE_COUNT_CLASHES", Outcome::kMineCountClashes);

    nb::class_<Solution>(m, "Answer", "The chances and certain cells of a position.")
        .def_prop_ro("outcome", [](const Solution& a) { return a.outcome; })
        .def_prop_ro("chances", &chances,
                     nb::for_getter(nb::sig("def chances(self, /) -> memoryview")))
        .def_prop_ro("verdicts",
                     [](const Solution& a) {
                         return nb::bytes(reinterpret_cast<const char*>(a.verdicts.data()),
                                          a.verdicts.size());
                     })
        .def_prop_ro("clash", [](const Solution& a) { return a.clash; })
        .def_prop_ro("untouched", [](const Solution& a) { return a.untouched; })
        .def_prop_ro("untouched_chance", [](const Solution& a) { return a.untouched_chance; })
        .def_prop_ro("ways_log10", [](const Solution& a) { return a.ways.log10(); });

    m.def("solve", &solve, "graph"_a, "faces"_a, "mines"_a, "density"_a, "trust_flags"_a,
          "states"_a, "milliseconds"_a,
          "Return the chances and certain cells of a position (mines -1: unknown).");
    m.def("numbers", &numbers, "graph"_a, "faces"_a, "mines"_a, "density"_a, "trust_flags"_a,
          "cell"_a, "states"_a, "milliseconds"_a,
          "Return the chance of each number behind a cell, given that the cell is safe.");
    m.def("components", &components, "graph"_a, "faces"_a, "trust_flags"_a, "states"_a,
          "milliseconds"_a,
          nb::sig("def components(graph: Graph, faces: bytes, trust_flags: bool, states: int, "
                  "milliseconds: float)"
                  " -> list[tuple[list[int], list[int], int, int]]"),
          "Return (cells, numbers, fewest mines, most mines) of each component.");
    m.def("meet", &meet, "parts"_a, "untouched"_a, "mines_left"_a, "by_saddle"_a,
          nb::sig("def meet(parts: Sequence[tuple[int, Sequence[float]]], untouched: int, "
                  "mines_left: int,"
                  " by_saddle: bool) -> tuple[list[list[float]], float] | None"),
          "Return each part's chances by its mines and an untouched cell's chance, for tests; None "
          "if "
          "the saddle declines or no total is possible.");
    m.def("exact", &exact, "graph"_a, "faces"_a, "trust_flags"_a, "states"_a, "milliseconds"_a,
          nb::sig("def exact(graph: Graph, faces: bytes, trust_flags: bool, states: int, "
                  "milliseconds: float)"
                  " -> tuple[int, int, list[tuple[int, list[int]]]] | None"),
          "Return known mines, untouched cells and (low, ways) per component, or None on a clash.");
}
