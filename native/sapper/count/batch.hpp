// Solves many positions on several threads.
//
// Every position is solved by itself, exactly as `Solver::solve` does, so the answers do not depend
// on the number of threads. A position that no layout fits, or that exceeds the budget, says so in
// its outcome and does not affect the others.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>

#include "sapper/count/solve.hpp"

namespace sapper {

enum class BatchOutcome : std::uint8_t { kPossible, kContradiction, kOutOfBudget };

// A question, and where its answer goes: one chance and one verdict (without kByMineCount) per
// cell. Unless a layout is possible, chances are nan and no cell is decided.
struct BatchTask {
    Question question;
    double* chances;
    std::uint8_t* verdicts;
    BatchOutcome outcome = BatchOutcome::kOutOfBudget;
};

// Solves one task; Interrupted passes through. `solution` is working memory.
void solve_task(Solver& solver, BatchTask& task, Budget& budget, Solution& solution);

// The states of each position, and the milliseconds of all together (0: no limit).
struct BatchLimits {
    std::int64_t states;
    double milliseconds;
};

// Tells the threads of a batch which tasks the caller has read, so that they can begin while it
// reads the others.
class Supply {
   public:
    explicit Supply(std::size_t tasks) : tasks_(tasks) {}
    // The first thread says that the batch has begun; the caller waits a moment for it. If it went
    // on at once, it might keep the processor on which the system has put the new threads.
    void say_it_has_begun();
    void wait_for_beginning();
    // The first `count` tasks may be solved.
    void make_ready(std::size_t count);
    // No further task will be ready.
    void close();
    // Waits until the first `count` tasks are ready; returns false if they never will be.
    bool wait_for(std::size_t count);

   private:
    std::size_t tasks_;
    std::atomic<std::size_t> ready_{0};
    bool has_begun_ = false, is_closed_ = false;
    std::mutex mutex_;
    // Who waits for all tasks is not woken by every other one, beside threads that solve.
    std::condition_variable changed_, all_are_ready_;
};

// Returns early, with answers missing, once `stop` is true. With a supply, the first thread begins
// when all tasks are ready: until then the caller reads, and no more than `workers` are busy. If
// time is limited, all threads begin then, because reading does not count.
void solve_batch(std::span<BatchTask> tasks, BatchLimits limits, int workers,
                 const std::atomic<bool>& stop, Supply* supply = nullptr);

}  // namespace sapper
