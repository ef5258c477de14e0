#include "sapper/count/batch.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include "sapper/threads.hpp"

namespace sapper {

namespace {

void write_solution(const Solution& solution, BatchTask& task) {
    std::ranges::copy(solution.chances, task.chances);
    std::ranges::transform(solution.verdicts, task.verdicts, [](std::uint8_t verdict) {
        return static_cast<std::uint8_t>(verdict & ~kByMineCount);
    });
    task.outcome = BatchOutcome::kPossible;
}

void write_undecided(BatchTask& task) {
    const auto faces = task.question.faces;
    std::fill_n(task.chances, faces.size(), std::numeric_limits<double>::quiet_NaN());
    std::ranges::transform(faces, task.verdicts, [](std::uint8_t face) -> std::uint8_t {
        return is_covered(face) ? kUndecided : kNotCovered;
    });
}

class Batch {
   public:
    Batch(std::span<BatchTask> tasks, BatchLimits limits, const std::atomic<bool>& stop)
        : tasks_(tasks), limits_(limits), stop_(stop) {}

    // The share of one thread: whichever task is next, until none is left.
    void work() {
        Solver solver;
        Solution solution;
        try {
            while (!stop_.load(std::memory_order_relaxed)) {
                const std::size_t i = next_.fetch_add(1);
                if (i >= tasks_.size()) return;
                solve(solver, tasks_[i], solution);
            }
        } catch (const Interrupted&) {
        } catch (...) {
            next_ = tasks_.size();  // stop the other threads
            throw;
        }
    }

   private:
    using Clock = Budget::Clock;

    void solve(Solver& solver, BatchTask& task, Solution& solution) {
        const double left = milliseconds_left();
        if (left < 0) return write_undecided(task);  // out of budget unless it says otherwise
        Budget budget(limits_.states, left, &stop_);
        solve_task(solver, task, budget, solution);
    }

    // Of all boards together; 0: no limit, below: none is left.
    double milliseconds_left() const {
        if (limits_.milliseconds <= 0) return 0;
        const std::chrono::duration<double, std::milli> passed = Clock::now() - start_;
        const double left = limits_.milliseconds - passed.count();
        return left > 0 ? left : -1;
    }

    std::span<BatchTask> tasks_;
    BatchLimits limits_;
    const std::atomic<bool>& stop_;
    std::atomic<std::size_t> next_{0};
    Clock::time_point start_ = Clock::now();
};

}  // namespace

void solve_task(Solver& solver, BatchTask& task, Budget& budget, Solution& solution) {
    try {
        solver.solve(task.question, budget, solution);
        if (solution.outcome == Outcome::kPossible) return write_solution(solution, task);
        task.outcome = BatchOutcome::kContradiction;
    } catch (const BudgetSpent&) {
        task.outcome = BatchOutcome::kOutOfBudget;
    }
    write_undecided(task);
}

void solve_batch(std::span<BatchTask> tasks, BatchLimits limits, int workers,
                 const std::atomic<bool>& stop) {
    Batch batch(tasks, limits, stop);
    const auto most = std::min<std::size_t>(tasks.size(), static_cast<std::size_t>(workers));
    run_on_threads(std::max(1, static_cast<int>(most)), [&](std::size_t) { batch.work(); });
}

}  // namespace sapper
