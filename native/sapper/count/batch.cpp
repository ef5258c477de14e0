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
    Batch(std::span<BatchTask> tasks, BatchLimits limits, const std::atomic<bool>& stop,
          Supply* supply)
        : tasks_(tasks), limits_(limits), stop_(stop), supply_(supply) {}

    // The share of one thread: whichever task is next, until none is left.
    void work(std::size_t share) {
        Solver solver;
        Solution solution;
        try {
            if (share == 0 && supply_) supply_->say_it_has_begun();
            if ((share == 0 || limits_.milliseconds > 0) && !wait_for(tasks_.size())) return;
            std::call_once(started_, [this] { start_ = Clock::now(); });
            while (!stop_.load(std::memory_order_relaxed)) {
                const std::size_t i = next_.fetch_add(1);
                if (i >= tasks_.size() || !wait_for(i + 1)) return;
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

    bool wait_for(std::size_t tasks) { return !supply_ || supply_->wait_for(tasks); }

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
    Supply* supply_;
    std::atomic<std::size_t> next_{0};
    std::once_flag started_;
    Clock::time_point start_;
};

}  // namespace

void Supply::say_it_has_begun() {
    {
        const std::lock_guard lock(mutex_);
        has_begun_ = true;
    }
    changed_.notify_all();
}

void Supply::wait_for_beginning() {
    constexpr std::chrono::milliseconds kMoment{2};
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kMoment, [&] { return has_begun_; });
}

void Supply::make_ready(std::size_t count) {
    {
        const std::lock_guard lock(mutex_);
        ready_.store(count, std::memory_order_release);
    }
    changed_.notify_all();
    if (count >= tasks_) all_are_ready_.notify_all();
}

void Supply::close() {
    {
        const std::lock_guard lock(mutex_);
        is_closed_ = true;
    }
    changed_.notify_all();
    all_are_ready_.notify_all();
}

bool Supply::wait_for(std::size_t count) {
    const auto is_ready = [&] { return ready_.load(std::memory_order_acquire) >= count; };
    if (is_ready()) return true;
    std::condition_variable& changed = count < tasks_ ? changed_ : all_are_ready_;
    std::unique_lock lock(mutex_);
    changed.wait(lock, [&] { return is_closed_ || is_ready(); });
    return is_ready();
}

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
                 const std::atomic<bool>& stop, Supply* supply) {
    Batch batch(tasks, limits, stop, supply);
    const auto most = std::min<std::size_t>(tasks.size(), static_cast<std::size_t>(workers));
    run_on_threads(std::max(1, static_cast<int>(most)),
                   [&](std::size_t share) { batch.work(share); });
}

}  // namespace sapper
