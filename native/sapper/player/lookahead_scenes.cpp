// The look-ahead by a learned value: the position as it would look after each number.
#include <cmath>

#include "sapper/player/lookahead.hpp"

namespace sapper {

namespace {

// Boxes of a leaf are told from those of the position by this.
constexpr std::int32_t kLeafBoxes = 1 << 20;

}  // namespace

bool LookAhead::use(const Value& learned, const Graph& graph, const Frontier& frontier,
                    const Beliefs& beliefs, Exactness exactness) {
    terrain_.build(graph);
    if (!terrain_.is_plain()) return false;
    learned_ = &learned;
    exactness_ = exactness;
    leaf_search_.begin(exactness.nodes);
    root_.draw(graph, frontier, beliefs);
    scene_ = root_;
    far_is_certain_ = false;
    is_changing_.assign(static_cast<std::size_t>(graph.size()), 0);
    is_telling_.assign(static_cast<std::size_t>(graph.size()), 0);
    for (const Constraint& number : frontier.structure().constraints())
        is_telling_[number.cell] = 1;
    telling_.clear();
    for (int cell = 0; cell < graph.size(); ++cell) {
        if (root_.kinds[cell] != Scene::kOpened) is_telling_[cell] = 1;
        if (is_telling_[cell]) telling_.push_back(cell);
    }
    look_through_windows(graph);
    return true;
}

void LookAhead::look_through_windows(const Graph& graph) {
    deep_.fill(0);
    is_deep_.assign(static_cast<std::size_t>(graph.size()), 0);
    all_sights_.fill(0);
    root_sights_.resize(static_cast<std::size_t>(graph.size()));
    for (const int cell : telling_) {
        root_sights_[cell].fill(0);
        if (root_.is_deep(graph, cell)) {
            is_deep_[cell] = 1;
            ++deep_[terrain_.place_of(cell)];
            continue;
        }
        learned_->look(graph, terrain_, root_, cell, root_sights_[cell]);
        for (int i = 0; i < learned_->sights(); ++i) all_sights_[i] += root_sights_[cell][i];
    }
}

const LookAhead::Description* LookAhead::describe(const Graph& graph, const Frontier& frontier,
                                                  Beliefs& beliefs, Budget& budget, int cell,
                                                  double safety, int number) {
    Candidate candidate{cell, safety};
    wanted_ = number;
    is_described_ = false;
    look(graph, frontier, beliefs, budget, candidate);
    wanted_ = -1;
    return is_described_ ? &described_ : nullptr;
}

// Which unknown cells are to be drawn anew for each number, and their boxes in `structure_`.
void LookAhead::list_group(const Graph& graph, const Frontier& frontier, const Beliefs& beliefs,
                           int cell) {
    group_.clear();
    far_.clear();
    for (int other = 0; other < graph.size(); ++other) {
        if (frontier.states()[other] != Frontier::kUnknown || other == cell) continue;
        const int box = frontier.box_of(other);
        const bool is_around = is_around_[other];
        if (box == Frontier::kNoBox) {
            if (is_around)
                group_.push_back({other, untouched_box_});
            else
                far_.push_back(other);
        } else if (in_group_[beliefs.component_of(box)]) {
            group_.push_back({other, is_around ? around_box_[box] : beyond_box_[box]});
        }
    }
}

LookAhead::Worth LookAhead::worth_of(const Graph& graph, const Frontier& frontier,
                                     const Beliefs& beliefs, Budget& budget, const Leaf& leaf,
                                     int cell, int number, double weight) {
    if (!learned_) return {LeafValue{}(leaf)};
    if (wanted_ >= 0 && number != wanted_) return {0};  // only one is to be described
    if (weight <= exactness_.layouts && wanted_ < 0) {
        const int mines = beliefs.mines_left() + frontier.known_mines();
        const double exact = leaf_search_.win_after(graph, frontier, mines, cell, number,
                                                    exactness_.layouts, budget);
        if (exact >= 0) return {exact, true};
    }
    return {learned_worth(graph, cell, weight)};
}

double LookAhead::learned_worth(const Graph& graph, int cell, double weight) {
    scene_.kinds[cell] = Scene::kOpened;
    scene_.chances[cell] = 0;
    scene_.log_ways = std::log(weight);
    scene_.far_chance = far_.empty() ? 0 : leaf_far_chance_;
    for (const GroupCell& g : group_)
        scene_.put(g.cell, leaf_chance_[g.box], leaf_mixed_[g.box], kLeafBoxes + g.box);
    draw_far_cells();
    features_ = steady_;
    Value::Sights sights = steady_sights_;
    if (far_is_certain_) {
        features_.clear();
        sights.fill(0);
    }
    for (const int other : far_is_certain_ ? telling_ : changing_) {
        features_.add(graph, terrain_, scene_, other);
        learned_->look(graph, terrain_, scene_, other, sights);
    }
    const Features::Vector& features = features_.finish(graph, scene_);
    if (wanted_ >= 0) {
        described_ = {features, scene_};
        is_described_ = true;
    }
    return (*learned_)(features, sights);
}

// What the features and its window say of a cell depends on cells up to two steps away. All others
// are counted once per candidate.
void LookAhead::split_cells(const Graph& graph, int cell) {
    changing_.clear();
    const auto mark = [this](int at) {
        if (is_changing_[at]) return;
        is_changing_[at] = 1;
        changing_.push_back(at);
    };
    mark(cell);
    for (const GroupCell& g : group_) mark(g.cell);
    for (std::size_t begin = 0, step = 0; step < 2; ++step) {
        const std::size_t end = changing_.size();
        for (; begin < end; ++begin)
            for (const int j : graph.around(changing_[begin])) mark(j);
    }
    steady_.clear();
    steady_sights_ = all_sights_;
    auto deep = deep_;
    for (const int at : changing_) {
        if (!is_telling_[at]) continue;
        deep[terrain_.place_of(at)] -= is_deep_[at];
        for (int i = 0; i < learned_->sights(); ++i) steady_sights_[i] -= root_sights_[at][i];
    }
    for (const int other : telling_)
        if (!is_changing_[other] && !is_deep_[other]) steady_.add(graph, terrain_, scene_, other);
    for (const auto place : {Terrain::kInner, Terrain::kEdge, Terrain::kCorner})
        steady_.add_deep(place, deep[place]);
    for (const int at : changing_) is_changing_[at] = 0;
    std::erase_if(changing_, [&](int at) { return !is_telling_[at]; });
}

// Cells that stay far keep the chance that they had (it moves but little), unless the number
// settles them all.
void LookAhead::draw_far_cells() {
    const bool is_certain =
        !far_.empty() && (leaf_far_chance_ == 0 || leaf_far_chance_ >= Scene::kSurely);
    if (is_certain)
        for (const int far : far_) scene_.put(far, leaf_far_chance_, 0, Scene::kFarBox);
    else if (far_is_certain_)
        for (const int far : far_) restore(far);
    far_is_certain_ = is_certain;
}

void LookAhead::restore(int cell) {
    scene_.kinds[cell] = root_.kinds[cell];
    scene_.chances[cell] = root_.chances[cell];
    scene_.mixed[cell] = root_.mixed[cell];
    scene_.boxes[cell] = root_.boxes[cell];
}

void LookAhead::restore_scene(int cell) {
    restore(cell);
    for (const GroupCell& g : group_) restore(g.cell);
    if (far_is_certain_)
        for (const int far : far_) restore(far);
    far_is_certain_ = false;
}

}  // namespace sapper
