#include "sapper/games/generate.hpp"

#include <algorithm>
#include <mutex>

#include "sapper/games/twin.hpp"
#include "sapper/threads.hpp"

namespace sapper {

namespace {

// Twins are looked for before any reasoning on boards with at least one mine in so many cells. On
// others they are too rare: 6 % of the deals of 9x9/10 have one, 17 % of 16x16/40 (where it makes
// no difference), 48 % of 16x30/99.
constexpr int kCellsPerMine = 7;

// So many cells are dealt before other threads are started: until then most searches have ended.
constexpr std::uint64_t kCellsAlone = 10'000;

bool has_many_twins(const Match& match) {
    return match.mines * kCellsPerMine >= match.graph.size();
}

// Deals and judges boards on one thread.
class Judge {
   public:
    Judge(const Wanted& wanted, const std::atomic<bool>& stop)
        : wanted_(wanted),
          stop_(stop),
          reasoner_(wanted.match.graph, wanted.most, &stop),
          twins_(wanted.match.graph),
          looks_for_twins_(has_many_twins(wanted.match)) {}

    bool accepts(std::uint64_t puzzle, std::uint64_t attempt) {
        if (stop_.load(std::memory_order_relaxed)) throw Interrupted{};
        const Match& match = wanted_.match;
        reasoner_.lay(deal_game(match, game_of_try(puzzle, attempt)), match.mines);
        if (looks_for_twins_ && twins_.finds(reasoner_.ground(), match.first)) return false;
        reasoning_ = reasoner_.clear(match.first);
        return reasoning_.is_solved && reasoning_.level >= wanted_.least;
    }
    // Of the last board.
    const Reasoning& reasoning() const { return reasoning_; }
    const std::vector<std::uint8_t>& layout() const { return reasoner_.ground().mines(); }

   private:
    const Wanted& wanted_;
    const std::atomic<bool>& stop_;
    Reasoner reasoner_;
    TwinFinder twins_;
    bool looks_for_twins_;
    Reasoning reasoning_;
};

Found first_accepted(Judge& judge, const Search& search) {
    std::uint64_t attempt = search.begin;
    while (attempt < search.end && !judge.accepts(search.puzzle, attempt)) ++attempt;
    Found found{attempt, judge.reasoning(), {}};
    if (attempt < search.end) found.layout = judge.layout();
    return found;
}

// Every thread does whole searches.
void share_searches(const Wanted& wanted, std::span<const Search> searches,
                    std::span<Found> results, int workers, const std::atomic<bool>& stop) {
    std::atomic<std::size_t> next{0};
    run_on_threads(workers, [&](std::size_t) {
        Judge judge(wanted, stop);
        try {
            for (std::size_t i = next++; i < searches.size(); i = next++)
                results[i] = first_accepted(judge, searches[i]);
        } catch (...) {
            next = searches.size();  // stop the other threads
            throw;
        }
    });
}

// All threads do one search together: each takes the next try, until none before the first
// accepted one is left.
Found share_tries(const Wanted& wanted, const Search& search, int workers,
                  const std::atomic<bool>& stop) {
    Judge alone(wanted, stop);
    const auto cells = static_cast<std::uint64_t>(wanted.match.graph.size());
    const std::uint64_t few = std::min(search.end, search.begin + kCellsAlone / cells);
    Found found = first_accepted(alone, {search.puzzle, search.begin, few});
    if (found.attempt < few || few == search.end) return found;
    found = {search.end, {}, {}};
    std::atomic<std::uint64_t> next{few}, end{search.end};
    std::mutex finding;
    run_on_threads(workers, [&](std::size_t) {
        Judge judge(wanted, stop);
        try {
            for (std::uint64_t attempt = next++; attempt < end; attempt = next++) {
                if (!judge.accepts(search.puzzle, attempt)) continue;
                const std::lock_guard lock(finding);
                if (attempt < found.attempt) found = {attempt, judge.reasoning(), judge.layout()};
                end = found.attempt;
            }
        } catch (...) {
            end = 0;  // stop the other threads
            throw;
        }
    });
    return found;
}

}  // namespace

std::vector<Found> search_boards(const Wanted& wanted, std::span<const Search> searches,
                                 int workers, const std::atomic<bool>& stop) {
    std::vector<Found> results(searches.size());
    if (searches.size() >= static_cast<std::size_t>(workers))
        share_searches(wanted, searches, results, workers, stop);
    else
        for (std::size_t i = 0; i < searches.size(); ++i)
            results[i] = share_tries(wanted, searches[i], workers, stop);
    return results;
}

}  // namespace sapper
