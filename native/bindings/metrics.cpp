// Binds metrics/: 3BV, openings, islands and ZiNi of a layout.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "interruptible.hpp"
#include "sapper/metrics/open_board.hpp"
#include "sapper/metrics/zini.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Graph;
using sapper::OpenBoard;
using sapper::ScanOrder;
using sapper::ZiniKind;

// A smaller board takes less time than the thread that watches for Ctrl-C.
constexpr int kWatchedCells = 20'000;

template <class Work>
void run_by_size(int cells, Work&& work) {
    if (cells >= kWatchedCells) {
        run_interruptibly(work);
        return;
    }
    nb::gil_scoped_release release;
    const std::atomic<bool> never{false};
    work(never);
}

std::tuple<int, int, int, std::vector<int>> board_counts(const Graph& graph,
                                                         const nb::bytes& mines) {
    const auto layout = bytes_of(graph, mines);
    std::tuple<int, int, int, std::vector<int>> counts;
    run_by_size(graph.size(), [&](const std::atomic<bool>&) {
        const OpenBoard board(graph, layout);
        counts = {board.bbbv(), board.openings(), board.islands(), board.cells_by_number()};
    });
    return counts;
}

int solved_bbbv(const Graph& graph, const nb::bytes& mines, const nb::bytes& faces) {
    const auto layout = bytes_of(graph, mines);
    const auto seen = bytes_of(graph, faces);
    nb::gil_scoped_release release;
    return OpenBoard(graph, layout).solved_bbbv(seen);
}

std::vector<std::pair<int, std::int64_t>> zini(const Graph& graph, const nb::bytes& mines,
                                               const std::vector<int>& orders, bool is_human) {
    const auto layout = bytes_of(graph, mines);
    for (const int order : orders)
        if (order < 0 || order >= ScanOrder::kCount)
            throw nb::value_error("expected scanning orders 0 to 7");
    std::vector<std::pair<int, std::int64_t>> found;
    run_by_size(graph.size(), [&](const std::atomic<bool>& stop) {
        const OpenBoard board(graph, layout);
        const auto kind = is_human ? ZiniKind::kHuman : ZiniKind::kGreedy;
        for (const auto& result : sapper::zini(board, orders, kind, stop))
            found.emplace_back(result.clicks, result.work);
    });
    return found;
}

}  // namespace

void bind_metrics(nb::module_& m) {
    m.def("board_counts", &board_counts, "graph"_a, "mines"_a,
          "Return 3BV, openings, islands, and how many cells show 0, 1, 2 ...");
    m.def("solved_bbbv", &solved_bbbv, "graph"_a, "mines"_a, "faces"_a,
          "Return how much of the 3BV is open: lone cells, and openings with their whole edge.");
    m.def("zini", &zini, "graph"_a, "mines"_a, "orders"_a, "is_human"_a = false,
          "Return the clicks of greedy (or human) ZiNi and the work, for every scanning order.");
}
