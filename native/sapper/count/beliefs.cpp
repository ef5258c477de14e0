#include "sapper/count/beliefs.hpp"

#include <limits>

namespace sapper {

const std::vector<double>& Binomials::row(int n) {
    if (rows_.empty()) rows_.resize(kMost + 1);
    std::vector<double>& row = rows_[static_cast<std::size_t>(n)];
    if (row.empty()) {
        row.resize(static_cast<std::size_t>(n) + 1);
        row[0] = 1;
        for (int k = 0; k < n; ++k)
            row[static_cast<std::size_t>(k) + 1] =
                row[static_cast<std::size_t>(k)] * (n - k) / (k + 1);
    }
    return row;
}

void multiply(std::span<const double> a, std::span<const double> b, std::vector<double>& to) {
    to.assign(a.size() + b.size() - 1, 0);
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) to[i + j] += a[i] * b[j];
}

double mixed_chance(double mixed_weight, int size, double weight) {
    return size < 2 ? 0 : 2 * mixed_weight / (weight * size * (size - 1));
}

bool Beliefs::form(const Graph& graph, const Frontier& frontier, int mines, Budget& budget) {
    if (frontier.unknown() > Binomials::kMost) return false;
    if (!collect(graph, frontier.structure(), budget)) return false;
    weigh(frontier, mines);
    return true;
}

void Beliefs::weigh(const Frontier& frontier, int mines) {
    untouched_ = frontier.untouched();
    mines_left_ = mines - frontier.known_mines();
    weigh_totals();
    if (ways_ > 0) weigh_boxes(frontier.structure());
}

bool Beliefs::collect(const Graph& graph, const Structure& structure, Budget& budget) {
    cache_.trim();
    profiles_.clear();
    component_of_.resize(static_cast<std::size_t>(structure.box_count()));
    for (const Component& component : structure.components()) {
        const Profile* profile = cache_.of(structure, component, graph.columns(), budget);
        if (profile == nullptr) return false;
        for (int i = component.box_begin; i < component.box_end; ++i)
            component_of_[structure.component_boxes()[i]] =
                static_cast<std::int32_t>(profiles_.size());
        profiles_.push_back(profile);
    }
    return true;
}

// after(i)[s]: the weight of components i and beyond and the untouched cells, when the components
// before i hold their fewest mines and s more.
void Beliefs::weigh_totals() {
    const std::size_t count = profiles_.size();
    low_ = 0;
    std::size_t length = 1;
    after_begin_.resize(count + 1);
    std::size_t size = 0;
    for (std::size_t i = 0; i <= count; ++i) {
        after_begin_[i] = size;
        size += length;
        if (i == count) break;
        if (profiles_[i]->length == 0) {
            ways_ = 0;
            return;
        }
        low_ += profiles_[i]->low;
        length += static_cast<std::size_t>(profiles_[i]->length) - 1;
    }
    after_.resize(size);
    double* last = &after_[after_begin_[count]];
    const std::vector<double>& ways = binomials_.row(untouched_);
    for (std::size_t s = 0; s < length; ++s)
        last[s] = Binomials::at(ways, mines_left_ - low_ - static_cast<int>(s));
    for (std::size_t i = count; i-- > 0;) {
        const std::span<const double> totals = profiles_[i]->totals;
        const double* next = &after_[after_begin_[i + 1]];
        double* here = &after_[after_begin_[i]];
        for (std::size_t s = 0; s < after_begin_[i + 1] - after_begin_[i]; ++s) {
            double weight = 0;
            for (std::size_t m = 0; m < totals.size(); ++m) weight += totals[m] * next[s + m];
            here[s] = weight;
        }
    }
    ways_ = after_[0];
}

void Beliefs::weigh_boxes(const Structure& structure) {
    const auto boxes = static_cast<std::size_t>(structure.box_count());
    box_chances_.resize(boxes);
    box_mixed_.resize(boxes);
    box_mine_.resize(boxes);
    box_safe_.resize(boxes);
    prefix_.assign(1, 1);
    for (std::size_t i = 0; i < profiles_.size(); ++i) {
        const Profile& profile = *profiles_[i];
        const double* after = &after_[after_begin_[i + 1]];
        rest_.assign(static_cast<std::size_t>(profile.length), 0);
        for (std::size_t s = 0; s < prefix_.size(); ++s)
            for (std::size_t m = 0; m < rest_.size(); ++m) rest_[m] += prefix_[s] * after[s + m];
        weigh_boxes_of(structure, structure.components()[i], profile);
        multiply(prefix_, profile.totals, next_prefix_);
        prefix_.swap(next_prefix_);
    }
    weigh_untouched();
}

// One component; `rest_` holds the weight of everything else, by the component's mines.
void Beliefs::weigh_boxes_of(const Structure& structure, const Component& component,
                             const Profile& profile) {
    for (int b = component.box_begin; b < component.box_end; ++b) {
        const auto mine = profile.mine_of(b - component.box_begin);
        const auto safe = profile.safe_of(b - component.box_begin);
        const auto mixed = profile.mixed_of(b - component.box_begin);
        double mine_weight = 0, safe_weight = 0, mixed_weight = 0;
        for (std::size_t m = 0; m < rest_.size(); ++m) {
            mine_weight += mine[m] * rest_[m];
            safe_weight += safe[m] * rest_[m];
            mixed_weight += mixed[m] * rest_[m];
        }
        const int box = structure.component_boxes()[b];
        const int size = structure.box_size(box);
        box_mixed_[box] = mixed_chance(mixed_weight, size, (mine_weight + safe_weight) / size);
        box_mine_[box] = mine_weight;
        box_safe_[box] = safe_weight;
        box_chances_[box] = mine_weight / (mine_weight + safe_weight);
    }
}

// `prefix_` holds the counts of all components together.
void Beliefs::weigh_untouched() {
    untouched_mine_ = untouched_safe_ = 0;
    for (std::size_t s = 0; s < prefix_.size(); ++s) {
        const int left = mines_left_ - low_ - static_cast<int>(s);
        untouched_mine_ += prefix_[s] * binomials_(untouched_ - 1, left - 1);
        untouched_safe_ += prefix_[s] * binomials_(untouched_ - 1, left);
    }
    untouched_chance_ = untouched_ > 0 ? untouched_mine_ / (untouched_mine_ + untouched_safe_)
                                       : std::numeric_limits<double>::quiet_NaN();
}

void Beliefs::product_without(std::span<const std::uint8_t> left_out, Polynomial& product) const {
    product.low = 0;
    product.counts.assign(1, 1);
    std::vector<double> next;
    for (std::size_t i = 0; i < profiles_.size(); ++i) {
        if (left_out[i]) continue;
        product.low += profiles_[i]->low;
        multiply(product.counts, profiles_[i]->totals, next);
        product.counts.swap(next);
    }
}

}  // namespace sapper
