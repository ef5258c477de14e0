// Binds no-guess boards: judging and finding them.
#include "sapper/games/generate.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <vector>

#include "bindings.hpp"
#include "interruptible.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Graph;
using sapper::Level;
using sapper::Match;
using sapper::Reasoning;

Match match_of(const Graph& graph, int mines, const std::string& start, int first,
               std::uint64_t seed) {
    return {.graph = graph,
            .mines = mines,
            .start = find_start_rule(start),
            .first = first,
            .seed = seed,
            .setting = sapper::kFast};
}

Level level_of(int level) {
    if (level < 0 || level >= sapper::kLevels)
        throw nb::value_error("expected a level from 0 to 4");
    return static_cast<Level>(level);
}

nb::tuple rounds_of(const Reasoning& reasoning) {
    static_assert(sapper::kLevels == 5);
    const auto& rounds = reasoning.rounds;
    return nb::make_tuple(rounds[0], rounds[1], rounds[2], rounds[3], rounds[4]);
}

nb::bytes layout_of(const std::vector<std::uint8_t>& layout) {
    return nb::bytes(reinterpret_cast<const char*>(layout.data()), layout.size());
}

nb::tuple clear_board(const Graph& graph, const nb::bytes& layout, int mines, int first, int most) {
    const auto given = bytes_of(graph, layout);
    const Level level = level_of(most);
    Reasoning reasoning;
    run_interruptibly([&](const std::atomic<bool>& stop) {
        sapper::Reasoner reasoner(graph, level, &stop);
        reasoner.lay({given.begin(), given.end()}, mines);
        reasoning = reasoner.clear(first);
    });
    return nb::make_tuple(reasoning.is_solved, static_cast<int>(reasoning.level),
                          reasoning.safe_left, rounds_of(reasoning));
}

using Task = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;

nb::list find_boards(const Graph& graph, int mines, const std::string& start, int first,
                     std::uint64_t seed, const std::vector<Task>& tasks, int least, int most,
                     int workers) {
    const Match match = match_of(graph, mines, start, first, seed);
    const sapper::Wanted wanted{match, level_of(least), level_of(most)};
    std::vector<sapper::Search> searches;
    for (const auto& [puzzle, begin, end] : tasks) searches.push_back({puzzle, begin, end});
    std::vector<sapper::Found> results;
    run_interruptibly([&](const std::atomic<bool>& stop) {
        results = sapper::search_boards(wanted, searches, workers, stop);
    });
    nb::list found;
    for (const sapper::Found& each : results)
        found.append(nb::make_tuple(each.attempt, static_cast<int>(each.reasoning.level),
                                    rounds_of(each.reasoning), layout_of(each.layout)));
    return found;
}

}  // namespace

void bind_generate(nb::module_& m) {
    m.def("clear_board", &clear_board, "graph"_a, "layout"_a, "mines"_a, "first"_a, "most"_a,
          nb::sig("def clear_board(graph: Graph, layout: bytes, mines: int, first: int, most: int) "
                  "-> tuple[bool, int, int, tuple[int, ...]]"),
          "Reason from the first cell on, up to a level; return whether that clears the board, the "
          "hardest level needed, the safe cells left, and the rounds by level.");
    m.def("find_boards", &find_boards, "graph"_a, "mines"_a, "start"_a, "first"_a, "seed"_a,
          "tasks"_a, "least"_a, "most"_a, "workers"_a,
          nb::sig("def find_boards(graph: Graph, mines: int, start: str, first: int, seed: int, "
                  "tasks: Sequence[tuple[int, int, int]], least: int, most: int, workers: int) -> "
                  "list[tuple[int, int, tuple[int, ...], bytes]]"),
          "For every task (puzzle, begin, end) return the first try that is accepted, or end, with "
          "its level, its rounds by level and its layout (empty if there is none).");
}
