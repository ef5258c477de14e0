#include "sapper/count/plan.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace sapper {

namespace {

// Below this estimate the count takes a few microseconds; a search for a better order costs more.
constexpr double kGoodEnough = 3000;
constexpr int kMoreStarts = 12;

// How many values the need of an open number can have.
int range_of(const Constraint& c, int used, int left) {
    if (used == 0 || left == 0) return 1;
    if (c.is_wild) return used + 1;
    return std::min<int>(c.need, used) - std::max(0, c.need - left) + 1;
}

}  // namespace

void Planner::clear() {
    steps_.clear();
    links_.clear();
}

Plan Planner::plan(int columns, const Structure& structure, const Component& component,
                   Budget& budget) {
    const auto step_begin = static_cast<std::int32_t>(steps_.size());
    plan_ = {step_begin, 0, 0, -1, 0, 0};
    find_order(columns, structure, component, budget);
    plan_.step_end = static_cast<std::int32_t>(steps_.size());
    return plan_;
}

// The steps of the first order are written at once: nearly always it is good enough.
void Planner::find_order(int columns, const Structure& structure, const Component& component,
                         Budget& budget) {
    const std::size_t links = links_.size();
    const Plan start = plan_;
    is_writing_ = true;
    const double cost = greedy(structure, component,
                               structure.component_constraints()[component.constraint_end - 1],
                               std::numeric_limits<double>::infinity(), budget);
    is_writing_ = false;
    if (cost <= kGoodEnough) return;
    steps_.resize(static_cast<std::size_t>(start.step_begin));
    links_.resize(links);
    plan_ = start;
    search_order(columns, structure, component, cost, budget);
    begin(structure, component);
    is_writing_ = true;
    for (const int box : best_) decide_box(structure, box);
    is_writing_ = false;
}

// Finds the cheapest of several orders, the last one among them.
void Planner::search_order(int columns, const Structure& structure, const Component& component,
                           double best, Budget& budget) {
    const std::int32_t* const grouped = structure.component_constraints().data();
    const std::span constraints(grouped + component.constraint_begin,
                                grouped + component.constraint_end);
    best_.swap(order_);
    const auto keep_if_better = [&](double cost) {
        if (cost < best) {
            best = cost;
            best_.swap(order_);
        }
    };
    const auto count = static_cast<int>(constraints.size());
    for (int k = 0; k < std::min(count, kMoreStarts); ++k) {
        keep_if_better(
            greedy(structure, component,
                   constraints[static_cast<std::size_t>(k) * count / std::min(count, kMoreStarts)],
                   best, budget));
    }
    const auto along = [&](auto place) {
        Order swept(constraints.begin(), constraints.end());
        std::sort(swept.begin(), swept.end(), [&](int a, int b) {
            return place(structure.constraints()[a].cell) < place(structure.constraints()[b].cell);
        });
        begin(structure, component);
        keep_if_better(sweep(structure, swept, best, budget));
    };
    along([&](int cell) { return std::pair(cell / columns, cell % columns); });
    along([&](int cell) { return std::pair(cell % columns, cell / columns); });
    along([&](int cell) { return std::pair(cell / columns + cell % columns, cell / columns); });
}

void Planner::begin(const Structure& structure, const Component& component) {
    const auto constraint_count = structure.constraints().size();
    progress_.resize(constraint_count);
    stamp_.resize(constraint_count, 0);
    slot_of_.resize(constraint_count);
    decided_.resize(static_cast<std::size_t>(structure.box_count()));
    for (int i = component.constraint_begin; i < component.constraint_end; ++i) {
        const int c = structure.component_constraints()[i];
        int cells = 0;
        for (const int b : structure.boxes_of(c)) cells += structure.box_size(b);
        progress_[c] = {0, cells, 1};
    }
    for (int i = component.box_begin; i < component.box_end; ++i)
        decided_[structure.component_boxes()[i]] = 0;
    order_.clear();
    open_.clear();
    free_slots_.clear();
    width_ = 1;
    cost_ = 0;
}

double Planner::greedy(const Structure& structure, const Component& component, int start,
                       double limit, Budget& budget) {
    begin(structure, component);
    decide_boxes_of(structure, start);
    while (!open_.empty()) {
        budget.spend(static_cast<std::int64_t>(open_.size()));
        if (cost_ >= limit) return std::numeric_limits<double>::infinity();
        int next = open_.front(), fewest = std::numeric_limits<int>::max();
        for (const int c : open_) {
            const int opened = count_newly_opened(structure, c, fewest);
            if (opened < fewest) {
                fewest = opened;
                next = c;
            }
            if (opened == 0) break;
        }
        decide_boxes_of(structure, next);
    }
    return cost_;
}

double Planner::sweep(const Structure& structure, const Order& constraints, double limit,
                      Budget& budget) {
    for (const int c : constraints) {
        budget.spend(static_cast<std::int64_t>(open_.size()));
        if (cost_ >= limit) return std::numeric_limits<double>::infinity();
        decide_boxes_of(structure, c);
    }
    return cost_;
}

int Planner::count_newly_opened(const Structure& structure, int constraint, int enough) {
    ++stamp_now_;
    int opened = 0;
    for (const int b : structure.boxes_of(constraint)) {
        if (decided_[b]) continue;
        for (const int c : structure.constraints_of(b)) {  // branch-free: hard to predict
            opened += static_cast<int>(progress_[c].used == 0) & (stamp_[c] != stamp_now_);
            stamp_[c] = stamp_now_;
        }
        if (opened >= enough) return opened;
    }
    return opened;
}

// Decides boxes that touch the fewest numbers first: a box of this number alone costs least while
// the other numbers are not yet open.
void Planner::decide_boxes_of(const Structure& structure, int constraint) {
    const auto from = order_.size();
    for (const int b : structure.boxes_of(constraint))
        if (!decided_[b]) order_.push_back(b);
    std::sort(order_.begin() + static_cast<std::ptrdiff_t>(from), order_.end(), [&](int a, int b) {
        const auto na = structure.constraints_of(a).size(), nb = structure.constraints_of(b).size();
        return na != nb ? na < nb : a < b;
    });
    for (std::size_t i = from; i < order_.size(); ++i) decide_box(structure, order_[i]);
    std::erase_if(open_, [this](int c) { return progress_[c].left == 0; });
}

void Planner::decide_box(const Structure& structure, int box) {
    decided_[box] = 1;
    const int size = structure.box_size(box);
    const auto link_begin = static_cast<std::int32_t>(links_.size());
    for (const int c : structure.constraints_of(box)) {
        const Constraint& constraint = structure.constraints()[c];
        auto& [used, left, range] = progress_[c];
        const bool opens = used == 0;
        if (opens) open_.push_back(c);
        used += size;
        left -= size;
        const int before = std::exchange(range, range_of(constraint, used, left));
        if (before != range) width_ = width_ / before * range;  // exact: the ranges are factors
        if (is_writing_) write_link(constraint, c, opens);
    }
    cost_ += width_;
    if (!is_writing_) return;
    for (const int c : structure.constraints_of(box))
        if (progress_[c].left == 0 && !structure.constraints()[c].is_wild)
            free_slots_.push_back(slot_of_[c]);
    steps_.push_back({box, size, link_begin, static_cast<std::int32_t>(links_.size())});
    plan_.cells += size;
}

void Planner::write_link(const Constraint& constraint, int c, bool opens) {
    std::int16_t opens_with = Link::kOpenAlready;
    if (opens) {
        opens_with = constraint.need;
        plan_.largest_need = std::max<int>(plan_.largest_need, constraint.need);
        slot_of_[c] = take_slot();
        if (constraint.is_wild) plan_.wild_slot = slot_of_[c];
    }
    // The wild number may end with any remainder, so its need is never too high.
    const int later = constraint.is_wild ? kMaxNumber : progress_[c].left;
    links_.push_back(
        {static_cast<std::int16_t>(slot_of_[c]), static_cast<std::int16_t>(later), opens_with});
}

std::int32_t Planner::take_slot() {
    if (free_slots_.empty()) return plan_.slots++;
    const std::int32_t slot = free_slots_.back();
    free_slots_.pop_back();
    return slot;
}

}  // namespace sapper
