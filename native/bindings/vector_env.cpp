// Binds games/vector_env.hpp. The arrays belong to Python; they live as long as the environment.
#include "sapper/games/vector_env.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::Autoreset;
using sapper::EnvArrays;
using sapper::EnvRules;
using sapper::Graph;
using sapper::Invalid;
using sapper::Reward;
using sapper::VectorEnv;

template <class T>
using PerBoard = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using PerCell = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class Value, std::size_t Count>
Value find_name(const std::array<std::pair<const char*, Value>, Count>& names,
                const std::string& name) {
    for (const auto& [known, value] : names)
        if (name == known) return value;
    throw nb::value_error(("no such name: " + name).c_str());
}

constexpr std::array kRewards{
    std::pair{"win", Reward::kWin},           std::pair{"progress", Reward::kProgress},
    std::pair{"provable", Reward::kProvable}, std::pair{"risk", Reward::kRisk},
    std::pair{"regret", Reward::kRegret},     std::pair{"value", Reward::kValue}};
constexpr std::array kInvalids{std::pair{"ignore", Invalid::kIgnore},
                               std::pair{"penalty", Invalid::kPenalty},
                               std::pair{"end", Invalid::kEnd}};
constexpr std::array kAutoresets{std::pair{"NextStep", Autoreset::kNextStep},
                                 std::pair{"SameStep", Autoreset::kSameStep},
                                 std::pair{"Disabled", Autoreset::kDisabled}};

// An environment and the arrays that it writes to.
class Environment {
   public:
    Environment(const Graph& graph, int mines, const std::string& start, const std::string& reward,
                const std::string& invalid, const std::string& autoreset, std::int64_t most_steps,
                int workers, PerCell<std::int8_t> observations, PerCell<std::int8_t> masks,
                PerBoard<double> rewards, PerBoard<bool> terminations, PerBoard<bool> truncations,
                PerBoard<bool> won, PerBoard<bool> over, PerBoard<std::uint64_t> games,
                std::optional<PerCell<double>> chances,
                std::optional<PerCell<std::uint8_t>> verdicts,
                std::optional<PerBoard<double>> win_chances,
                std::optional<PerCell<std::int8_t>> final_observations)
        : graph_(nb::find(graph)) {
        const EnvRules rules{.graph = graph,
                             .mines = mines,
                             .start = find_start_rule(start),
                             .reward = find_name(kRewards, reward),
                             .invalid = find_name(kInvalids, invalid),
                             .autoreset = find_name(kAutoresets, autoreset),
                             .most_steps = most_steps};
        check_needed(rules, chances && verdicts, win_chances.has_value(),
                     final_observations.has_value());
        boards_ = observations.shape(0);
        cells_ = static_cast<std::size_t>(graph.size());
        const EnvArrays arrays{.observations = keep(observations),
                               .masks = keep(masks),
                               .rewards = keep(rewards),
                               .terminations = keep(terminations),
                               .truncations = keep(truncations),
                               .won = keep(won),
                               .over = keep(over),
                               .games = keep(games),
                               .chances = keep(chances),
                               .verdicts = keep(verdicts),
                               .win_chances = keep(win_chances),
                               .final_observations = keep(final_observations)};
        env_.emplace(rules, arrays, boards_, workers);
    }

    void choose_games(std::size_t board, std::uint64_t seed, std::uint64_t game) {
        if (board >= boards_) throw nb::index_error("no such board");
        work_alone([&] { env_->choose_games(board, seed, game); });
    }

    void reset(const PerBoard<const bool>& which) {
        if (which.shape(0) != boards_) throw nb::value_error("expected a mark for every board");
        work_alone([&] { env_->reset({which.data(), boards_}); });
    }

    void step(const PerBoard<const std::int64_t>& actions) {
        if (actions.shape(0) != boards_)
            throw nb::value_error("expected an action for every board");
        work_alone([&] { env_->step({actions.data(), boards_}); });
    }

    std::uint64_t seed_of(std::size_t board) const {
        if (board >= boards_) throw nb::index_error("no such board");
        return env_->seed_of(board);
    }

   private:
    static void check_needed(const EnvRules& rules, bool has_oracle, bool has_wins,
                             bool has_final) {
        const bool asks = rules.reward == Reward::kProvable || rules.reward == Reward::kRisk ||
                          rules.reward == Reward::kRegret;
        if ((asks && !has_oracle) || (rules.reward == Reward::kValue && !has_wins) ||
            (rules.autoreset == Autoreset::kSameStep && !has_final))
            throw nb::value_error("an array that the rules need is missing");
    }

    // Checks the size of an array, keeps it alive and returns its data.
    template <class T>
    T* keep(const PerBoard<T>& array) {
        return keep_sized(array);
    }
    template <class T>
    T* keep(const PerCell<T>& array) {
        if (array.shape(1) != cells_) throw nb::value_error("expected an entry for every cell");
        return keep_sized(array);
    }
    template <class Array>
    auto keep(const std::optional<Array>& array) -> decltype(array->data()) {
        return array ? keep(*array) : nullptr;
    }
    template <class Array>
    auto keep_sized(const Array& array) {
        if (array.shape(0) != boards_) throw nb::value_error("expected an entry for every board");
        kept_.push_back(nb::cast(array));
        return array.data();
    }

    // The GIL is released, so another thread of Python might call meanwhile.
    template <class Work>
    void work_alone(Work&& work) {
        const std::unique_lock lock(stepping_, std::try_to_lock);
        if (!lock) throw std::runtime_error("another thread is stepping this environment");
        nb::gil_scoped_release release;
        work();
    }

    nb::object graph_;
    std::vector<nb::object> kept_;
    std::size_t boards_ = 0, cells_ = 0;
    std::optional<VectorEnv> env_;
    std::mutex stepping_;
};

}  // namespace

void bind_vector_env(nb::module_& m) {
    nb::class_<Environment>(m, "Environment", "Many games at once, for a learner.")
        .def(nb::init<const Graph&, int, const std::string&, const std::string&, const std::string&,
                      const std::string&, std::int64_t, int, PerCell<std::int8_t>,
                      PerCell<std::int8_t>, PerBoard<double>, PerBoard<bool>, PerBoard<bool>,
                      PerBoard<bool>, PerBoard<bool>, PerBoard<std::uint64_t>,
                      std::optional<PerCell<double>>, std::optional<PerCell<std::uint8_t>>,
                      std::optional<PerBoard<double>>, std::optional<PerCell<std::int8_t>>>(),
             nb::kw_only(), "graph"_a, "mines"_a, "start"_a, "reward"_a, "invalid"_a, "autoreset"_a,
             "most_steps"_a, "workers"_a, "observations"_a, "masks"_a, "rewards"_a,
             "terminations"_a, "truncations"_a, "won"_a, "over"_a, "games"_a, "chances"_a.none(),
             "verdicts"_a.none(), "win_chances"_a.none(), "final_observations"_a.none(),
             "Write to these arrays; every step updates them in place.")
        .def("choose_games", &Environment::choose_games, "board"_a, "seed"_a, "game"_a,
             "Let a board play games number `game`, `game` + 1 ... of a seed from its next reset.")
        .def("reset", &Environment::reset, "which"_a, "Start the next game of the marked boards.")
        .def("step", &Environment::step, "actions"_a, "Open one cell on every board.")
        .def("seed_of", &Environment::seed_of, "board"_a, "Return the seed of a board.");
}
