// Solves many positions on several threads.
//
// Every position is solved by itself, exactly as `Solver::solve` does, so the answers do not depend
// on the number of threads. A position that no layout fits, or that exceeds the budget, says so in
// its outcome and does not affect the others.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
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

// Returns early, with answers missing, once `stop` is true.
void solve_batch(std::span<BatchTask> tasks, BatchLimits limits, int workers,
                 const std::atomic<bool>& stop);

}  // namespace sapper
