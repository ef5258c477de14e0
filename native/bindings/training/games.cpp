#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/interruptible.hpp"
#include "bindings/training/training.hpp"
#include "training/self_play.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Graph;
using sapper::Value;

auto self_play(const Graph& graph, int mines, const std::string& start, int first,
               std::uint64_t seed, std::uint64_t begin, std::uint64_t end,
               const std::string& player, const Value* value, double exploring, double trust,
               int workers) {
    const sapper::Match match{graph, mines, find_start_rule(start),
                              first, seed,  sapper::setting_named(player),
                              false, value};
    std::vector<sapper::Lesson> lessons;
    run_interruptibly([&](const std::atomic<bool>& stop) {
        lessons = sapper::self_play(match, {exploring, trust}, begin, end, workers, stop);
    });
    std::vector<std::uint8_t> faces;
    std::vector<std::int32_t> cells, numbers;
    std::vector<float> worth;
    std::vector<std::uint32_t> games;
    faces.reserve(lessons.size() * static_cast<std::size_t>(graph.size()));
    for (const sapper::Lesson& lesson : lessons) {
        faces.insert(faces.end(), lesson.faces.begin(), lesson.faces.end());
        cells.push_back(lesson.cell);
        numbers.push_back(lesson.number);
        worth.push_back(lesson.worth);
        games.push_back(lesson.game);
    }
    return std::make_tuple(table_of(faces, static_cast<std::size_t>(graph.size())), array_of(cells),
                           array_of(numbers), array_of(worth), array_of(games));
}

auto simulate(const Value& value, const Graph& graph, int mines, const std::string& start,
              int first, std::uint64_t seed, std::uint64_t begin, std::uint64_t end,
              const std::string& player, int workers) {
    const sapper::Match match{graph, mines, find_start_rule(start),
                              first, seed,  sapper::setting_named(player),
                              false, &value};
    std::vector<sapper::GameResult> games(static_cast<std::size_t>(end - begin));
    run_interruptibly([&](const std::atomic<bool>& stop) {
        sapper::simulate(match, begin, games, workers, stop);
    });
    const auto won = new_array<bool>(games.size(), [&](bool* to) {
        std::ranges::transform(games, to, &sapper::GameResult::won);
    });
    const auto scores = new_array<double>(games.size(), [&](double* to) {
        std::ranges::transform(games, to, &sapper::GameResult::score);
    });
    return std::make_tuple(won, scores);
}

}  // namespace

void bind_games(nb::module_& m) {
    nb::class_<Value>(m, "Value", "A learned winning chance: two small networks.")
        .def(
            "__init__",
            [](Value* self, const nb::bytes& weights) {
                const auto* begin = reinterpret_cast<const float*>(weights.c_str());
                new (self) Value(std::span(begin, weights.size() / sizeof(float)));
            },
            "weights"_a);
    m.def("self_play", &self_play, "graph"_a, "mines"_a, "start"_a, "first"_a, "seed"_a, "begin"_a,
          "end"_a, "player"_a, "value"_a.none(), "exploring"_a, "trust"_a, "workers"_a,
          "Play games for training; return positions before guesses, the cells opened, the numbers "
          "shown, the worth of the positions that followed, and the games.");
    m.def(
        "simulate", &simulate, "value"_a, "graph"_a, "mines"_a, "start"_a, "first"_a, "seed"_a,
        "begin"_a, "end"_a, "player"_a, "workers"_a,
        "Play games begin .. end - 1 with this value; return whether each was won, and its score.");
}
