// In which order the boxes of a component are counted.
//
// Boxes are decided one by one. A number is *open* from its first decided box to its last; what the
// open numbers still need is the state of the count, so the cost is the product of the open
// numbers' ranges, summed over the steps. Finding the best order is NP-hard (it is pathwidth);
// greedy from the far end of the component is nearly always good. Where its estimate is bad (loops,
// lattices, dense boards) more starts and plain sweeps are tried and the cheapest is kept.
#pragma once

#include <cstdint>
#include <vector>

#include "sapper/budget.hpp"
#include "sapper/count/structure.hpp"
#include "sapper/graph.hpp"

namespace sapper {

// An open number that the step's box touches: where its need stands in the state, and how many of
// its cells come later (the need may not exceed them).
struct Link {
    std::int16_t slot;
    std::int16_t later;
    std::int16_t opens_with;  // the need with which the number enters the state, or kOpenAlready
    static constexpr std::int16_t kOpenAlready = -1;
};

struct Step {
    std::int32_t box;
    std::int32_t size;
    std::int32_t link_begin, link_end;
};

// Plans of many components, one after another in shared arrays.
struct Plan {
    std::int32_t step_begin, step_end;
    std::int32_t slots;         // numbers open at once, at most
    std::int32_t wild_slot;     // where the wild number's remainder is found at the end, or -1
    std::int32_t largest_need;  // of any number in the component
    std::int32_t cells;
};

class Planner {
   public:
    void clear();
    // Appends the steps of one component. The sweeps use `columns` to place the cells.
    Plan plan(int columns, const Structure& structure, const Component& component, Budget& budget);

    const std::vector<Step>& steps() const { return steps_; }
    const std::vector<Link>& links() const { return links_; }

   private:
    using Order = std::vector<std::int32_t>;

    void find_order(int columns, const Structure& structure, const Component& component,
                    Budget& budget);
    void search_order(int columns, const Structure& structure, const Component& component,
                      double best, Budget& budget);
    // Both fill `order_` and return the estimated cost, or infinity once it passes `limit`.
    double greedy(const Structure& structure, const Component& component, int start, double limit,
                  Budget& budget);
    double sweep(const Structure& structure, const Order& constraints, double limit,
                 Budget& budget);

    void begin(const Structure& structure, const Component& component);
    // Counts no further than to `enough`.
    int count_newly_opened(const Structure& structure, int constraint, int enough);
    void decide_boxes_of(const Structure& structure, int constraint);
    // Also writes the step, if `is_writing_`. Numbers that are done stay in `open_`.
    void decide_box(const Structure& structure, int box);
    void write_link(const Constraint& constraint, int c, bool opens);
    std::int32_t take_slot();

    std::vector<Step> steps_;
    std::vector<Link> links_;

    Order order_, best_;
    std::vector<std::int32_t> open_;  // open constraints, oldest first
    struct Progress {
        std::int32_t used, left;  // cells decided and to come
        std::int32_t range;       // how many values the need can have
    };
    std::vector<Progress> progress_;     // per constraint
    std::vector<std::uint8_t> decided_;  // per box
    std::vector<std::int32_t> stamp_;    // per constraint, for counting distinct ones
    std::vector<std::int32_t> slot_of_, free_slots_;
    std::int32_t stamp_now_ = 0;
    double width_ = 1, cost_ = 0;
    bool is_writing_ = false;
    Plan plan_{};  // being written
};

}  // namespace sapper
