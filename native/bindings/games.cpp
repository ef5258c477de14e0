// Binds whole games, rollouts and sampling.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <span>
#include <string>
#include <tuple>

#include "arrays.hpp"
#include "bindings.hpp"
#include "interruptible.hpp"
#include "sapper/games/guess_mode.hpp"
#include "sapper/games/rollout.hpp"
#include "sapper/games/simulate.hpp"
#include "sapper/games/tally.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Budget;
using sapper::GameResult;
using sapper::Graph;
using sapper::Match;
using sapper::Setting;

// The results of many games, column by column.
struct GameTable {
    std::vector<GameResult> games;
};

template <class Value, class Get>
auto column(Get get) {
    return [get](const GameTable& table) {
        return new_array<Value>(table.games.size(),
                                [&](Value* to) { std::ranges::transform(table.games, to, get); });
    };
}

// The guesses of all games one after another; the column `guesses` has the number per game.
auto safeties_of(const GameTable& table) {
    std::vector<double> all;
    for (const GameResult& game : table.games)
        all.insert(all.end(), game.safeties.begin(), game.safeties.end());
    return array_of(all);
}

Match match_of(const Graph& graph, int mines, const std::string& start, int first,
               std::uint64_t seed, const std::string& player) {
    const bool is_clairvoyant = player == sapper::kClairvoyant;
    return {.graph = graph,
            .mines = mines,
            .start = find_start_rule(start),
            .first = first,
            .seed = seed,
            .setting = is_clairvoyant ? sapper::kFast : sapper::setting_named(player),
            .is_clairvoyant = is_clairvoyant};
}

GameTable simulate(const Graph& graph, int mines, const std::string& start, int first,
                   std::uint64_t seed, std::uint64_t begin, std::int64_t games,
                   const std::string& player, int workers) {
    const Match match = match_of(graph, mines, start, first, seed, player);
    GameTable table;
    table.games.resize(static_cast<std::size_t>(games));
    run_interruptibly([&](const std::atomic<bool>& stop) {
        sapper::simulate(match, begin, table.games, workers, stop);
    });
    return table;
}

std::tuple<bool, std::vector<std::int32_t>> play_game(const Graph& graph, int mines,
                                                      const std::string& start, int first,
                                                      std::uint64_t seed, std::uint64_t game,
                                                      const std::string& player) {
    const Match match = match_of(graph, mines, start, first, seed, player);
    std::vector<std::int32_t> moves;
    nb::gil_scoped_release release;
    const GameResult result = sapper::Simulator(match).play(game, &moves);
    return {result.won, moves};
}

std::tuple<std::int64_t, std::int64_t> roll_out(const Graph& graph, const nb::bytes& faces,
                                                int mines, int first, std::int64_t games,
                                                std::uint64_t seed, const std::string& player,
                                                std::int64_t states, double milliseconds) {
    const auto seen = bytes_of(graph, faces);
    const Setting chosen = sapper::setting_named(player);
    Budget budget(states, milliseconds);
    sapper::RolloutResult result;
    run_interruptibly([&](const std::atomic<bool>& stop) {
        result = sapper::roll_out(graph, seen, mines, first, games, seed, chosen, budget, stop);
    });
    return {result.games, result.wins};
}

using Bounds = std::tuple<double, double>;

Bounds wilson(double wins, double games, double normal) {
    const auto [low, high] = sapper::wilson(games > 0 ? wins / games : 0, games, normal);
    return {low, high};
}

Bounds score_bounds(std::int64_t games, double sum, double squares) {
    const auto [low, high] = sapper::Tally{games, sum, squares}.interval();
    return {low, high};
}

nb::list sample(const Graph& graph, const nb::bytes& faces, int mines, std::int64_t count,
                std::uint64_t seed) {
    const auto seen = bytes_of(graph, faces);
    sapper::Frontier frontier;
    sapper::Sampler sampler;
    Budget budget;
    nb::list layouts;
    bool is_possible;
    {
        nb::gil_scoped_release release;  // drawing is quick; counting may not be
        is_possible =
            frontier.read(graph, seen, {}) && sampler.prepare(graph, frontier, mines, budget);
    }
    if (!is_possible) return layouts;
    std::vector<std::uint8_t> layout;
    for (std::int64_t i = 0; i < count; ++i) {
        sapper::Random random(sapper::game_key(seed, static_cast<std::uint64_t>(i)));
        sampler.draw(frontier, random, layout);
        layouts.append(nb::bytes(reinterpret_cast<const char*>(layout.data()), layout.size()));
    }
    return layouts;
}

nb::bytes guess_layout(const Graph& graph, const nb::bytes& faces,
                       const std::vector<std::int32_t>& cells, const nb::bytes& layout,
                       std::uint64_t seed, std::uint64_t number) {
    const auto mines = bytes_of(graph, layout);
    const auto found = sapper::guess_layout(graph, bytes_of(graph, faces), cells,
                                            {mines.begin(), mines.end()}, seed, number);
    return nb::bytes(reinterpret_cast<const char*>(found.data()), found.size());
}

}  // namespace

void bind_games(nb::module_& m) {
    nb::class_<GameTable>(m, "GameTable", "The results of many games, column by column.")
        .def_prop_ro("won", column<bool>([](const GameResult& g) { return g.won; }),
                     nb::rv_policy::move)
        .def_prop_ro("score", column<double>([](const GameResult& g) { return g.score; }),
                     nb::rv_policy::move)
        .def_prop_ro("steps", column<std::int32_t>([](const GameResult& g) { return g.steps; }),
                     nb::rv_policy::move)
        .def_prop_ro("guesses", column<std::int32_t>([](const GameResult& g) { return g.guesses; }),
                     nb::rv_policy::move)
        .def_prop_ro("survived",
                     column<std::int32_t>([](const GameResult& g) { return g.survived; }),
                     nb::rv_policy::move)
        .def_prop_ro("cleared", column<std::int32_t>([](const GameResult& g) { return g.cleared; }),
                     nb::rv_policy::move)
        .def_prop_ro("last", column<std::int32_t>([](const GameResult& g) { return g.last; }),
                     nb::rv_policy::move)
        .def_prop_ro("expected", column<double>([](const GameResult& g) { return g.expected; }),
                     nb::rv_policy::move)
        .def_prop_ro("variance", column<double>([](const GameResult& g) { return g.variance; }),
                     nb::rv_policy::move)
        .def_prop_ro("seconds", column<double>([](const GameResult& g) { return g.seconds; }),
                     nb::rv_policy::move)
        .def_prop_ro("slowest", column<double>([](const GameResult& g) { return g.slowest; }),
                     nb::rv_policy::move)
        .def_prop_ro("safeties", &safeties_of, nb::rv_policy::move);

    m.def("simulate", &simulate, "graph"_a, "mines"_a, "start"_a, "first"_a, "seed"_a, "begin"_a,
          "games"_a, "player"_a, "workers"_a,
          "Play games begin .. begin + games - 1; the player 'clairvoyant' knows the mines.");
    m.def("play_game", &play_game, "graph"_a, "mines"_a, "start"_a, "first"_a, "seed"_a, "game"_a,
          "player"_a, "Play one game; return whether it was won and the cells opened, in order.");
    m.def("roll_out", &roll_out, "graph"_a, "faces"_a, "mines"_a, "first"_a, "games"_a, "seed"_a,
          "player"_a, "states"_a = Budget::kDefaultStates, "milliseconds"_a = 0.0,
          "Play drawn layouts from a position while time is left; return (games, wins).");
    m.attr("NORMAL_95") = sapper::kNormal95;
    m.def("wilson", &wilson, "wins"_a, "games"_a, "normal"_a = sapper::kNormal95,
          "Return the bounds of a share of games won: its Wilson score interval.");
    m.def("score_bounds", &score_bounds, "games"_a, "sum"_a, "squares"_a,
          "Return the bounds of a mean score, from the sums of the scores and of their squares.");
    m.def(
        "sample", &sample, "graph"_a, "faces"_a, "mines"_a, "count"_a, "seed"_a,
        nb::sig("def sample(graph: Graph, faces: bytes, mines: int, count: int, seed: int) -> "
                "list[bytes]"),
        "Return layouts that fit, drawn uniformly, one byte per cell; an empty list if none can be "
        "drawn.");
    m.def("guess_layout", &guess_layout, "graph"_a, "faces"_a, "cells"_a, "layout"_a, "seed"_a,
          "number"_a,
          nb::sig("def guess_layout(graph: Graph, faces: bytes, cells: Sequence[int], "
                  "layout: bytes, seed: int, number: int) -> bytes"),
          "Return the layout in which a move of guess mode opens cells: this one, or one drawn "
          "anew.");
}
