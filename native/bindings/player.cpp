#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>

#include "arrays.hpp"
#include "bindings.hpp"
#include "interruptible.hpp"
#include "sapper/games/rollout.hpp"
#include "sapper/games/simulate.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Budget;
using sapper::Candidate;
using sapper::Choice;
using sapper::Endgame;
using sapper::GameResult;
using sapper::Graph;
using sapper::Match;
using sapper::Player;
using sapper::Setting;
using sapper::StartRule;

// A player that is asked about positions; the working memory stays warm from call to call.
class Adviser {
   public:
    explicit Adviser(const std::string& setting) : player_(setting_named(setting)) {}

    std::optional<Choice> decide(const Graph& graph, const nb::bytes& faces, int mines,
                                 std::int64_t states, double milliseconds) {
        const auto seen = bytes_of(graph, faces);
        graph_ = nb::find(graph);
        nb::gil_scoped_release release;
        Budget budget(states, milliseconds);
        Choice choice;
        if (!player_.look_at(graph, seen, mines) || !player_.decide(budget, choice)) return {};
        return choice;
    }

    // To be called after `decide` found nothing certain: the exact end of the game, if it is near.
    std::optional<Endgame::Result> endgame() {
        nb::gil_scoped_release release;
        Endgame::Result result = player_.endgame(true);
        if (!result.is_complete) return {};
        return result;
    }

    std::optional<Player::Wins> exact_wins(const Graph& graph, const nb::bytes& faces, int mines,
                                           std::int64_t states, double milliseconds) {
        const auto seen = bytes_of(graph, faces);
        graph_ = nb::find(graph);
        nb::gil_scoped_release release;
        Budget budget(states, milliseconds);
        Player::Wins result;
        if (player_.look_at(graph, seen, mines)) result = player_.exact_wins(budget);
        if (!result.is_complete) return {};
        return result;
    }

   private:
    nb::object graph_;  // of the position last asked about: `endgame` goes on from there
    Player player_;
};

// Quantities that were not computed are None in Python.
std::optional<double> known_if(bool is_known, double value) {
    return is_known ? std::optional(value) : std::nullopt;
}

bool was_looked_ahead_from(const Candidate& c) { return c.is_weighed || c.progress >= 0; }

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

// The guesses of all games one after another; the column `guesses` tells how many are whose.
auto safeties_of(const GameTable& table) {
    std::vector<double> all;
    for (const GameResult& game : table.games)
        all.insert(all.end(), game.safeties.begin(), game.safeties.end());
    return array_of(all);
}

Match match_of(const Graph& graph, int mines, const std::string& start, int first,
               std::uint64_t seed, const std::string& setting) {
    const bool is_clairvoyant = setting == sapper::kClairvoyant;
    return {.graph = graph,
            .mines = mines,
            .start = start_named(start),
            .first = first,
            .seed = seed,
            .setting = is_clairvoyant ? sapper::kFast : setting_named(setting),
            .is_clairvoyant = is_clairvoyant};
}

GameTable simulate(const Graph& graph, int mines, const std::string& start, int first,
                   std::uint64_t seed, std::uint64_t begin, std::int64_t games,
                   const std::string& setting, int workers) {
    const Match match = match_of(graph, mines, start, first, seed, setting);
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
                                                      const std::string& setting) {
    const Match match = match_of(graph, mines, start, first, seed, setting);
    std::vector<std::int32_t> moves;
    nb::gil_scoped_release release;
    const GameResult result = sapper::Simulator(match).play(game, &moves);
    return {result.won, moves};
}

std::tuple<std::int64_t, std::int64_t> roll_out(const Graph& graph, const nb::bytes& faces,
                                                int mines, int first, std::int64_t games,
                                                std::uint64_t seed, const std::string& setting,
                                                std::int64_t states, double milliseconds) {
    const auto seen = bytes_of(graph, faces);
    const Setting chosen = setting_named(setting);
    Budget budget(states, milliseconds);
    sapper::RolloutResult result;
    run_interruptibly([&](const std::atomic<bool>& stop) {
        result = sapper::roll_out(graph, seen, mines, first, games, seed, chosen, budget, stop);
    });
    return {result.games, result.wins};
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

// All layouts of a small board, and the search for the best play on them.
class SmallBoard {
   public:
    SmallBoard(const Graph& graph, int mines, const nb::bytes& is_safe,
               const std::vector<std::vector<std::int32_t>>& symmetries,
               std::int64_t most_layouts) {
        const auto safe = bytes_of(graph, is_safe);
        bool is_listed;
        {
            nb::gil_scoped_release release;
            is_listed = endgame_.list_board(graph, mines, safe, static_cast<int>(most_layouts));
        }
        if (!is_listed) throw nb::value_error("expected a board with fewer layouts");
        endgame_.use_symmetries(symmetries);
    }

    nb::object open_first(int cell, std::int64_t most_nodes) {
        Endgame::FirstCell found;
        run_interruptibly([&](const std::atomic<bool>& stop) {
            found = endgame_.open_first(cell, most_nodes, stop);
        });
        if (!found.is_complete) return nb::none();
        return nb::make_tuple(found.wins, found.safe_layouts, endgame_.layouts());
    }

   private:
    Endgame endgame_;
};

}  // namespace

static void bind_answers(nb::module_& m) {
    nb::class_<Candidate>(m, "Candidate", "A cell that was compared; None: not computed.")
        .def_ro("cell", &Candidate::cell)
        .def_ro("safety", &Candidate::safety)
        .def_prop_ro(
            "progress",
            [](const Candidate& c) { return known_if(was_looked_ahead_from(c), c.progress); })
        .def_prop_ro("score",
                     [](const Candidate& c) {
                         return known_if(!c.is_weighed && was_looked_ahead_from(c), c.value);
                     })
        .def_prop_ro("estimate",
                     [](const Candidate& c) { return known_if(c.is_weighed, c.value); });
    nb::class_<Choice>(m, "Choice", "The next move: certain cells, or else a guess.")
        .def_prop_ro("basis", [](const Choice& c) { return std::string(name_of(c.basis)); })
        .def_ro("certain", &Choice::certain)
        .def_ro("cell", &Choice::cell)
        .def_ro("safety", &Choice::safety)
        .def_prop_ro("win", [](const Choice& c) { return known_if(c.win >= 0, c.win); })
        .def_prop_ro("candidates", [](const Choice& c) { return c.candidates; });
    nb::class_<Endgame::Guess>(m, "EndgameGuess", "A guess searched to the end of the game.")
        .def_ro("cell", &Endgame::Guess::cell)
        .def_ro("safe_layouts", &Endgame::Guess::safe_layouts)
        .def_ro("wins", &Endgame::Guess::wins);
    nb::class_<Endgame::Result>(m, "Endgame", "The exact end of the game, best guess first.")
        .def_ro("layouts", &Endgame::Result::layouts)
        .def_ro("wins", &Endgame::Result::wins)
        .def_prop_ro("guesses", [](const Endgame::Result& r) { return r.guesses; });
    nb::class_<Player::Wins>(m, "Wins", "In how many of all layouts the best play wins.")
        .def_ro("wins", &Player::Wins::wins)
        .def_ro("layouts", &Player::Wins::layouts);
}

void bind_player(nb::module_& m) {
    bind_answers(m);
    nb::class_<Adviser>(m, "Adviser", "The native player, asked about positions.")
        .def(nb::init<const std::string&>(), "setting"_a)
        .def("decide", &Adviser::decide, "graph"_a, "faces"_a, "mines"_a, "states"_a,
             "milliseconds"_a, "Return the move and what decided, or None on a clash.")
        .def("exact_wins", &Adviser::exact_wins, "graph"_a, "faces"_a, "mines"_a, "states"_a,
             "milliseconds"_a,
             "Return the wins of the best play, or None where the search does not reach.")
        .def("endgame", &Adviser::endgame,
             "Return every guess of the position last decided searched to its end, or None.");

    nb::class_<GameTable>(m, "GameTable", "The results of many games, column by column.")
        .def_prop_ro("won", column<bool>([](const GameResult& g) { return g.won; }),
                     nb::rv_policy::move)
        .def_prop_ro("score", column<double>([](const GameResult& g) { return g.score; }),
                     nb::rv_policy::move)
        .def_prop_ro("steps", column<std::int32_t>([](const GameResult& g) { return g.moves; }),
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
          "games"_a, "setting"_a, "workers"_a,
          "Play games begin .. begin + games - 1; the setting clairvoyant knows the mines.");
    m.def("play_game", &play_game, "graph"_a, "mines"_a, "start"_a, "first"_a, "seed"_a, "game"_a,
          "setting"_a, "Play one game; return whether it was won and the cells opened, in order.");
    m.def("roll_out", &roll_out, "graph"_a, "faces"_a, "mines"_a, "first"_a, "games"_a, "seed"_a,
          "setting"_a, "states"_a = Budget::kDefaultStates, "milliseconds"_a = 0.0,
          "Play drawn layouts on from a position, while the time lasts; return (games, wins).");
    m.def("sample", &sample, "graph"_a, "faces"_a, "mines"_a, "count"_a, "seed"_a,
          nb::sig("def sample(graph: Graph, faces: bytes, mines: int, count: int, seed: int) -> "
                  "list[bytes]"),
          "Return layouts that fit, drawn uniformly, one byte per cell; none where none can be "
          "drawn.");
    nb::class_<SmallBoard>(m, "SmallBoard",
                           "All layouts of a small board, searched for the best play.")
        .def(nb::init<const Graph&, int, const nb::bytes&,
                      const std::vector<std::vector<std::int32_t>>&, std::int64_t>(),
             "graph"_a, "mines"_a, "is_safe"_a, "symmetries"_a, "most_layouts"_a)
        .def("open_first", &SmallBoard::open_first, "cell"_a, "most_nodes"_a,
             nb::sig(
                 "def open_first(self, cell: int, most_nodes: int) -> tuple[int, int, int] | None"),
             "Return (wins, layouts with the cell safe, layouts) of the best play, or None out of "
             "budget.");
}
