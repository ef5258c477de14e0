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

// Breadth first. Which constraints are new is hard to predict, so all are written, at the end of
// those found so far, which moves on after a new one.
void Structure::split() {
    components_.clear();
    grouped_constraints_.resize(constraints_.size() + 1);
    grouped_boxes_.resize(box_sizes_.size());
    seen_.assign(constraints_.size() + box_sizes_.size(), 0);
    std::uint8_t* const seen_box = seen_.data() + constraints_.size();
    std::int32_t constraint_end = 0, box_end = 0;
    for (int start = 0; start < static_cast<int>(constraints_.size()); ++start) {
        if (seen_[start]) continue;
        const std::int32_t constraint_begin = constraint_end, box_begin = box_end;
        seen_[start] = 1;
        grouped_constraints_[constraint_end++] = start;
        for (std::int32_t head = constraint_begin; head < constraint_end; ++head) {
            for (const int b : boxes_of(grouped_constraints_[head])) {
                if (seen_box[b]) continue;
                seen_box[b] = 1;
                grouped_boxes_[box_end++] = b;
                for (const int c : constraints_of(b)) {
                    grouped_constraints_[constraint_end] = c;
                    constraint_end += seen_[c] == 0;
                    seen_[c] = 1;
                }
            }
        }
        components_.push_back({constraint_begin, constraint_end, box_begin, box_end});
    }
    grouped_constraints_.resize(constraints_.size());
    grouped_boxes_.resize(static_cast<std::size_t>(box_end));
}

}  // namespace sapper
