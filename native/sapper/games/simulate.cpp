#include "sapper/games/simulate.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "sapper/games/deal.hpp"
#include "sapper/games/score.hpp"
#include "sapper/threads.hpp"

namespace sapper {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double exact_safety(const Choice& choice) {
    if (choice.basis == Basis::kRough) return kUnknown;
    return choice.safety;
}

// The cells that the start rule keeps free of mines.
std::vector<std::uint32_t> excluded_cells(const Match& match) {
    std::vector<std::uint32_t> excluded;
    if (match.start == StartRule::kRaw) return excluded;
    excluded.push_back(static_cast<std::uint32_t>(match.first));
    if (match.start == StartRule::kOpen)
        for (const int j : match.graph.around(match.first))
            excluded.push_back(static_cast<std::uint32_t>(j));
    return excluded;
}

}  // namespace

std::vector<std::uint8_t> deal_game(const Match& match, std::uint64_t game) {
    return deal(static_cast<std::uint32_t>(match.graph.size()),
                static_cast<std::uint32_t>(match.mines), excluded_cells(match), match.seed, game);
}

bool is_scored(const Setting& setting, const Graph& graph) {
    return setting.is_learned && is_plain_rectangle(graph);
}

// Records what happens in a game.
struct Simulator::Recorder : GameHooks {
    GameResult& result;
    std::vector<std::int32_t>* moves;
    Luck luck{};
    Clock::time_point asked{};

    Recorder(GameResult& result_, std::vector<std::int32_t>* moves_)
        : result(result_), moves(moves_) {}

    bool before_decision() {
        asked = Clock::now();
        return true;
    }
    void after_decision(const Choice&) { result.slowest = std::max(result.slowest, since(asked)); }
    void before_opening(int cell) {
        ++result.steps;
        result.last = cell;
        if (moves) moves->push_back(cell);
    }
    void after_guess(const Choice& choice, int number) {
        const double safety = exact_safety(choice);
        ++result.guesses;
        result.expected += safety;
        result.variance += safety * (1 - safety);
        result.safeties.push_back(safety);
        result.survived += number != kMine;
        luck.note(choice, number);
    }
};

GameResult Simulator::play(std::uint64_t game, std::vector<std::int32_t>* moves) {
    const auto start = Clock::now();
    GameResult result;
    Recorder recorder(result, moves);
    game_.begin(deal_game(match_, game), match_.mines);
    recorder.before_opening(match_.first);
    game_.open(match_.first);
    if (match_.is_clairvoyant)
        open_all_safe(recorder);
    else
        game_.play(recorder);
    result.won = game_.is_alive();
    result.score = is_scored_ ? recorder.luck.score(result.won) : kUnknown;
    result.cleared = match_.graph.size() - match_.mines - game_.safe_left();
    result.seconds = since(start);
    return result;
}

// Lists the safe cells first, branch-free: where the mines are is impossible to predict.
void Simulator::open_all_safe(Recorder& recorder) {
    if (!game_.is_alive()) return;
    const auto size = static_cast<std::size_t>(match_.graph.size());
    safe_cells_.resize(size);
    std::size_t count = 0;
    const std::uint8_t* const mines = game_.ground().mines().data();
    std::int32_t* const cells = safe_cells_.data();
    for (std::size_t cell = 0; cell < size; ++cell) {
        cells[count] = static_cast<std::int32_t>(cell);
        count += mines[cell] == 0;
    }
    std::int32_t steps = 0;  // counted apart: in memory it would be the slowest part of the loop
    game_.open_all(std::span(safe_cells_).first(count), [&](int cell) {
        ++steps;
        recorder.result.last = cell;
        if (recorder.moves) recorder.moves->push_back(cell);
    });
    recorder.result.steps += steps;
}

void simulate(const Match& match, std::uint64_t begin, std::span<GameResult> results, int workers,
              const std::atomic<bool>& stop) {
    std::atomic<std::size_t> next{0};
    const auto most = std::min<std::size_t>(results.size(), static_cast<std::size_t>(workers));
    run_on_threads(std::max(1, static_cast<int>(most)), [&](std::size_t) {
        Simulator simulator(match);
        while (!stop.load(std::memory_order_relaxed)) {
            const std::size_t i = next.fetch_add(1);
            if (i >= results.size()) return;
            try {
                results[i] = simulator.play(begin + i);
            } catch (...) {
                next = results.size();  // stop the other threads
                throw;
            }
        }
    });
}

}  // namespace sapper
