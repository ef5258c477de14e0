#include "sapper/frontier.hpp"

#include <algorithm>
#include <array>

namespace sapper {

namespace {

constexpr int kUnknownMask = 63;
constexpr int kMineShift = 6;

std::array<std::uint8_t, 256> state_table(bool trust_flags) {
    std::array<std::uint8_t, 256> table{};
    table[kHidden] = table[kQuestion] = Frontier::kUnknown;
    table[kFlag] = trust_flags ? Frontier::kKnownMine : Frontier::kUnknown;
    table[kMine] = Frontier::kKnownMine;
    return table;
}

const std::array<std::uint8_t, 256> kStates = state_table(false);
const std::array<std::uint8_t, 256> kStatesTrusting = state_table(true);

}  // namespace

bool Frontier::read(const Graph& graph, std::span<const std::uint8_t> faces, ReadOptions options) {
    clash_.clear();
    found_safe_.clear();
    mark(faces, options);
    if (!gather(graph, options.wild) || !propagate(graph)) {
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
    around_.assign(cells, 0);
    for (auto* list : {&numbers_, &queue_, &found_safe_, &clash_}) list->clear();
    unknown_ = graph.size();
    known_mines_ = 0;
}

void Frontier::reveal(const Graph& graph, int cell, int number) {
    faces_[cell] = static_cast<std::uint8_t>(number);
    if (states_[cell] == kUnknown) settle(graph, cell, false);
    around_[cell] = static_cast<std::int16_t>(sum_around(graph, cell));
    if ((around_[cell] & kUnknownMask) == 0) return;
    numbers_.push_back(cell);
    enqueue_if_decided(cell);
}

void Frontier::mark(std::span<const std::uint8_t> faces, ReadOptions options) {
    const auto& table = options.trust_flags ? kStatesTrusting : kStates;
    faces_.assign(faces.begin(), faces.end());
    states_.resize(faces.size());
    unknown_ = known_mines_ = 0;
    for (std::size_t i = 0; i < faces.size(); ++i) {
        const std::uint8_t state = table[faces[i]];
        states_[i] = state;
        unknown_ += state & 1;
        known_mines_ += state >> kMineShift;
    }
    if (options.wild >= 0) {
        states_[options.wild] = kSettled;
        --unknown_;
    }
}

int Frontier::sum_around(const Graph& graph, int cell) const {
    int sum = 0;
    for (const int j : graph.around(cell)) sum += states_[j];
    return sum;
}

bool Frontier::gather(const Graph& graph, int wild) {
    around_.resize(faces_.size());
    numbers_.clear();
    queue_.clear();
    for (int i = 0; i < static_cast<int>(faces_.size()); ++i) {
        if (!is_number(faces_[i])) continue;
        const int sum = sum_around(graph, i);
        if (sum == 0 && faces_[i] == 0) continue;
        around_[i] = static_cast<std::int16_t>(sum);
        if (!enqueue_if_decided(i)) return false;
        if (sum & kUnknownMask) numbers_.push_back(i);
    }
    if (wild >= 0) around_[wild] = static_cast<std::int16_t>(sum_around(graph, wild));
    return true;
}

// A number is decided when none or all of its unknown cells are mines; it clashes outside of that.
bool Frontier::enqueue_if_decided(int number) {
    const int unknown = around_[number] & kUnknownMask;
    const int need = faces_[number] - (around_[number] >> kMineShift);
    if (need < 0 || need > unknown) {
        clash_.assign(1, number);
        return false;
    }
    if (unknown > 0 && (need == 0 || need == unknown)) queue_.push_back(number);
    return true;
}

bool Frontier::propagate(const Graph& graph) {
    for (std::size_t head = 0; head < queue_.size(); ++head) {
        const int number = queue_[head];
        if ((around_[number] & kUnknownMask) == 0) continue;  // settled since it was queued
        const bool is_mine = faces_[number] != (around_[number] >> kMineShift);
        for (const int cell : graph.around(number)) {
            if (states_[cell] != kUnknown) continue;
            if (!is_mine) found_safe_.push_back(cell);
            settle(graph, cell, is_mine);
            if (!clash_.empty()) return false;
        }
    }
    queue_.clear();
    return true;
}

void Frontier::settle(const Graph& graph, int cell, bool is_mine) {
    states_[cell] = is_mine ? kKnownMine : kSettled;
    known_mines_ += is_mine;
    --unknown_;
    const int change = (is_mine ? kKnownMine : 0) - kUnknown;
    for (const int number : graph.around(cell)) {
        around_[number] = static_cast<std::int16_t>(around_[number] + change);
        if (is_number(faces_[number]) && !enqueue_if_decided(number)) return;
    }
}

void Frontier::tie(const Graph& graph, int wild) {
    structure_.clear();
    collect_constraints(graph, wild);
    fill_boxes(graph, wild);
    structure_.tie();
}

void Frontier::collect_constraints(const Graph& graph, int wild) {
    constraint_of_.resize(static_cast<std::size_t>(graph.size()));
    std::size_t kept = 0;
    for (const int number : numbers_) {
        if ((around_[number] & kUnknownMask) == 0) continue;
        const int need = faces_[number] - (around_[number] >> kMineShift);
        constraint_of_[number] = structure_.add_constraint(number, need, false);
        numbers_[kept++] = number;
    }
    numbers_.resize(kept);
    wild_known_mines_ = 0;
    if (wild < 0) return;
    wild_known_mines_ = around_[wild] >> kMineShift;
    if (const int unknown = around_[wild] & kUnknownMask; unknown > 0)
        constraint_of_[wild] = structure_.add_constraint(wild, unknown, true);
}

// Constraints are walked in order, so the cells first met here share this first constraint: a cell
// need only be compared with the boxes that this constraint opened.
void Frontier::fill_boxes(const Graph& graph, int wild) {
    box_of_.assign(static_cast<std::size_t>(graph.size()), kNoBox);
    int touched = 0;
    for (const Constraint& c : structure_.constraints()) {
        const std::int32_t first = structure_.box_count();
        for (const int cell : graph.around(c.cell)) {
            if (states_[cell] != kUnknown || box_of_[cell] != kNoBox) continue;
            ++touched;
            links_.clear();
            for (const int j : graph.around(cell))
                if (is_number(faces_[j]) || j == wild) links_.push_back(constraint_of_[j]);
            box_of_[cell] = structure_.add_to_box(links_, first);
        }
    }
    untouched_ = unknown_ - touched;
}

std::vector<std::int32_t> Frontier::numbers_tied_to(const Graph& graph,
                                                    std::span<const std::uint8_t> faces,
                                                    ReadOptions options, int number) const {
    const auto& table = options.trust_flags ? kStatesTrusting : kStates;
    std::vector<std::int32_t> tied{number};
    std::vector<std::uint8_t> seen(faces.size(), 0);
    seen[number] = 1;
    for (std::size_t head = 0; head < tied.size(); ++head) {
        for (const int cell : graph.around(tied[head])) {
            if (table[faces[cell]] != kUnknown) continue;
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
