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
    mark(faces, options);
    if (!gather(graph, faces, options.wild) || !propagate(graph, faces)) {
        clash_ = numbers_tied_to(graph, faces, options, clash_.front());
        return false;
    }
    collect_constraints(graph, faces, options.wild);
    box(graph, faces, options.wild);
    link_back();
    split();
    return true;
}

void Frontier::mark(std::span<const std::uint8_t> faces, ReadOptions options) {
    const auto& table = options.trust_flags ? kStatesTrusting : kStates;
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

bool Frontier::gather(const Graph& graph, std::span<const std::uint8_t> faces, int wild) {
    around_.resize(faces.size());
    numbers_.clear();
    queue_.clear();
    for (int i = 0; i < static_cast<int>(faces.size()); ++i) {
        if (!is_number(faces[i])) continue;
        int sum = 0;
        for (const int j : graph.around(i)) sum += states_[j];
        if (sum == 0 && faces[i] == 0) continue;
        around_[i] = static_cast<std::int16_t>(sum);
        if (!enqueue_if_decided(i, faces[i])) return false;
        if (sum & kUnknownMask) numbers_.push_back(i);
    }
    if (wild >= 0) {
        int sum = 0;
        for (const int j : graph.around(wild)) sum += states_[j];
        around_[wild] = static_cast<std::int16_t>(sum);
    }
    return true;
}

// A number is decided when none or all of its unknown cells are mines; it clashes outside of that.
bool Frontier::enqueue_if_decided(int number, int face) {
    const int unknown = around_[number] & kUnknownMask;
    const int need = face - (around_[number] >> kMineShift);
    if (need < 0 || need > unknown) {
        clash_.assign(1, number);
        return false;
    }
    if (unknown > 0 && (need == 0 || need == unknown)) queue_.push_back(number);
    return true;
}

bool Frontier::propagate(const Graph& graph, std::span<const std::uint8_t> faces) {
    for (std::size_t head = 0; head < queue_.size(); ++head) {
        const int number = queue_[head];
        if ((around_[number] & kUnknownMask) == 0) continue;  // settled since it was queued
        const bool is_mine = faces[number] != (around_[number] >> kMineShift);
        for (const int cell : graph.around(number)) {
            if (states_[cell] != kUnknown) continue;
            settle(graph, faces, cell, is_mine);
            if (!clash_.empty()) return false;
        }
    }
    return true;
}

void Frontier::settle(const Graph& graph, std::span<const std::uint8_t> faces, int cell,
                      bool is_mine) {
    states_[cell] = is_mine ? kKnownMine : kSettled;
    known_mines_ += is_mine;
    --unknown_;
    const int change = (is_mine ? kKnownMine : 0) - kUnknown;
    for (const int number : graph.around(cell)) {
        around_[number] = static_cast<std::int16_t>(around_[number] + change);
        if (is_number(faces[number]) && !enqueue_if_decided(number, faces[number])) return;
    }
}

void Frontier::collect_constraints(const Graph& graph, std::span<const std::uint8_t> faces,
                                   int wild) {
    constraints_.clear();
    constraint_of_.resize(static_cast<std::size_t>(graph.size()));
    const auto add = [&](int cell, int need, bool is_wild) {
        constraint_of_[cell] = static_cast<std::int32_t>(constraints_.size());
        constraints_.push_back({cell, static_cast<std::int16_t>(need), is_wild});
    };
    for (const int number : numbers_) {
        const int unknown = around_[number] & kUnknownMask;
        if (unknown > 0) add(number, faces[number] - (around_[number] >> kMineShift), false);
    }
    wild_known_mines_ = 0;
    if (wild < 0) return;
    wild_known_mines_ = around_[wild] >> kMineShift;
    if (const int unknown = around_[wild] & kUnknownMask; unknown > 0) add(wild, unknown, true);
}

// Constraints are walked in order, so the cells first met here share this first constraint: a cell
// need only be compared with the boxes that this constraint opened.
void Frontier::box(const Graph& graph, std::span<const std::uint8_t> faces, int wild) {
    box_of_.assign(static_cast<std::size_t>(graph.size()), kNoBox);
    box_sizes_.clear();
    links_.clear();
    link_begin_.assign(1, 0);
    int touched = 0;
    for (const Constraint& c : constraints_) {
        const auto first_box = static_cast<std::int32_t>(box_sizes_.size());
        for (const int cell : graph.around(c.cell)) {
            if (states_[cell] != kUnknown || box_of_[cell] != kNoBox) continue;
            ++touched;
            const auto start = links_.size();
            for (const int j : graph.around(cell))
                if (is_number(faces[j]) || j == wild) links_.push_back(constraint_of_[j]);
            const auto added = links_.size() - start;
            std::int32_t same = first_box;
            const auto count = static_cast<std::int32_t>(box_sizes_.size());
            for (; same < count; ++same) {
                const auto begin = static_cast<std::size_t>(link_begin_[same]);
                if (static_cast<std::size_t>(link_begin_[same + 1]) - begin == added &&
                    std::equal(links_.begin() + static_cast<std::ptrdiff_t>(start), links_.end(),
                               links_.begin() + static_cast<std::ptrdiff_t>(begin)))
                    break;
            }
            box_of_[cell] = same;
            if (same < count) {
                ++box_sizes_[same];
                links_.resize(start);
            } else {
                box_sizes_.push_back(1);
                link_begin_.push_back(static_cast<std::int32_t>(links_.size()));
            }
        }
    }
    untouched_ = unknown_ - touched;
}

void Frontier::link_back() {
    back_begin_.assign(constraints_.size() + 2, 0);
    for (const int c : links_) ++back_begin_[c + 2];
    for (std::size_t i = 2; i < back_begin_.size(); ++i) back_begin_[i] += back_begin_[i - 1];
    back_links_.resize(links_.size());
    for (int b = 0; b < box_count(); ++b)
        for (const int c : constraints_of(b)) back_links_[back_begin_[c + 1]++] = b;
}

void Frontier::split() {
    components_.clear();
    grouped_constraints_.clear();
    grouped_boxes_.clear();
    seen_.assign(constraints_.size() + box_sizes_.size(), 0);
    const auto seen_box = [&](int b) -> std::uint8_t& { return seen_[constraints_.size() + b]; };
    for (int start = 0; start < static_cast<int>(constraints_.size()); ++start) {
        if (seen_[start]) continue;
        Component component{static_cast<std::int32_t>(grouped_constraints_.size()), 0,
                            static_cast<std::int32_t>(grouped_boxes_.size()), 0};
        seen_[start] = 1;
        grouped_constraints_.push_back(start);
        for (auto head = static_cast<std::size_t>(component.constraint_begin);
             head < grouped_constraints_.size(); ++head) {
            for (const int b : boxes_of(grouped_constraints_[head])) {
                if (seen_box(b)) continue;
                seen_box(b) = 1;
                grouped_boxes_.push_back(b);
                for (const int c : constraints_of(b)) {
                    if (seen_[c]) continue;
                    seen_[c] = 1;
                    grouped_constraints_.push_back(c);
                }
            }
        }
        component.constraint_end = static_cast<std::int32_t>(grouped_constraints_.size());
        component.box_end = static_cast<std::int32_t>(grouped_boxes_.size());
        components_.push_back(component);
    }
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
