// Finds the best guess by rollouts: plays all candidates to the end on the same drawn layouts.
//
// This is the player `deep` (make_player.hpp) and what `best` asks. `patient` proposes the
// candidates. Layouts are then drawn from all that fit; in each of them every candidate is opened
// and `champion` plays the rest. Three things make the answer more precise than the same number of
// plain games: luck is removed from each game (score.hpp); candidates are compared by their
// differences on the same layouts, where common noise cancels; and these are weighed against the
// differences of the learned value, by the errors of both. Candidates that the remaining layouts
// could hardly make the best play no more of them, or none at all.
//
// Layout i depends only on (position, seed, i), and results are added in the order of the layouts,
// so the number of threads does not matter. With a time limit the number of layouts depends on the
// machine.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "sapper/games/rollout.hpp"
#include "sapper/games/tally.hpp"

namespace sapper {

struct Rival {
    Candidate candidate;
    std::int64_t games = 0;
    double chance = 0;  // to win
    Interval interval{};
    double behind = 0, behind_error = 0;  // the best: by the layouts that both played, and value
    bool is_dropped = false;              // too far behind, so no longer played
};

struct Standing {
    Basis basis = Basis::kCertain;  // of the proposal
    std::int64_t layouts = 0;
    double seconds = 0;
    std::vector<Rival> rivals;  // best first
};

class Deep {
   public:
    static constexpr int kMostRivals = 4;
    // A candidate is given up if the rest of the layouts would have to change its lead over the
    // best by more than this many times what they change it on average.
    static constexpr double kClearlyBehind = 2;

    Deep(const Graph& graph, std::span<const std::uint8_t> faces, int mines, std::uint64_t seed,
         int workers);

    // Finds the candidates. Returns false if there is nothing to guess, or if no layouts can be
    // drawn (see Sampler). Throws BudgetSpent.
    bool prepare(Budget budget);
    // The same for a choice already made.
    bool prepare(const Choice& choice, Budget& budget);

    // From now on playing ends once a single candidate is left.
    void find_only_best() { finds_only_best_ = true; }

    // Plays up to `most_layouts` layouts or, if that is 0, for `seconds`. A layout begun is
    // finished by all candidates, because otherwise quick games would count more than slow ones;
    // only `stop`, or one second beyond the time limit, interrupts it, and then it does not count.
    void play(std::int64_t most_layouts, double seconds, const std::atomic<bool>& stop);

    // The results so far, of candidates that were played; may be called while another thread plays.
    Standing standing() const;

   private:
    struct End;
    // What is known of the lead of one candidate over another.
    struct Lead {
        double mean, variance;
    };
    using Layout = std::vector<std::uint8_t>;

    std::size_t draw_round(std::int64_t most_layouts);
    void play_round(const End& end);
    bool play_layout(std::size_t at, Continuation& continuation, const End& end);
    void add_round(double seconds);
    void drop_hopeless(std::int64_t most_layouts);
    bool is_decided() const { return std::ranges::count(is_dropped_, 0) < 2; }
    std::size_t leader() const;
    Lead lead(std::size_t of, std::size_t over) const;
    Tally differences(std::size_t of, std::size_t over) const;
    double variance_after(double layouts) const;
    double noise() const;

    const Graph& graph_;
    std::span<const std::uint8_t> faces_;
    int mines_;
    std::uint64_t seed_;
    Frontier frontier_;
    Sampler sampler_;
    std::vector<std::unique_ptr<Continuation>> continuations_;  // one for each worker

    std::vector<Layout> round_;         // the layouts of this round
    std::vector<double> scores_;        // layout by layout, one for each candidate
    std::vector<std::uint8_t> played_;  // per layout: whether all candidates finished it

    mutable std::mutex mutex_;  // guards the members below
    Basis basis_ = Basis::kCertain;
    bool is_weighed_ = false;  // the candidates have winning chances
    double known_ = 0;         // what the value knows of a difference: 1 / its variance
    bool finds_only_best_ = false;
    std::vector<Candidate> candidates_;
    std::vector<std::uint8_t> is_dropped_;
    std::vector<Tally> tallies_;  // per candidate
    std::vector<Tally> leads_;    // of a over b, at a * candidates + b, for a < b
    std::int64_t layouts_ = 0;
    std::int64_t next_look_ = 0;  // when to drop candidates next; few looks make few mistakes
    double seconds_ = 0;
};

}  // namespace sapper
