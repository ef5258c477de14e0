// Binds the positions in which a native player decides.
#include "sapper/games/decisions.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <string>

#include "arrays.hpp"
#include "bindings.hpp"
#include "interruptible.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

nb::object decisions(const sapper::Graph& graph, int mines, const std::string& start, int first,
                     std::uint64_t seed, std::uint64_t begin, std::int64_t games,
                     const std::string& player) {
    const sapper::Match match{.graph = graph,
                              .mines = mines,
                              .start = find_start_rule(start),
                              .first = first,
                              .seed = seed,
                              .setting = sapper::setting_named(player)};
    sapper::Decisions found;
    run_interruptibly([&](const std::atomic<bool>& stop) {
        found = sapper::collect_decisions(match, begin, games, stop);
    });
    const auto* faces = reinterpret_cast<const char*>(found.faces.data());
    return nb::make_tuple(nb::bytes(faces, found.faces.size()), array_of(found.game),
                          array_of(found.moves), array_of(found.choice), array_of(found.is_guess),
                          array_of(found.won));
}

}  // namespace

void bind_decisions(nb::module_& m) {
    m.def("decisions", &decisions, "graph"_a, "mines"_a, "start"_a, "first"_a, "seed"_a, "begin"_a,
          "games"_a, "player"_a,
          nb::sig("def decisions(graph: Graph, mines: int, start: str, first: int, seed: int, "
                  "begin: int, games: int, player: str) -> tuple[bytes, NDArray[numpy.int32], "
                  "NDArray[numpy.int32], NDArray[numpy.int32], NDArray[numpy.uint8], "
                  "NDArray[numpy.uint8]]"),
          "Play games; return the faces before every decision, one board after another, for each "
          "its game (from 0), the moves before, the chosen cell and whether it was a guess; and "
          "for every game whether it was won.");
}
