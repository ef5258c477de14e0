// Finds the best guess by rollouts: plays all candidates to the end on the same drawn layouts.
//
// The champion proposes the candidates. Layouts are then drawn from all that fit; in each of them
// every candidate is opened and the champion plays the rest. Two things make the answer more
// precise than the same number of plain games: luck is removed from each game (score.hpp), and
// candidates are compared by their differences on the same layouts, where common noise cancels.
// Candidates clearly behind the leader play no further layouts.
//
// Layout i depends only on (seed, i), and results are added in the order of the layouts, so the
// number of threads does not matter. With a time limit the number of layouts depends on the
// machine.
#pragma once

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
    double behind = 0, behind_error = 0;  // the best, on the layouts that both played
    bool is_dropped = false;              // clearly behind, so no longer played
};

struct Standing {
    Basis basis = Basis::kCertain;  // of the champion's proposal
    std::int64_t layouts = 0;
    double seconds = 0;
    std::vector<Rival> rivals;  // best first
};

class Deep {
   public:
    static constexpr int kMostRivals = 8;
    // Standard errors by which a candidate must be behind the leader to be given up. More than for
    // an interval, because the leader of several also had the most luck.
    static constexpr double kClearlyBehind = 3;

    Deep(const Graph& graph, std::span<const std::uint8_t> faces, int mines, std::uint64_t seed,
         int workers);

    // Finds the candidates. Returns false if there is nothing to guess, or if no layouts can be
    // drawn (see Sampler).
    bool prepare(Budget budget);

    // Plays `most_layouts` layouts or, if that is 0, for `seconds`. A layout once begun is finished
    // by all candidates, because otherwise quick games would count more than slow ones; only
    // `stop`, or one second beyond the time limit, interrupts it, and then it does not count.
    void play(std::int64_t most_layouts, double seconds, const std::atomic<bool>& stop);

    // The results so far; may be called while another thread plays.
    Standing standing() const;

   private:
    struct End;
    using Layout = std::vector<std::uint8_t>;

    std::size_t draw_round(std::int64_t most_layouts);
    void play_round(const End& end);
    bool play_layout(std::size_t at, Continuation& continuation, const End& end);
    void add_round(double seconds);
    void drop_hopeless();
    std::size_t leader() const;
    Tally lead(std::size_t of, std::size_t over) const;

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
    std::vector<Candidate> candidates_;
    std::vector<std::uint8_t> is_dropped_;
    std::vector<Tally> tallies_;  // per candidate
    std::vector<Tally> leads_;    // of a over b, at a * candidates + b, for a < b
    std::int64_t layouts_ = 0;
    std::int64_t next_look_ = 32;  // when to drop candidates next; few looks make few mistakes
    double seconds_ = 0;
};

}  // namespace sapper
