#include "sapper/games/simulate.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <stdexcept>

#include "sapper/games/deal.hpp"
#include "sapper/games/luck.hpp"
#include "sapper/threads.hpp"

namespace sapper {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double exact_safety(const Choice& choice) {
    if (choice.basis == Basis::kRough) return std::numeric_limits<double>::quiet_NaN();
    return choice.safety;
}

}  // namespace

std::vector<std::uint32_t> excluded_by(const Match& match) {
    std::vector<std::uint32_t> excluded;
    if (match.start == StartRule::kRaw) return excluded;
    excluded.push_back(static_cast<std::uint32_t>(match.first));
    if (match.start == StartRule::kOpen)
        for (const int j : match.graph.around(match.first))
            excluded.push_back(static_cast<std::uint32_t>(j));
    return excluded;
}

bool is_scored(const Setting& setting, const Graph& graph) {
    return setting.is_learned && is_plain_rectangle(graph);
}

GameResult Simulator::play(std::uint64_t game, std::vector<std::int32_t>* moves) {
    const auto start = Clock::now();
    GameResult result;
    ground_.lay(match_.graph, deal(static_cast<std::uint32_t>(match_.graph.size()),
                                   static_cast<std::uint32_t>(match_.mines), excluded_by(match_),
                                   match_.seed, game));
    opened_.assign(static_cast<std::size_t>(match_.graph.size()), 0);
    safe_left_ = match_.graph.size() - match_.mines;
    player_.begin(match_.graph, match_.mines);
    const auto make = [&](int cell) {
        ++result.moves;
        result.last = cell;
        if (moves) moves->push_back(cell);
        return open(cell);
    };
    Luck luck;
    bool is_alive = make(match_.first);
    for (int cell = 0; match_.is_told && is_alive && safe_left_ > 0; ++cell)
        if (!opened_[cell] && !ground_.is_mine(cell)) make(cell);
    while (is_alive && safe_left_ > 0) {
        const auto thinking = Clock::now();
        Budget budget;
        if (!player_.decide(budget, choice_)) throw std::logic_error("the player found no move");
        result.slowest = std::max(result.slowest, since(thinking));
        for (const int cell : choice_.certain)
            if (!opened_[cell] && !make(cell)) throw std::logic_error("a certain cell was a mine");
        if (!choice_.certain.empty()) continue;
        const double safety = exact_safety(choice_);
        ++result.guesses;
        result.expected += safety;
        result.variance += safety * (1 - safety);
        result.safeties.push_back(safety);
        is_alive = make(choice_.cell);
        luck.note(choice_, is_alive ? ground_.number(choice_.cell) : -1);
        result.survived += is_alive;
    }
    result.won = is_alive;
    result.score = is_scored_ ? luck.score(is_alive) : std::numeric_limits<double>::quiet_NaN();
    result.cleared = match_.graph.size() - match_.mines - safe_left_;
    result.seconds = since(start);
    return result;
}

bool Simulator::open(int cell) {
    if (ground_.is_mine(cell)) return false;
    ground_.open(match_.graph, cell, opened_, [&](int shown, int number) {
        --safe_left_;
        if (!match_.is_told) player_.see(shown, number);
    });
    return true;
}

void simulate(const Match& match, std::uint64_t begin, std::span<GameResult> results, int workers,
              const std::atomic<bool>& stop) {
    std::atomic<std::size_t> next{0};
    const auto most = std::min<std::size_t>(results.size(), static_cast<std::size_t>(workers));
    share_out(std::max(1, static_cast<int>(most)), [&](std::size_t) {
        Simulator simulator(match);
        while (!stop.load(std::memory_order_relaxed)) {
            const std::size_t i = next.fetch_add(1);
            if (i >= results.size()) return;
            try {
                results[i] = simulator.play(begin + i);
            } catch (...) {
                next = results.size();  // the others need not go on
                throw;
            }
        }
    });
}

}  // namespace sapper
