#include "sapper/games/deep.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "interruptible.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Deep;
using sapper::Graph;
using sapper::Rival;
using sapper::Standing;

// Passes each new standing on once.
class Watcher {
   public:
    explicit Watcher(const nb::object& watch) : watch_(watch) {}

    // Returns false where Python raised.
    bool look(const Deep& deep) {
        if (watch_.is_none()) return true;
        const Standing standing = deep.standing();
        if (standing.layouts == passed_on_) return true;
        passed_on_ = standing.layouts;
        try {
            watch_(standing);
        } catch (nb::python_error& error) {
            error.restore();
            return false;
        }
        return true;
    }

   private:
    const nb::object& watch_;
    std::int64_t passed_on_ = 0;
};

nb::object deep(const Graph& graph, const nb::bytes& faces, int mines, std::int64_t layouts,
                double seconds, std::uint64_t seed, int workers, std::int64_t states,
                double milliseconds, const nb::object& watch) {
    const auto seen = bytes_of(graph, faces);
    Deep deep(graph, seen, mines, seed, workers);
    Watcher watcher(watch);
    bool is_possible = false;
    run_interruptibly(
        [&](const std::atomic<bool>& stop) {
            is_possible = deep.prepare(sapper::Budget(states, milliseconds));
            if (is_possible) deep.play(layouts, seconds, stop);
        },
        [&] { return watcher.look(deep); });
    return is_possible ? nb::cast(deep.standing()) : nb::none();
}

}  // namespace

void bind_deep(nb::module_& m) {
    m.attr("CLEARLY_BEHIND") = Deep::kClearlyBehind;
    nb::class_<Rival>(m, "Rival", "A candidate, and the results of its rollouts.")
        .def_ro("candidate", &Rival::candidate)
        .def_ro("games", &Rival::games)
        .def_ro("chance", &Rival::chance)
        .def_prop_ro("low", [](const Rival& r) { return r.interval.low; })
        .def_prop_ro("high", [](const Rival& r) { return r.interval.high; })
        .def_ro("behind", &Rival::behind)
        .def_ro("behind_error", &Rival::behind_error)
        .def_ro("is_dropped", &Rival::is_dropped);
    nb::class_<Standing>(m, "Standing", "The results of all candidates so far, best first.")
        .def_prop_ro("basis", [](const Standing& s) { return std::string(name_of(s.basis)); })
        .def_ro("layouts", &Standing::layouts)
        .def_ro("seconds", &Standing::seconds)
        .def_prop_ro("rivals", [](const Standing& s) { return s.rivals; });
    m.def(
        "deep", &deep, "graph"_a, "faces"_a, "mines"_a, "layouts"_a, "seconds"_a, "seed"_a,
        "workers"_a, "states"_a, "milliseconds"_a, "watch"_a.none(),
        nb::sig("def deep(graph: Graph, faces: bytes, mines: int, layouts: int, seconds: float, "
                "seed: int, workers: int, states: int, milliseconds: float, "
                "watch: collections.abc.Callable[[Standing], object] | None) -> Standing | None"),
        "Play this many drawn layouts, or (0 layouts) for this many seconds, from every candidate; "
        "return None if there is nothing to guess or no layout can be drawn. `watch` is called "
        "with every new standing.");
}
