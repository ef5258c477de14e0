#include "sapper/games/deep.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "sapper/threads.hpp"

namespace sapper {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kShortest = 8, kLongest = 64;  // layouts in a round
constexpr double kGrace = 1;  // extra seconds to finish layouts when the time is up

// The standard error of a lead. Adds half a game of each kind, won by both, by neither, by only the
// one or only the other, so that a run of equal results does not seem certain (Agresti and Min,
// 2005).
double error_of_lead(const Tally& tally) {
    const double games = static_cast<double>(tally.games) + 2, centre = tally.sum / games;
    return std::sqrt(std::max(0.0, (tally.squares + 1) / games - centre * centre) / games);
}

}  // namespace

// When to stop.
struct Deep::End {
    Clock::time_point start;
    double seconds;  // 0: never by the clock
    const std::atomic<bool>& stop;

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start).count(); }
    bool is_time_up() const { return stop || (seconds > 0 && elapsed() >= seconds); }
    bool is_over() const { return stop || (seconds > 0 && elapsed() >= seconds + kGrace); }
};

Deep::Deep(const Graph& graph, std::span<const std::uint8_t> faces, int mines, std::uint64_t seed,
           int workers)
    : graph_(graph), faces_(faces), mines_(mines), seed_(seed) {
    for (int i = 0; i < std::max(1, workers); ++i)
        continuations_.push_back(std::make_unique<Continuation>(graph, faces, mines, kChampion));
}

bool Deep::prepare(Budget budget) {
    Player player(kChampion);
    Choice choice;
    Budget own = budget;
    if (!player.read(graph_, faces_, mines_) || !player.decide(own, choice)) return false;
    if (!choice.certain.empty()) return false;
    if (!frontier_.read(graph_, faces_, {}) || !sampler_.prepare(graph_, frontier_, mines_, budget))
        return false;
    const std::lock_guard lock(mutex_);
    basis_ = choice.basis;
    candidates_ = choice.candidates;
    if (candidates_.empty()) candidates_.push_back({choice.cell, choice.safety, -1});
    if (candidates_.size() > kMostRivals) candidates_.resize(kMostRivals);
    is_dropped_.assign(candidates_.size(), 0);
    tallies_.assign(candidates_.size(), {});
    leads_.assign(candidates_.size() * candidates_.size(), {});
    return true;
}

void Deep::play(std::int64_t most_layouts, double seconds, const std::atomic<bool>& stop) {
    const End end{Clock::now(), most_layouts > 0 ? 0 : seconds, stop};
    while (draw_round(most_layouts) > 0) {
        play_round(end);
        add_round(end.elapsed());
        if (end.is_time_up()) return;
        drop_hopeless();
    }
}

// Rounds grow: the first standing comes soon, and later ones cost little.
std::size_t Deep::draw_round(std::int64_t most_layouts) {
    std::int64_t size = std::clamp(layouts_, kShortest, kLongest);
    if (most_layouts > 0) size = std::min(size, most_layouts - layouts_);
    round_.resize(static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < round_.size(); ++i) {
        Random random(game_key(seed_, static_cast<std::uint64_t>(layouts_) + i));
        sampler_.draw(frontier_, random, round_[i]);
    }
    scores_.assign(round_.size() * candidates_.size(), 0);
    played_.assign(round_.size(), 0);
    return round_.size();
}

void Deep::play_round(const End& end) {
    std::atomic<std::size_t> next{0};
    run_on_threads(static_cast<int>(continuations_.size()), [&](std::size_t share) {
        for (std::size_t i; (i = next.fetch_add(1)) < round_.size();) {
            try {
                played_[i] = play_layout(i, *continuations_[share], end);
            } catch (...) {
                next = round_.size();  // stop the other threads
                throw;
            }
            if (end.is_time_up()) return;
        }
    });
}

bool Deep::play_layout(std::size_t at, Continuation& continuation, const End& end) {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (is_dropped_[i]) continue;
        const auto score =
            continuation.score(round_[at], candidates_[i], [&] { return end.is_over(); });
        if (!score) return false;
        scores_[at * candidates_.size() + i] = *score;
    }
    return true;
}

void Deep::add_round(double seconds) {
    const std::lock_guard lock(mutex_);
    const std::size_t count = candidates_.size();
    for (std::size_t at = 0; at < round_.size(); ++at) {
        if (!played_[at]) continue;
        ++layouts_;
        const double* scores = scores_.data() + at * count;
        for (std::size_t a = 0; a < count; ++a) {
            if (is_dropped_[a]) continue;
            tallies_[a].add(scores[a]);
            for (std::size_t b = a + 1; b < count; ++b)
                if (!is_dropped_[b]) leads_[a * count + b].add(scores[a] - scores[b]);
        }
    }
    seconds_ = seconds;
}

void Deep::drop_hopeless() {
    if (layouts_ < next_look_) return;
    const std::lock_guard lock(mutex_);
    next_look_ = layouts_ + layouts_ / 4;
    const std::size_t best = leader();
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (i == best || is_dropped_[i]) continue;
        const Tally ahead = lead(best, i);
        is_dropped_[i] = ahead.mean() > kClearlyBehind * error_of_lead(ahead);
    }
}

// The best candidate still in play; ties go by the champion's order.
std::size_t Deep::leader() const {
    std::size_t best = candidates_.size();
    for (std::size_t i = 0; i < candidates_.size(); ++i)
        if (!is_dropped_[i] &&
            (best == candidates_.size() || tallies_[i].mean() > tallies_[best].mean()))
            best = i;
    return best;
}

Tally Deep::lead(std::size_t of, std::size_t over) const {
    if (of < over) return leads_[of * candidates_.size() + over];
    Tally turned = leads_[over * candidates_.size() + of];
    turned.sum = -turned.sum;
    return turned;
}

Standing Deep::standing() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::size_t> order(candidates_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        if (tallies_[a].games != tallies_[b].games) return tallies_[a].games > tallies_[b].games;
        return tallies_[a].mean() > tallies_[b].mean();
    });
    Standing standing{basis_, layouts_, seconds_, {}};
    for (const std::size_t i : order) {
        const Tally& tally = tallies_[i];
        Rival rival{candidates_[i], tally.games};
        rival.chance = tally.chance();
        rival.interval = tally.interval();
        rival.is_dropped = is_dropped_[i] != 0;
        if (i != order.front()) {
            const Tally ahead = lead(order.front(), i);
            rival.behind = ahead.mean();
            rival.behind_error = kNormal95 * error_of_lead(ahead);
        }
        standing.rivals.push_back(rival);
    }
    return standing;
}

}  // namespace sapper
