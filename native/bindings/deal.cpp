// Binds games/deal.hpp.
#include "sapper/games/deal.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <vector>

#include "sapper/random.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

nb::bytes deal(std::uint32_t cells, std::uint32_t mines, const std::vector<std::uint32_t>& excluded,
               std::uint64_t seed, std::uint64_t game) {
    const std::vector<std::uint8_t> layout = sapper::deal(cells, mines, excluded, seed, game);
    return nb::bytes(reinterpret_cast<const char*>(layout.data()), layout.size());
}

}  // namespace

void bind_deal(nb::module_& m) {
    m.def("deal", &deal, "cells"_a, "mines"_a, "excluded"_a, "seed"_a, "game"_a,
          "Return the layout of one game, one byte per cell, 1 for a mine.");
    m.def("game_key", &sapper::game_key, "seed"_a, "game"_a,
          "Return the 64-bit key of one game of a seed.");
}
