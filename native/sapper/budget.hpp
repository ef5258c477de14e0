// A limit on the work of one call, in states and in milliseconds.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace sapper {

// Thrown from any depth when the budget is spent; carries what was spent.
struct BudgetSpent : std::runtime_error {
    BudgetSpent(std::int64_t states_, double milliseconds_)
        : std::runtime_error("budget spent"), states(states_), milliseconds(milliseconds_) {}
    std::int64_t states;
    double milliseconds;
};

// A state is one entry of a counting table: (what the open numbers still need, mines so far).
// Counting states limits memory as well as time: one costs up to about 30 bytes, including the
// moves that lead to it, and a few nanoseconds. (Exact counts, whose integers grow with the board,
// need more.) Other work (planning, convolving) is charged by its time.
class Budget {
   public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::int64_t kDefaultStates = 20'000'000;

    explicit Budget(std::int64_t states = kDefaultStates, double milliseconds = 0)
        : limit_(states), milliseconds_(milliseconds) {
        if (milliseconds_ > 0) start_ = Clock::now();
    }

    // Call before doing the work of `states` entries, so that nothing is allocated in vain.
    void spend(std::int64_t states) {
        spent_ += states;
        if (spent_ > limit_) throw BudgetSpent(spent_, elapsed());
        since_look_ += states;
        if (since_look_ >= kLookEvery) look_at_clock();
    }

    // Call where time passes without states (ordering, combining).
    void look_at_clock() {
        since_look_ = 0;
        if (is_late()) throw BudgetSpent(spent_, elapsed());
    }

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
    std::int64_t spent_ = 0;
    std::int64_t since_look_ = 0;
    Clock::time_point start_{};
};

}  // namespace sapper
