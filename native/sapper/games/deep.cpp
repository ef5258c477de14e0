#include "sapper/games/deep.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

#include "sapper/threads.hpp"

namespace sapper {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kShortest = 8, kLongest = 64;  // layouts in a round
constexpr std::int64_t kFirstLook = 16;               // at results, to drop candidates
constexpr double kGrace = 1;  // extra seconds to finish layouts when the time is up

// Of a difference of the learned value this share is confirmed by rollouts, and this is the
// standard deviation of what is left (experiments/regret).
constexpr double kConfirmed = 0.6, kErrorOfValue = 0.01;
// It was taught on boards of 8x8 cells and more; on smaller ones it may be wrong by some points.
constexpr double kErrorOnSmallBoards = 0.05;
constexpr int kSmallestTaught = 64;
// The variance of a difference on one layout, luck taken out or not, that is assumed for so many
// layouts beside those played, so that a run of equal results does not seem certain.
constexpr double kUsualNoise = 0.16 * 0.16, kPlainNoise = 0.25, kLayoutsAssumed = 8;

// A lead of no more is a tie: rounding must not choose.
constexpr double kTie = 1e-12;

// Equal positions are played on the same layouts, whatever marks their cells carry.
std::uint64_t seed_of(std::span<const std::uint8_t> faces, int mines, std::uint64_t seed) {
    std::uint64_t key = game_key(seed, static_cast<std::uint64_t>(mines));
    for (const std::uint8_t face : faces)
        key = scatter(key + (is_covered(face) ? std::uint64_t{kHidden} : face));
    return key;
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
    : graph_(graph), faces_(faces), mines_(mines), seed_(seed_of(faces, mines, seed)) {
    for (int i = 0; i < std::max(1, workers); ++i)
        continuations_.push_back(std::make_unique<Continuation>(graph, faces, mines, kChampion));
}

bool Deep::prepare(Budget budget) {
    Player player(kPatient);
    Choice choice;
    Budget own = budget;
    if (!player.read(graph_, faces_, mines_) || !player.decide(own, choice)) return false;
    return choice.certain.empty() && prepare(choice, budget);
}

bool Deep::prepare(const Choice& choice, Budget& budget) {
    if (!frontier_.read(graph_, faces_, {}) || !sampler_.prepare(graph_, frontier_, mines_, budget))
        return false;
    const std::lock_guard lock(mutex_);
    basis_ = choice.basis;
    candidates_ = choice.candidates;
    if (candidates_.empty()) candidates_.push_back({choice.cell, choice.safety, -1});
    if (candidates_.size() > kMostRivals) candidates_.resize(kMostRivals);
    is_weighed_ = std::ranges::all_of(candidates_, std::mem_fn(&Candidate::is_weighed));
    const double error = graph_.size() < kSmallestTaught ? kErrorOnSmallBoards : kErrorOfValue;
    known_ = is_weighed_ ? 1 / (error * error) : 0;
    is_dropped_.assign(candidates_.size(), 0);
    tallies_.assign(candidates_.size(), {});
    leads_.assign(candidates_.size() * candidates_.size(), {});
    return true;
}

void Deep::play(std::int64_t most_layouts, double seconds, const std::atomic<bool>& stop) {
    const End end{Clock::now(), most_layouts > 0 ? 0 : seconds, stop};
    drop_hopeless(most_layouts);
    while (!(finds_only_best_ && is_decided()) && draw_round(most_layouts) > 0) {
        play_round(end);
        add_round(end.elapsed());
        if (end.is_time_up()) return;
        drop_hopeless(most_layouts);
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

// The mean of a lead after all layouts differs from that of now by the square root of the fall of
// its variance, on average.
void Deep::drop_hopeless(std::int64_t most_layouts) {
    if (layouts_ < next_look_ || (most_layouts > 0 && layouts_ >= most_layouts)) return;
    const std::lock_guard lock(mutex_);
    next_look_ = std::max(kFirstLook, layouts_ + layouts_ / 4);
    const std::size_t best = leader();
    const double at_end = most_layouts > 0 ? variance_after(static_cast<double>(most_layouts)) : 0;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (i == best || is_dropped_[i]) continue;
        const auto [mean, variance] = lead(best, i);
        is_dropped_[i] = mean > kClearlyBehind * std::sqrt(std::max(0.0, variance - at_end));
    }
}

// The best candidate still in play; ties go by the order of the proposal.
std::size_t Deep::leader() const {
    std::size_t best = candidates_.size();
    for (std::size_t i = 0; i < candidates_.size(); ++i)
        if (!is_dropped_[i] && (best == candidates_.size() || lead(i, best).mean > kTie)) best = i;
    return best;
}

// The mean of the value's difference and of that on the layouts, weighed by their variances.
Deep::Lead Deep::lead(std::size_t of, std::size_t over) const {
    const Tally played = differences(of, over);
    const double variance = variance_after(static_cast<double>(played.games));
    if (std::isinf(variance)) return {0, variance};
    const double stated = kConfirmed * (candidates_[of].value - candidates_[over].value);
    const double trust = variance * known_;  // in the value
    return {trust * stated + (1 - trust) * played.mean(), variance};
}

Tally Deep::differences(std::size_t of, std::size_t over) const {
    if (of < over) return leads_[of * candidates_.size() + over];
    Tally turned = leads_[over * candidates_.size() + of];
    turned.sum = -turned.sum;
    return turned;
}

// The variance of a lead once so many layouts were played; infinite if nothing is known.
double Deep::variance_after(double layouts) const { return 1 / (known_ + layouts / noise()); }

// The variance of a difference on one layout; one for all pairs, so that leads add up.
double Deep::noise() const {
    double games = kLayoutsAssumed, spread = games * (is_weighed_ ? kUsualNoise : kPlainNoise);
    for (const Tally& tally : leads_) {
        games += static_cast<double>(tally.games);
        spread += tally.squares - tally.sum * tally.mean();
    }
    return spread / games;
}

Standing Deep::standing() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < candidates_.size(); ++i)
        if (tallies_[i].games > 0) order.push_back(i);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        if (tallies_[a].games != tallies_[b].games) return tallies_[a].games > tallies_[b].games;
        return lead(a, b).mean > kTie;
    });
    Standing standing{basis_, layouts_, seconds_, {}};
    for (const std::size_t i : order) {
        const Tally& tally = tallies_[i];
        Rival rival{candidates_[i], tally.games};
        rival.chance = tally.chance();
        rival.interval = tally.interval();
        rival.is_dropped = is_dropped_[i] != 0;
        if (i != order.front()) {
            const auto [mean, variance] = lead(order.front(), i);
            rival.behind = mean;
            rival.behind_error = kNormal95 * std::sqrt(variance);
        }
        standing.rivals.push_back(rival);
    }
    return standing;
}

}  // namespace sapper
