#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>

#include "bindings.hpp"
#include "interruptible.hpp"
#include "sapper/games/make_player.hpp"
#include "sapper/player/click_plan.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Budget;
using sapper::Candidate;
using sapper::Choice;
using sapper::Endgame;
using sapper::Graph;
using sapper::PlannedClick;
using sapper::Player;

// A player that decides on any position; its working memory is reused from call to call.
class Adviser {
   public:
    explicit Adviser(const std::string& player)
        : player_(sapper::make_player(sapper::setting_named(player))) {}

    std::optional<Choice> decide(const Graph& graph, const nb::bytes& faces, int mines,
                                 std::int64_t states, double milliseconds, bool follows_budget) {
        const auto seen = bytes_of(graph, faces);
        graph_ = nb::find(graph);
        nb::gil_scoped_release release;
        Budget budget(states, milliseconds);
        limit_endgame(budget, follows_budget);
        Choice choice;
        if (!player_->read(graph, seen, mines) || !player_->decide(budget, choice)) return {};
        return choice;
    }

    // The exact end of the game, if it is near. Call after `decide` found nothing certain.
    std::optional<Endgame::Result> endgame(double milliseconds) {
        nb::gil_scoped_release release;
        const Budget budget(Budget::kDefaultStates, milliseconds);
        Endgame::Result result = player_->endgame(true, budget);
        if (!result.is_complete) return {};
        return result;
    }

    std::optional<Player::Wins> exact_wins(const Graph& graph, const nb::bytes& faces, int mines,
                                           std::int64_t states, double milliseconds,
                                           bool follows_budget) {
        const auto seen = bytes_of(graph, faces);
        graph_ = nb::find(graph);
        nb::gil_scoped_release release;
        Budget budget(states, milliseconds);
        limit_endgame(budget, follows_budget);
        Player::Wins result;
        if (player_->read(graph, seen, mines)) result = player_->exact_wins(budget);
        if (!result.is_complete) return {};
        return result;
    }

   private:
    void limit_endgame(const Budget& budget, bool follows_budget) {
        if (follows_budget)
            player_->follow_budget(budget);
        else
            player_->keep_setting();
    }

    nb::object graph_;  // of the last position: `endgame` continues from there
    std::unique_ptr<Player> player_;
};

// Quantities that were not computed are None in Python.
std::optional<double> value_if(bool is_known, double value) {
    return is_known ? std::optional(value) : std::nullopt;
}

bool has_lookahead(const Candidate& c) { return c.is_weighed || c.progress >= 0; }

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
        if (!is_listed) throw nb::value_error("the board has too many layouts to list");
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

std::vector<PlannedClick> plan_clicks(const Graph& graph, const nb::bytes& faces, int mines,
                                      const std::vector<std::pair<std::int32_t, bool>>& moves,
                                      std::uint64_t seed, std::int64_t states,
                                      double milliseconds) {
    const auto seen = bytes_of(graph, faces);
    nb::gil_scoped_release release;
    Budget budget(states, milliseconds);
    std::vector<sapper::ClickMove> given;
    for (const auto& [cell, is_chord] : moves) given.push_back({cell, is_chord});
    return sapper::ClickPlanner().plan(graph, seen, mines, given, seed, budget);
}

}  // namespace

static void bind_answers(nb::module_& m) {
    nb::class_<Candidate>(m, "Candidate", "A cell that was compared; None means not computed.")
        .def_ro("cell", &Candidate::cell)
        .def_ro("safety", &Candidate::safety)
        .def_prop_ro("progress",
                     [](const Candidate& c) { return value_if(has_lookahead(c), c.progress); })
        .def_prop_ro(
            "score",
            [](const Candidate& c) { return value_if(!c.is_weighed && has_lookahead(c), c.value); })
        .def_prop_ro("estimate",
                     [](const Candidate& c) { return value_if(c.is_weighed, c.value); });
    nb::class_<Choice>(m, "Choice", "The next move: certain cells, or else a guess.")
        .def_prop_ro("basis", [](const Choice& c) { return std::string(name_of(c.basis)); })
        .def_ro("certain", &Choice::certain)
        .def_ro("cell", &Choice::cell)
        .def_ro("safety", &Choice::safety)
        .def_prop_ro("win", [](const Choice& c) { return value_if(c.win >= 0, c.win); })
        .def_prop_ro("candidates", [](const Choice& c) { return c.candidates; });
    nb::class_<Endgame::Guess>(m, "EndgameGuess", "A guess searched to the end of the game.")
        .def_ro("cell", &Endgame::Guess::cell)
        .def_ro("safe_layouts", &Endgame::Guess::safe_layouts)
        .def_ro("wins", &Endgame::Guess::wins);
    nb::class_<Endgame::Result>(m, "Endgame", "The exact end of the game, best guess first.")
        .def_ro("layouts", &Endgame::Result::layouts)
        .def_ro("wins", &Endgame::Result::wins)
        .def_prop_ro("guesses", [](const Endgame::Result& r) { return r.guesses; });
    nb::class_<Player::Wins>(m, "Wins", "The number of layouts that the best play wins.")
        .def_ro("wins", &Player::Wins::wins)
        .def_ro("layouts", &Player::Wins::layouts);
    nb::class_<PlannedClick>(m, "PlannedClick", "A certain move, or a guess, and the clicks left.")
        .def_prop_ro("cell", [](const PlannedClick& p) { return p.move.cell; })
        .def_prop_ro("is_chord", [](const PlannedClick& p) { return p.move.is_chord; })
        .def_prop_ro("clicks",
                     [](const PlannedClick& p) { return value_if(p.layouts > 0, p.clicks()); })
        .def_ro("layouts", &PlannedClick::layouts)
        .def_ro("flags", &PlannedClick::flags)
        .def_ro("opens", &PlannedClick::opens);
    m.def("plan_clicks", &plan_clicks, "graph"_a, "faces"_a, "mines"_a, "moves"_a, "seed"_a,
          "states"_a = Budget::kDefaultStates, "milliseconds"_a = 0.0,
          "Return the certain moves, or those given, by the fewest clicks to the end; an empty "
          "list if no move is certain or no layout can be drawn.");
}

void bind_player(nb::module_& m) {
    bind_answers(m);
    nb::class_<Adviser>(m, "Adviser", "A native player that decides on any position.")
        .def(nb::init<const std::string&>(), "player"_a)
        .def("decide", &Adviser::decide, "graph"_a, "faces"_a, "mines"_a, "states"_a,
             "milliseconds"_a, "follows_budget"_a = false,
             "Return the move and its basis, or None on a clash.")
        .def("exact_wins", &Adviser::exact_wins, "graph"_a, "faces"_a, "mines"_a, "states"_a,
             "milliseconds"_a, "follows_budget"_a = false,
             "Return the wins of the best play, or None if the search cannot find them.")
        .def("endgame", &Adviser::endgame, "milliseconds"_a = 0.0,
             "Return all guesses of the last position, each searched to the end, or None.");

    nb::class_<SmallBoard>(m, "SmallBoard",
                           "All layouts of a small board, to search for the best play.")
        .def(nb::init<const Graph&, int, const nb::bytes&,
                      const std::vector<std::vector<std::int32_t>>&, std::int64_t>(),
             "graph"_a, "mines"_a, "is_safe"_a, "symmetries"_a, "most_layouts"_a)
        .def("open_first", &SmallBoard::open_first, "cell"_a, "most_nodes"_a,
             nb::sig(
                 "def open_first(self, cell: int, most_nodes: int) -> tuple[int, int, int] | None"),
             "Return (wins, layouts with the cell safe, layouts) of the best play, or None if "
             "`most_nodes` are not enough.");
}
