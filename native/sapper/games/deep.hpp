// The best guess by rollouts: all candidates are played to the end on the same drawn layouts.
//
// The champion proposes its candidates. Layouts are then drawn from all that fit, and every
// candidate is opened in each of them and played on by the champion. Two things make the answer
// sharper than as many bare games: the luck is taken out of each game (luck.hpp), and candidates
// are compared by their differences on the same layouts, in which what is common to all cancels.
// Candidates that have fallen clearly behind the leader play no further layouts.
//
// Layout i depends on (seed, i) only, and results are added in the order of the layouts: how many
// threads play does not matter. Where the time ends the work, the number of layouts does depend on
// the machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "sapper/games/rollout.hpp"

namespace sapper {

// Scores of games, or differences between them.
struct Tally {
    std::int64_t games = 0;
    double sum = 0, squares = 0;
    void add(double score) {
        ++games;
        sum += score;
        squares += score * score;
    }
};

struct Rival {
    Candidate candidate;
    std::int64_t games = 0;
    double chance = 0, error = 0;         // to win; half the width of the 95 % interval
    double behind = 0, behind_error = 0;  // the best, on the layouts that both played
    bool is_dropped = false;              // clearly behind, and so not played any further
};

struct Standing {
    Basis basis = Basis::kCertain;  // of the champion, on what it proposed
    std::int64_t layouts = 0;
    double seconds = 0;
    std::vector<Rival> rivals;  // best first
};

class Deep {
   public:
    static constexpr int kMostRivals = 8;

    Deep(const Graph& graph, std::span<const std::uint8_t> faces, int mines, std::uint64_t seed,
         int workers);

    // Finds the candidates. Returns false where there is nothing to guess, or where no layouts can
    // be drawn (see Sampler).
    bool prepare(Budget budget);

    // Plays `most_layouts` layouts, or, if that is 0, until `seconds` have gone. A layout begun is
    // played to its end by all, or else quick games would count more than slow ones; only `stop`
    // and a second beyond the time end it at once, and it is then forgotten.
    void play(std::int64_t most_layouts, double seconds, const std::atomic<bool>& stop);

    // What is known so far; may be asked while another thread plays.
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

    mutable std::mutex mutex_;  // of all that follows
    Basis basis_ = Basis::kCertain;
    std::vector<Candidate> candidates_;
    std::vector<std::uint8_t> is_dropped_;
    std::vector<Tally> tallies_;  // per candidate
    std::vector<Tally> leads_;    // of a over b, at a * candidates + b, for a < b
    std::int64_t layouts_ = 0;
    std::int64_t next_look_ = 32;  // for candidates to drop; few looks make few mistakes
    double seconds_ = 0;
};

}  // namespace sapper
