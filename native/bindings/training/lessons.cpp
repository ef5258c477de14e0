#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/training/training.hpp"
#include "sapper/threads.hpp"
#include "training/scene_store.hpp"
#include "training/self_play.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Features;
using sapper::Graph;
using sapper::Value;
using sapper::Window;

using Description = sapper::LookAhead::Description;
using Floats = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Positions = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Indices = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Turns = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Lessons as columns: positions before a guess, the cell opened, the number it showed.
struct Lessons {
    const Graph& graph;
    int mines;
    const Positions& positions;
    const Numbers &cells, &numbers;

    std::size_t size() const { return positions.shape(0); }
    void check() const {
        if (positions.shape(1) != static_cast<std::size_t>(graph.size()) ||
            cells.shape(0) != size() || numbers.shape(0) != size())
            throw nb::value_error(
                "expected one face per cell, and a cell and a number per position");
        for (std::size_t i = 0; i < size(); ++i)
            if (cells.data()[i] < 0 || cells.data()[i] >= graph.size())
                throw nb::value_error("expected cells of the board");
    }
    // Calls take(lesson, description) for lessons begin .. end - 1, on many threads at once; skips
    // invalid lessons.
    template <class Take>
    void describe(std::size_t begin, std::size_t end, int workers, Take&& take) const {
        sapper::run_on_threads(workers, [&](std::size_t share) {
            sapper::Describer describer(graph, mines);
            const auto count = static_cast<std::size_t>(workers), rows = end - begin;
            const std::size_t to = begin + rows * (share + 1) / count;
            for (std::size_t i = begin + rows * share / count; i < to; ++i) {
                const std::size_t width = positions.shape(1);
                const auto* found = describer.describe({positions.data() + i * width, width},
                                                       cells.data()[i], numbers.data()[i]);
                if (found) take(i, *found);
            }
        });
    }
};

auto features_of(const Graph& graph, int mines, const Positions& positions, const Numbers& cells,
                 const Numbers& numbers, int workers) {
    const Lessons lessons{graph, mines, positions, cells, numbers};
    lessons.check();
    std::vector<float> table(lessons.size() * Features::kCount);
    {
        nb::gil_scoped_release release;
        lessons.describe(0, lessons.size(), workers, [&](std::size_t i, const Description& found) {
            std::ranges::copy(found.features, table.data() + i * Features::kCount);
        });
    }
    return table_of(table, Features::kCount);
}

auto chances_of(const Value* value, const Graph& graph, int mines, const Positions& positions,
                const Numbers& cells, const Numbers& numbers, int workers) {
    const Lessons lessons{graph, mines, positions, cells, numbers};
    lessons.check();
    std::vector<float> chances(lessons.size(), std::numeric_limits<float>::quiet_NaN());
    {
        nb::gil_scoped_release release;
        const Value& asked = value ? *value : sapper::shipped_value();
        sapper::Terrain terrain;
        terrain.build(graph);
        lessons.describe(0, lessons.size(), workers, [&](std::size_t i, const Description& found) {
            chances[i] = static_cast<float>(asked(graph, terrain, found.scene, found.features));
        });
    }
    return array_of(chances);
}

auto windows_of(const Graph& graph, int mines, const Positions& positions, const Numbers& cells,
                const Numbers& numbers) {
    const Lessons lessons{graph, mines, positions, cells, numbers};
    lessons.check();
    std::vector<float> table;
    sapper::Terrain terrain;
    terrain.build(graph);
    lessons.describe(0, lessons.size(), 1, [&](std::size_t, const Description& found) {
        for (int cell = 0; cell < graph.size(); ++cell) {
            if (!Window::is_open(graph, found.scene, cell)) continue;
            const std::size_t row = table.size();
            table.resize(row + Window::kInputs);
            Window::look(terrain, found.scene, cell, [&](int input, float amount) {
                table[row + static_cast<std::size_t>(input)] = amount;
            });
        }
    });
    return table_of(table, Window::kInputs);
}

// A SceneStore that takes lessons as columns and describes them in batches.
class Scenes {
   public:
    void add(const Graph& graph, int mines, const Positions& positions, const Numbers& cells,
             const Numbers& numbers, const Floats& worth, int workers) {
        const Lessons lessons{graph, mines, positions, cells, numbers};
        lessons.check();
        if (worth.shape(0) != lessons.size()) throw nb::value_error("expected a worth per lesson");
        nb::gil_scoped_release release;
        const int board = store_.add_board(graph);
        constexpr std::size_t kAtOnce = 10'000;
        for (std::size_t begin = 0; begin < lessons.size(); begin += kAtOnce) {
            const std::size_t end = std::min(lessons.size(), begin + kAtOnce);
            std::vector<std::optional<Description>> found(end - begin);
            lessons.describe(begin, end, workers, [&](std::size_t i, const Description& one) {
                found[i - begin] = one;
            });
            for (std::size_t i = begin; i < end; ++i)
                if (const auto& one = found[i - begin])
                    store_.add(board, one->features, one->scene, worth.data()[i]);
        }
    }

    auto worth() const {
        return new_array<float>(store_.size(), [&](float* to) {
            for (std::size_t i = 0; i < store_.size(); ++i) to[i] = store_.worth(i);
        });
    }

    auto features(const Indices& lessons) const {
        check(lessons);
        std::vector<float> table;
        for (std::size_t i = 0; i < lessons.size(); ++i) {
            const auto row = store_.features(static_cast<std::size_t>(lessons.data()[i]));
            table.insert(table.end(), row.begin(), row.end());
        }
        return table_of(table, Features::kCount);
    }

    auto windows(const Indices& lessons, const Turns& turns) {
        check(lessons);
        if (turns.size() != lessons.size()) throw nb::value_error("expected a turn per lesson");
        std::vector<float> rows;
        std::vector<std::int64_t> counts;
        {
            nb::gil_scoped_release release;
            for (std::size_t i = 0; i < lessons.size(); ++i)
                counts.push_back(store_.append_windows(static_cast<std::size_t>(lessons.data()[i]),
                                                       turns.data()[i] % sapper::SceneStore::kTurns,
                                                       rows));
        }
        return std::make_tuple(table_of(rows, Window::kInputs), array_of(counts));
    }

    std::size_t size() const { return store_.size(); }

   private:
    void check(const Indices& lessons) const {
        const auto size = static_cast<std::int64_t>(store_.size());
        for (std::size_t i = 0; i < lessons.size(); ++i)
            if (lessons.data()[i] < 0 || lessons.data()[i] >= size)
                throw nb::value_error("expected lessons of the store");
    }

    sapper::SceneStore store_;
};

}  // namespace

void bind_lessons(nb::module_& m) {
    m.attr("FEATURES") = static_cast<int>(Features::kCount);
    m.def("features", &features_of, "graph"_a, "mines"_a, "positions"_a, "cells"_a, "numbers"_a,
          "workers"_a,
          "Return the features of each position after the cell shows the number, one row each.");
    m.def("windows", &windows_of, "graph"_a, "mines"_a, "positions"_a, "cells"_a, "numbers"_a,
          "Return the windows of all these positions, one row each.");
    m.def("winning_chances", &chances_of, "value"_a.none(), "graph"_a, "mines"_a, "positions"_a,
          "cells"_a, "numbers"_a, "workers"_a,
          "Return the winning chance by a value (None: the one that ships) of each position after "
          "the cell shows the number; NaN if it cannot show it.");
    nb::class_<Scenes>(m, "Scenes", "The scenes of lessons, stored compactly.")
        .def(nb::init<>())
        .def("__len__", &Scenes::size)
        .def("add", &Scenes::add, "graph"_a, "mines"_a, "positions"_a, "cells"_a, "numbers"_a,
             "worth"_a, "workers"_a,
             "Add lessons of one board: positions before guesses, the cells opened, the numbers "
             "shown, and the worth of the positions that followed. Skip invalid lessons.")
        .def("worth", &Scenes::worth, "Return the worth of every lesson.")
        .def("features", &Scenes::features, "lessons"_a,
             "Return the features of these lessons, one row each.")
        .def("windows", &Scenes::windows, "lessons"_a, "turns"_a,
             "Return the windows of these lessons, one row each, turned or mirrored (0 to 7), and "
             "how many belong to each lesson.");
}
