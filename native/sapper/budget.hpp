// A limit on the work of one call, in states and in milliseconds.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace sapper {

// Which limit ended the work. The width is no part of a budget: a count keeps a fixed number of
// numbers open at once (count/needs.hpp), and a larger budget does not help.
enum class Limit { kStates, kTime, kWidth };

// Thrown from any depth when the budget is spent; carries what was spent, and the limit.
struct BudgetSpent : std::runtime_error {
    BudgetSpent(std::int64_t states_, double milliseconds_, Limit limit_)
        : std::runtime_error("budget spent"),
          states(states_),
          milliseconds(milliseconds_),
          limit(limit_) {}
    std::int64_t states;
    double milliseconds;
    Limit limit;
};

// Thrown when the caller asked the work to stop.
struct Interrupted {};

// A state is one entry of a counting table: (what the open numbers still need, mines so far).
// Counting states limits memory as well as time: one costs up to about 30 bytes, including the
// moves that lead to it, and a few nanoseconds. (Exact counts, whose integers grow with the board,
// need more.) Other work (planning, convolving) is charged by its time.
class Budget {
   public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::int64_t kDefaultStates = 20'000'000;

    // Work that looks at the clock also ends when `stop` becomes true.
    explicit Budget(std::int64_t states = kDefaultStates, double milliseconds = 0,
                    const std::atomic<bool>* stop = nullptr)
        : limit_(states), milliseconds_(milliseconds), stop_(stop) {
        if (milliseconds_ > 0) start_ = Clock::now();
    }

    // Call before doing the work of `states` entries, so that nothing is allocated in vain.
    void spend(std::int64_t states) {
        spent_ += states;
        if (spent_ > limit_) throw BudgetSpent(spent_, elapsed(), Limit::kStates);
        since_look_ += states;
        if (since_look_ >= kLookEvery) look_at_clock();
    }

    // Call where time passes without states (ordering, combining).
    void look_at_clock() {
        since_look_ = 0;
        if (stop_ && stop_->load(std::memory_order_relaxed)) throw Interrupted{};
        if (is_late()) throw BudgetSpent(spent_, elapsed(), Limit::kTime);
    }

    // Call when a count would keep more numbers open at once than it can.
    [[noreturn]] void stop_too_wide() const { throw BudgetSpent(spent_, elapsed(), Limit::kWidth); }

    // How many states it allows altogether.
    std::int64_t states() const { return limit_; }

    // Whether the time is up, for work that can stop anywhere.
    bool is_late() const { return milliseconds_ > 0 && elapsed() > milliseconds_; }

   private:
    static constexpr std::int64_t kLookEvery = 20'000;

    double elapsed() const {
        if (milliseconds_ <= 0) return std::numeric_limits<double>::quiet_NaN();
        return std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
    }

    std::int64_t limit_;
    double milliseconds_;
    const std::atomic<bool>* stop_;
    std::int64_t spent_ = 0;
    std::int64_t since_look_ = 0;
    Clock::time_point start_{};
};

}  // namespace sapper
