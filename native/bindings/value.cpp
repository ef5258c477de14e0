#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

void bind_value(nb::module_& m) {
    m.def(
        "shipped_weights",
        [] {
            const auto weights = sapper::shipped_weights();
            return nb::bytes(reinterpret_cast<const char*>(weights.data()), weights.size_bytes());
        },
        "Return the weights of the value that ships with sapper.");
    m.def(
        "is_scored",
        [](const std::string& player, const sapper::Graph& graph) {
            return player != sapper::kClairvoyant &&
                   sapper::is_scored(sapper::setting_named(player), graph);
        },
        "player"_a, "graph"_a,
        "Return whether games have a score: the player's learned value supports the board.");
}
