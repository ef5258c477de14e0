#include "sapper/player/learned_leaf.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

namespace {

// In a scene the boxes of a group are numbered from here, so that they differ from those of the
// position.
constexpr std::int32_t kGroupBoxes = 1 << 20;

// The features and the window of a cell depend on cells up to this many steps away.
constexpr int kReach = 2;

}  // namespace

// 1. The position: once for all candidates.

bool LearnedLeaf::begin(const Situation& situation, const Value& value, Exactness exactness) {
    wanted_ = -1;
    is_described_ = false;
    terrain_.build(situation.graph());
    if (!terrain_.is_plain()) return false;
    value_ = &value;
    exactness_ = exactness;
    leaf_search_.begin(exactness.nodes);
    root_.draw(situation);
    scene_ = root_;
    far_is_certain_ = false;
    is_changing_.assign(static_cast<std::size_t>(situation.graph().size()), 0);
    list_informative_cells(situation);
    sum_windows(situation.graph());
    list_tosses(situation.graph());
    return true;
}

// Lists the cells with features: all that are not opened, and the numbers that touch unknown cells.
void LearnedLeaf::list_informative_cells(const Situation& situation) {
    const int size = situation.graph().size();
    is_informative_.assign(static_cast<std::size_t>(size), 0);
    touched_ = situation.frontier().touched();
    std::ranges::sort(touched_);
    for (const Constraint& number : situation.structure().constraints())
        is_informative_[number.cell] = 1;
    informative_.clear();
    for (int cell = 0; cell < size; ++cell) {
        if (root_.kinds[cell] != Scene::kOpened) is_informative_[cell] = 1;
        if (is_informative_[cell]) informative_.push_back(cell);
    }
}

void LearnedLeaf::sum_windows(const Graph& graph) {
    const auto size = static_cast<std::size_t>(graph.size());
    deep_.fill(0);
    is_deep_.assign(size, 0);
    for (const int cell : informative_) {
        if (!root_.is_deep(graph, cell)) continue;
        is_deep_[cell] = 1;
        ++deep_[terrain_.place_of(cell)];
    }
    all_sights_.fill(0);
    root_sights_.clear();
    sights_begin_.assign(size, kNoSights);
    is_drawn_.assign(size, 0);
    changing_.clear();
    for (const int cell : informative_)
        if (!is_deep_[cell]) changing_.push_back(cell);
    windows_.begin(*value_, terrain_, root_, changing_, is_drawn_);
    windows_.look_each(root_, [&](int cell, const float* sights) {
        sights_begin_[cell] = static_cast<std::int32_t>(root_sights_.size());
        root_sights_.insert(root_sights_.end(), sights, sights + value_->sights());
        for (int i = 0; i < value_->sights(); ++i) all_sights_[i] += sights[i];
    });
}

// Those of deep cells are not listed: they are many, and few candidates are near.
void LearnedLeaf::list_tosses(const Graph& graph) {
    tosses_.clear();
    tosses_begin_.clear();
    for (int cell = 0; cell < graph.size(); ++cell) {
        tosses_begin_.push_back(static_cast<std::int32_t>(tosses_.size()));
        if (is_informative_[cell] && !is_deep_[cell])
            Features::list_tosses(terrain_, root_, cell, is_deep_, tosses_);
    }
    tosses_begin_.push_back(static_cast<std::int32_t>(tosses_.size()));
}

// 2. A candidate: what its number cannot change is summed once for all numbers.

void LearnedLeaf::begin_candidate(const Situation& situation, const CandidateGroup& group,
                                  int cell) {
    cell_ = cell;
    list_drawn_cells(situation, group);
    list_changing_cells(situation.graph());
    sum_steady_cells(situation.graph());
    draw_undecided();
    list_pairs();
    std::erase_if(changing_, [&](int changing) { return stays_deep(changing); });
    windows_.begin(*value_, terrain_, scene_, changing_, is_drawn_);
}

// In the order of the cells, so that features are always summed in the same order.
void LearnedLeaf::list_drawn_cells(const Situation& situation, const CandidateGroup& group) {
    const Graph& graph = situation.graph();
    const auto size = static_cast<std::size_t>(graph.size());
    is_around_.assign(size, 0);
    is_drawn_.assign(size, 0);
    drawn_.clear();
    const auto add = [&](int cell) {
        const std::int32_t box = group.box_of(situation, cell, is_around_[cell]);
        if (box == CandidateGroup::kElsewhere || cell == cell_) return;
        drawn_.push_back({cell, box});
        is_drawn_[cell] = 1;
    };
    near_.clear();
    for (const int j : graph.around(cell_)) {
        is_around_[j] = 1;
        if (situation.is_unknown(j) && !situation.is_touched(j)) near_.push_back(j);
    }
    std::ranges::sort(near_);
    auto near = near_.begin();
    for (const int cell : touched_) {
        for (; near != near_.end() && *near < cell; ++near) add(*near);
        add(cell);
    }
    for (; near != near_.end(); ++near) add(*near);
    has_far_ = group.untouched_left() > 0;
    far_.clear();
}

// Needed only if a number settles all of them.
void LearnedLeaf::list_far_cells(const Situation& situation) {
    for (int cell = 0; cell < situation.graph().size(); ++cell)
        if (situation.is_unknown(cell) && !situation.is_touched(cell) && !is_around_[cell] &&
            cell != cell_)
            far_.push_back(cell);
}

// Lists the cells within reach of the candidate or of a cell that is redrawn.
void LearnedLeaf::list_changing_cells(const Graph& graph) {
    changing_.clear();
    is_near_.assign(static_cast<std::size_t>(graph.size()), 0);
    const auto mark = [this](int cell) {
        if (is_changing_[cell]) return;
        is_changing_[cell] = 1;
        changing_.push_back(cell);
    };
    mark(cell_);
    for (const DrawnCell& drawn : drawn_) mark(drawn.cell);
    std::size_t begin = 0;
    for (int step = 0; step < kReach; ++step) {
        const std::size_t end = changing_.size();
        for (; begin < end; ++begin)
            for (const int j : graph.around(changing_[begin])) mark(j);
        if (step == 0)
            for (const int cell : changing_) is_near_[cell] = 1;
    }
}

// Also removes from `changing_` the cells without features.
void LearnedLeaf::sum_steady_cells(const Graph& graph) {
    steady_.clear();
    steady_sights_ = all_sights_;
    auto deep = deep_;
    for (const int cell : changing_) {
        if (!is_informative_[cell]) continue;
        deep[terrain_.place_of(cell)] -= is_deep_[cell] && is_near_[cell];
        if (sights_begin_[cell] == kNoSights) continue;
        const float* const sights = &root_sights_[sights_begin_[cell]];
        for (int i = 0; i < value_->sights(); ++i) steady_sights_[i] -= sights[i];
    }
    for (const int cell : informative_) {
        if (is_changing_[cell] || is_deep_[cell]) continue;
        steady_.add_cell(graph, terrain_, scene_, cell);
        for (const Features::Toss& toss : tosses_of(cell)) steady_.add_toss(toss);
    }
    for (const auto place : {Terrain::kInner, Terrain::kEdge, Terrain::kCorner})
        steady_.add_deep(place, deep[place]);
    for (const int cell : changing_) is_changing_[cell] = 0;
    std::erase_if(changing_, [&](int cell) { return !is_informative_[cell]; });
}

// Lists the pairs of changing cells that can count. Where a cell stays deep, the pairs that it
// belongs to do not.
void LearnedLeaf::list_pairs() {
    const auto consider = [&](const Terrain::Pair& pair) {
        if (!stays_deep(pair.cell) && !stays_deep(pair.other) &&
            Features::can_toss(terrain_, scene_, pair, is_drawn_))
            pairs_.push_back(&pair);
    };
    pairs_.clear();
    for (const int cell : changing_) {
        if (stays_deep(cell))
            for (const Terrain::Pair& pair : terrain_.pairs_across(cell)) consider(pair);
        else if (is_deep_[cell])
            for (const Terrain::Pair& pair : terrain_.pairs_of(cell)) consider(pair);
        else
            for (const Features::Toss& toss : tosses_of(cell)) consider(*toss.pair);
    }
}

// What is common to all numbers: the candidate is open, and its number touches the group.
void LearnedLeaf::draw_undecided() {
    scene_.kinds[cell_] = Scene::kOpened;
    scene_.chances[cell_] = 0;
    for (const auto& [cell, box] : drawn_) scene_.put(cell, 0.5, 0.5, kGroupBoxes + box);
}

void LearnedLeaf::end_candidate() {
    restore(cell_);
    for (const DrawnCell& drawn : drawn_) restore(drawn.cell);
    if (far_is_certain_)
        for (const int far : far_) restore(far);
    far_is_certain_ = false;
}

// 3. A leaf.

Worth LearnedLeaf::worth_of(const Situation& situation, const Leaf& leaf,
                            const LeafChances& chances) {
    if (leaf.layouts <= exactness_.layouts && wanted_ < 0) {
        const double exact =
            leaf_search_.win_after(situation, cell_, leaf.number, exactness_.layouts);
        if (exact >= 0) return {exact, true};
    }
    return {estimate(situation, leaf, chances)};
}

double LearnedLeaf::estimate(const Situation& situation, const Leaf& leaf,
                             const LeafChances& chances) {
    if (wanted_ >= 0 && leaf.number != wanted_) return 0;
    const Graph& graph = situation.graph();
    draw(situation, leaf, chances);
    Value::Sights sights{};
    if (far_is_certain_) {  // then the features of all cells may change
        features_.clear();
        for (const int cell : informative_) {
            features_.add(graph, terrain_, scene_, cell);
            value_->look(graph, terrain_, scene_, cell, sights);
        }
    } else {
        features_ = steady_;
        sights = steady_sights_;
        for (const int cell : changing_) features_.add_cell(graph, terrain_, scene_, cell);
        for (const Terrain::Pair* pair : pairs_) features_.add_pair(terrain_, scene_, *pair);
        windows_.look(scene_, sights);
    }
    const Features::Vector& features = features_.finish(graph, scene_);
    if (wanted_ >= 0) {
        description_ = {features, scene_};
        is_described_ = true;
    }
    return (*value_)(features, sights);
}

void LearnedLeaf::draw(const Situation& situation, const Leaf& leaf, const LeafChances& chances) {
    scene_.log_ways = std::log(leaf.layouts);
    scene_.far_chance = has_far_ ? chances.far : 0;
    for (const auto& [cell, box] : drawn_)
        scene_.put(cell, chances.mine[box], chances.mixed[box], kGroupBoxes + box);
    draw_far_cells(situation, chances.far);
}

// Cells that stay far keep their chance (it changes only a little), unless the number settles them
// all.
void LearnedLeaf::draw_far_cells(const Situation& situation, double chance) {
    const bool is_certain = has_far_ && (chance == 0 || chance >= Scene::kSurely);
    if (is_certain && far_.empty()) list_far_cells(situation);
    if (is_certain)
        for (const int far : far_) scene_.put(far, chance, 0, Scene::kFarBox);
    else if (far_is_certain_)
        for (const int far : far_) restore(far);
    far_is_certain_ = is_certain;
}

void LearnedLeaf::restore(int cell) {
    scene_.kinds[cell] = root_.kinds[cell];
    scene_.chances[cell] = root_.chances[cell];
    scene_.mixed[cell] = root_.mixed[cell];
    scene_.boxes[cell] = root_.boxes[cell];
}

}  // namespace sapper
