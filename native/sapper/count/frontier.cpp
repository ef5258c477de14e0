#include "sapper/count/frontier.hpp"

#include <algorithm>

namespace sapper {

namespace {

// Branch-free, so that the compiler can vectorise it.
std::uint8_t state_of(std::uint8_t face, bool trust_flags) {
    const bool is_mine = face == kMine || (trust_flags && face == kFlag);
    return static_cast<std::uint8_t>(is_mine * Frontier::kKnownMine +
                                     (is_covered(face) && !is_mine) * Frontier::kUnknown);
}

}  // namespace

bool Frontier::read(const Graph& graph, std::span<const std::uint8_t> faces, ReadOptions options) {
    clash_.clear();
    found_safe_.clear();
    mark(faces, options);
    if (!gather(graph)) {
        clash_ = numbers_tied_to(graph, faces, options, clash_.front());
        return false;
    }
    tie(graph, options.wild);
    return true;
}

void Frontier::begin(const Graph& graph) {
    const auto cells = static_cast<std::size_t>(graph.size());
    faces_.assign(cells, kHidden);
    states_.assign(cells, kUnknown);
    clear_tallies(cells);
    for (auto* list : {&numbers_, &decided_, &found_safe_, &clash_}) list->clear();
    unknown_ = graph.size();
    known_mines_ = 0;
}

void Frontier::reveal(const Graph& graph, int cell, int number) {
    faces_[cell] = static_cast<std::uint8_t>(number);
    if (states_[cell] == kUnknown) settle(graph, cell, false);
    tally(graph, cell);
}

void Frontier::reveal_zero(const Graph& graph, int cell) {
    faces_[cell] = 0;
    if (states_[cell] == kUnknown) settle(graph, cell, false);
}

void Frontier::clear_tallies(std::size_t cells) {
    needs_.assign(cells, kNoTally);
    spares_.assign(cells, kNoTally);
    compared_with_.clear();
}

void Frontier::mark(std::span<const std::uint8_t> faces, ReadOptions options) {
    faces_.assign(faces.begin(), faces.end());
    states_.resize(faces.size());
    std::uint8_t* const states = states_.data();
    int unknown = 0, mines = 0;
    for (std::size_t i = 0; i < faces.size(); ++i)
        states[i] = state_of(faces[i], options.trust_flags);
    for (std::size_t i = 0; i < faces.size(); ++i) {
        unknown += states[i] & kUnknown;
        mines += states[i] >> kMineShift;
    }
    unknown_ = unknown;
    known_mines_ = mines;
    if (options.wild >= 0) {
        states_[options.wild] = kSettled;
        --unknown_;
    }
}

// What a number decides is settled at once, while the cells around it are still in the CPU cache.
bool Frontier::gather(const Graph& graph) {
    tally_all(graph);
    numbers_.clear();
    decided_.clear();
    for (const int number : waiting_) {
        take_turn(number);
        if (!decided_.empty() || !clash_.empty())
            if (!propagate(graph)) return false;
    }
    return true;
}

int Frontier::sum_around(const Graph& graph, int cell) const {
    const std::uint8_t* const states = states_.data();
    const Around around = graph.around(cell);
    if (around.size() == 8)  // nearly always: twice as fast as the loop
        return states[around[0]] + states[around[1]] + states[around[2]] + states[around[3]] +
               states[around[4]] + states[around[5]] + states[around[6]] + states[around[7]];
    int sum = 0;
    for (const int j : around) sum += states[j];
    return sum;
}

void Frontier::tally(const Graph& graph, int number) {
    const int sum = sum_around(graph, number);
    const int unknown = sum & kUnknownMask;
    const int need = faces_[number] - (sum >> kMineShift);
    if (need < 0 || need > unknown) clash_.assign(1, number);
    if (unknown == 0) return;
    needs_[number] = static_cast<std::int8_t>(need);
    spares_[number] = static_cast<std::int8_t>(unknown - need);
    numbers_.push_back(number);
    if (need == 0 || need == unknown) decided_.push_back(number);
}

// Depth first, so that on a large board successive cells are near each other in memory.
bool Frontier::propagate(const Graph& graph) {
    while (!decided_.empty() && clash_.empty()) {
        const int number = decided_.back();
        decided_.pop_back();
        if (unknown_left(number) == 0) continue;  // settled since it was decided
        const bool is_mine = spares_[number] == 0;
        Neighbours unknown;
        for (const int cell : unknown_cells(graph, number, unknown)) {
            if (!is_mine) found_safe_.push_back(cell);
            settle(graph, cell, is_mine);
        }
    }
    return clash_.empty();
}

// The unknown cells around a number, in `buffer`.
std::span<const std::int32_t> Frontier::unknown_cells(const Graph& graph, int number,
                                                      Neighbours& buffer) const {
    std::size_t count = 0;
    for (const int cell : graph.around(number)) {
        buffer[count] = cell;
        count += states_[cell] == kUnknown;
    }
    return {buffer.data(), count};
}

// A number is decided when its last mine or its last safe cell is found. (If that was also its last
// unknown cell, `propagate` finds nothing left to settle.)
void Frontier::settle(const Graph& graph, int cell, bool is_mine) {
    states_[cell] = is_mine ? kKnownMine : kSettled;
    known_mines_ += is_mine;
    --unknown_;
    std::int8_t* const lefts = is_mine ? needs_.data() : spares_.data();
    Neighbours complete;
    std::size_t count = 0;
    for (const int number : graph.around(cell)) {
        complete[count] = number;
        count += --lefts[number] <= 0;
    }
    for (const int number : std::span(complete).first(count)) {
        if (lefts[number] < 0)
            clash_.assign(1, number);
        else
            decided_.push_back(number);
    }
}

void Frontier::tie(const Graph& graph, int wild) {
    structure_.clear();
    collect_constraints(graph, wild);
    fill_boxes(graph, wild);
    structure_.tie();
}

void Frontier::drop_done_numbers() {
    std::erase_if(numbers_, [&](int number) { return unknown_left(number) == 0; });
}

void Frontier::collect_constraints(const Graph& graph, int wild) {
    constraint_of_.resize(static_cast<std::size_t>(graph.size()));
    drop_done_numbers();
    // Sort by cell, however the position was reached, so that the same position is always counted
    // in the same way, to the last bit.
    if (!std::is_sorted(numbers_.begin(), numbers_.end()))
        std::sort(numbers_.begin(), numbers_.end());
    for (const int number : numbers_)
        constraint_of_[number] = structure_.add_constraint(number, needs_[number], false);
    wild_known_mines_ = 0;
    if (wild < 0) return;
    const int sum = sum_around(graph, wild);
    wild_known_mines_ = sum >> kMineShift;
    if (const int unknown = sum & kUnknownMask; unknown > 0)
        constraint_of_[wild] = structure_.add_constraint(wild, unknown, true);
}

// Constraints are visited in order, so all cells first met at a constraint have it as their first:
// a cell need only be compared with the boxes that this constraint started.
void Frontier::fill_boxes(const Graph& graph, int wild) {
    if (box_of_.size() == static_cast<std::size_t>(graph.size()))
        for (const int cell : touched_) box_of_[cell] = kNoBox;
    else
        box_of_.assign(static_cast<std::size_t>(graph.size()), kNoBox);
    touched_.clear();
    const std::uint8_t* const faces = faces_.data();
    for (const Constraint& c : structure_.constraints()) {
        const std::int32_t first = structure_.box_count();
        Neighbours unknown, links;
        for (const int cell : unknown_cells(graph, c.cell, unknown)) {
            if (box_of_[cell] != kNoBox) continue;
            touched_.push_back(cell);
            std::size_t count = 0;
            for (const int j : graph.around(cell)) {
                links[count] = constraint_of_[j];
                count += is_number(faces[j]) | (j == wild);
            }
            box_of_[cell] = structure_.add_to_box(std::span(links).first(count), first);
        }
    }
}

std::vector<std::int32_t> Frontier::numbers_tied_to(const Graph& graph,
                                                    std::span<const std::uint8_t> faces,
                                                    ReadOptions options, int number) const {
    std::vector<std::int32_t> tied{number};
    std::vector<std::uint8_t> seen(faces.size(), 0);
    seen[number] = 1;
    for (std::size_t head = 0; head < tied.size(); ++head) {
        for (const int cell : graph.around(tied[head])) {
            if (state_of(faces[cell], options.trust_flags) != kUnknown) continue;
            for (const int other : graph.around(cell)) {
                if (!is_number(faces[other]) || seen[other]) continue;
                seen[other] = 1;
                tied.push_back(other);
            }
        }
    }
    std::sort(tied.begin(), tied.end());
    return tied;
}

}  // namespace sapper
