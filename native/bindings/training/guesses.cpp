#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/interruptible.hpp"
#include "bindings/training/training.hpp"
#include "training/scored_guesses.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Candidate;
using sapper::Graph;
using sapper::Value;

using Positions = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

auto score_guesses(const Graph& graph, int mines, const std::string& start, int first,
                   std::uint64_t seed, std::uint64_t begin, std::uint64_t end, double share,
                   double close, int most, int layouts, int workers) {
    const sapper::Match match{graph, mines,  find_start_rule(start), first, seed, sapper::kChampion,
                              false, nullptr};
    std::vector<sapper::ScoredGuess> guesses;
    run_interruptibly([&](const std::atomic<bool>& stop) {
        guesses =
            sapper::score_guesses(match, {share, close, most, layouts}, begin, end, workers, stop);
    });
    std::vector<std::uint8_t> faces;
    std::vector<std::uint32_t> games;
    std::vector<std::int32_t> owners, cells;
    std::vector<float> chances, wins, scores;
    for (const auto& guess : guesses) {
        for (const Candidate& candidate : guess.candidates) {
            owners.push_back(static_cast<std::int32_t>(games.size()));
            cells.push_back(candidate.cell);
            chances.insert(chances.end(), candidate.chances.begin(), candidate.chances.end());
            wins.insert(wins.end(), candidate.wins.begin(), candidate.wins.end());
        }
        faces.insert(faces.end(), guess.faces.begin(), guess.faces.end());
        games.push_back(guess.game);
        scores.insert(scores.end(), guess.scores.begin(), guess.scores.end());
    }
    return std::make_tuple(
        table_of(faces, static_cast<std::size_t>(graph.size())), array_of(games), array_of(owners),
        array_of(cells), table_of(chances, Candidate::kNumbers),
        table_of(wins, Candidate::kNumbers), table_of(scores, static_cast<std::size_t>(layouts)));
}

auto choices(const Value* value, const Graph& graph, int mines, const Positions& positions,
             const std::string& name) {
    const std::size_t width = positions.shape(1);
    if (width != static_cast<std::size_t>(graph.size()))
        throw nb::value_error("expected one face per cell");
    std::vector<std::int32_t> cells;
    sapper::Player player(sapper::setting_named(name), value);
    player.find_only_best();
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < positions.shape(0); ++i) {
            sapper::Budget budget;
            sapper::Choice choice;
            const bool is_decided =
                player.read(graph, {positions.data() + i * width, width}, mines) &&
                player.decide(budget, choice);
            cells.push_back(is_decided ? choice.cell : -1);
        }
    }
    return array_of(cells);
}

}  // namespace

void bind_guesses(nb::module_& m) {
    m.def("score_guesses", &score_guesses, "graph"_a, "mines"_a, "start"_a, "first"_a, "seed"_a,
          "begin"_a, "end"_a, "share"_a, "close"_a, "most"_a, "layouts"_a, "workers"_a,
          "Let the champion play games, and roll out the close candidates of a share of its "
          "guesses; return positions and games, then for every candidate its position, its cell, "
          "the chance of each number, the winning chance after it, and the score on each layout.");
    m.def("choices", &choices, "value"_a.none(), "graph"_a, "mines"_a, "positions"_a, "player"_a,
          "Return the cell that a player with this value (None: the one that ships) guesses in "
          "each position; -1 if it opens certain cells.");
}
