#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <string>
#include <thread>
#include <tuple>

#include "bindings.hpp"
#include "sapper/self_play.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Features;
using sapper::Graph;
using sapper::Value;

template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> array_of(const std::vector<T>& from) {
    auto* values = new T[from.size()];
    std::ranges::copy(from, values);
    nb::capsule owner(values, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    return {values, {from.size()}, owner};
}

template <class T>
auto table_of(const std::vector<T>& from, std::size_t columns) {
    auto* values = new T[from.size()];
    std::ranges::copy(from, values);
    nb::capsule owner(values, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<2>>(values, {from.size() / columns, columns}, owner);
}

// Features of one position after another; rows of clashing positions stay zero.
class Reader {
   public:
    Reader(const Graph& graph, int mines) : graph_(graph), mines_(mines) { terrain_.build(graph); }

    void read(std::span<const std::uint8_t> faces, float* out) {
        sapper::Budget budget;
        if (!frontier_.read(graph_, faces, {}) ||
            !beliefs_.form(graph_, frontier_, mines_, budget) || beliefs_.ways() == 0)
            return;
        scene_.draw(graph_, frontier_, beliefs_);
        features_.clear();
        for (int cell = 0; cell < graph_.size(); ++cell)
            features_.add(graph_, terrain_, scene_, cell);
        std::ranges::copy(features_.finish(graph_, scene_), out);
    }

   private:
    const Graph& graph_;
    int mines_;
    sapper::Terrain terrain_;
    sapper::Frontier frontier_;
    sapper::Beliefs beliefs_;
    sapper::Scene scene_;
    Features features_;
};

using Positions = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

auto features_of(const Graph& graph, const Positions& positions, int mines, int workers) {
    if (positions.shape(1) != static_cast<std::size_t>(graph.size()))
        throw nb::value_error("expected one face per cell");
    std::vector<float> table(positions.shape(0) * Features::kCount);
    {
        nb::gil_scoped_release release;
        const auto work = [&](std::size_t share) {
            Reader reader(graph, mines);
            const auto count = static_cast<std::size_t>(workers);
            for (std::size_t i = positions.shape(0) * share / count;
                 i < positions.shape(0) * (share + 1) / count; ++i)
                reader.read({positions.data() + i * positions.shape(1), positions.shape(1)},
                            table.data() + i * Features::kCount);
        };
        std::vector<std::thread> threads;
        for (int i = 1; i < workers; ++i) threads.emplace_back(work, static_cast<std::size_t>(i));
        work(0);
        for (std::thread& thread : threads) thread.join();
    }
    return table_of(table, Features::kCount);
}

auto self_play(const Graph& graph, int mines, const std::string& start, int first,
               std::uint64_t seed, std::uint64_t begin, std::uint64_t end,
               const std::string& setting, const Value* value, double exploring, double trust,
               int workers) {
    const sapper::Match match{graph, mines, start_named(start), first, seed, setting_named(setting),
                              false, value};
    std::vector<sapper::Lesson> lessons;
    {
        nb::gil_scoped_release release;
        const std::atomic<bool> stop{false};
        lessons = sapper::self_play(match, {exploring, trust}, begin, end, workers, stop);
    }
    std::vector<std::uint8_t> faces;
    std::vector<float> worth;
    std::vector<std::uint32_t> games;
    faces.reserve(lessons.size() * static_cast<std::size_t>(graph.size()));
    for (const sapper::Lesson& lesson : lessons) {
        faces.insert(faces.end(), lesson.faces.begin(), lesson.faces.end());
        worth.push_back(lesson.worth);
        games.push_back(lesson.game);
    }
    return std::make_tuple(table_of(faces, static_cast<std::size_t>(graph.size())), array_of(worth),
                           array_of(games));
}

}  // namespace

void bind_value(nb::module_& m) {
    nb::class_<Value>(m, "Value", "A learned winning chance: a small network.")
        .def(
            "__init__",
            [](Value* self, const nb::bytes& weights) {
                const auto* begin = reinterpret_cast<const float*>(weights.c_str());
                new (self) Value(std::span(begin, weights.size() / sizeof(float)));
            },
            "weights"_a);
    m.attr("FEATURES") = static_cast<int>(Features::kCount);
    m.def(
        "shipped_weights",
        [] {
            const auto weights = sapper::shipped_weights();
            return nb::bytes(reinterpret_cast<const char*>(weights.data()), weights.size_bytes());
        },
        "Return the weights of the value that ships.");
    m.def(
        "is_scored",
        [](const std::string& setting, const Graph& graph) {
            return setting != "told" && sapper::is_scored(setting_named(setting), graph);
        },
        "setting"_a, "graph"_a, "Return whether games have a score: a learned value fits.");
    m.def("features", &features_of, "graph"_a, "positions"_a, "mines"_a, "workers"_a,
          "Return what a learned value is told of each position, one row each.");
    m.def("self_play", &self_play, "graph"_a, "mines"_a, "start"_a, "first"_a, "seed"_a, "begin"_a,
          "end"_a, "setting"_a, "value"_a.none(), "exploring"_a, "trust"_a, "workers"_a,
          "Play games to learn from; return positions after guesses, their worth, their games.");
}
