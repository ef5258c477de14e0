#include "sapper/count/structure.hpp"

#include <algorithm>

namespace sapper {

void Structure::clear() {
    constraints_.clear();
    box_sizes_.clear();
    links_.clear();
    link_begin_.assign(1, 0);
}

std::int32_t Structure::add_constraint(int cell, int need, bool is_wild) {
    constraints_.push_back({cell, static_cast<std::int16_t>(need), is_wild});
    return static_cast<std::int32_t>(constraints_.size()) - 1;
}

std::int32_t Structure::add_to_box(std::span<const std::int32_t> links, std::int32_t first,
                                   int cells) {
    const auto count = static_cast<std::int32_t>(box_sizes_.size());
    for (std::int32_t box = first; box < count; ++box) {
        if (!std::ranges::equal(constraints_of(box), links)) continue;
        box_sizes_[box] += cells;
        return box;
    }
    box_sizes_.push_back(cells);
    links_.insert(links_.end(), links.begin(), links.end());
    link_begin_.push_back(static_cast<std::int32_t>(links_.size()));
    return count;
}

void Structure::tie() {
    link_back();
    split();
}

void Structure::link_back() {
    back_begin_.assign(constraints_.size() + 2, 0);
    for (const int c : links_) ++back_begin_[c + 2];
    for (std::size_t i = 2; i < back_begin_.size(); ++i) back_begin_[i] += back_begin_[i - 1];
    back_links_.resize(links_.size());
    for (int b = 0; b < box_count(); ++b)
        for (const int c : constraints_of(b)) back_links_[back_begin_[c + 1]++] = b;
}

void Structure::split() {
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

}  // namespace sapper
