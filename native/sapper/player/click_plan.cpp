#include "sapper/player/click_plan.hpp"

#include <algorithm>

namespace sapper {

namespace {

constexpr int kFirstLayouts = 8, kMostLayouts = 120;
constexpr double kKept = 0.4;  // of the candidates, after each round

}  // namespace

std::vector<PlannedClick> ClickPlanner::plan(const Graph& graph,
                                             std::span<const std::uint8_t> faces, int mines,
                                             std::span<const ClickMove> given, std::uint64_t seed,
                                             Budget& budget) {
    moves_.clear();
    situation_.use_budget(budget);
    if (!situation_.read(graph, faces, mines) || !situation_.count()) return {};
    if (situation_.beliefs().ways() == 0) return {};
    find_known(faces);
    for (const ClickMove move : given) moves_.push_back({.move = move});
    if (given.empty()) find_certain(faces);
    if (moves_.empty() || !sampler_.prepare(graph, situation_.frontier(), mines, budget)) return {};
    for (PlannedClick& each : moves_) describe(each, faces);
    rollout_.begin(graph, faces, known_);
    compare(seed, given.empty() ? kKept : 1);
    return moves_;
}

void ClickPlanner::find_known(std::span<const std::uint8_t> faces) {
    known_.assign(faces.size(), Known::kNothing);
    for (int cell = 0; cell < situation_.graph().size(); ++cell)
        if (!is_number(faces[cell])) known_[cell] = known_of(cell);
}

Known ClickPlanner::known_of(int cell) const {
    const Frontier& frontier = situation_.frontier();
    const Beliefs& beliefs = situation_.beliefs();
    const auto known = [](bool is_safe, bool is_mine) {
        return is_safe ? Known::kSafe : is_mine ? Known::kMine : Known::kNothing;
    };
    if (!situation_.is_unknown(cell))
        return known(frontier.states()[cell] == Frontier::kSettled, true);
    if (!situation_.is_touched(cell))
        return known(beliefs.untouched_is_safe(), beliefs.untouched_is_mine());
    const int box = frontier.box_of(cell);
    return known(beliefs.box_is_safe(box), beliefs.box_is_mine(box));
}

// Whether all around the number is known, some of it safe, and no wrong flag is in the way.
bool ClickPlanner::may_chord(int number, std::span<const std::uint8_t> faces) const {
    bool opens = false;
    for (const int j : situation_.graph().around(number)) {
        if (is_number(faces[j])) continue;
        if (known_[j] == Known::kNothing) return false;
        if (known_[j] == Known::kSafe && faces[j] == kFlag) return false;
        opens = opens || known_[j] == Known::kSafe;
    }
    return opens;
}

void ClickPlanner::find_certain(std::span<const std::uint8_t> faces) {
    for (int cell = 0; cell < situation_.graph().size(); ++cell) {
        if (is_number(faces[cell])) {
            if (may_chord(cell, faces)) moves_.push_back({.move = {cell, true}});
        } else if (known_[cell] == Known::kSafe) {
            moves_.push_back({.move = {cell, false}});
        }
    }
}

void ClickPlanner::describe(PlannedClick& planned, std::span<const std::uint8_t> faces) const {
    if (!planned.move.is_chord) {
        planned.opens.push_back(planned.move.cell);
        return;
    }
    for (const int j : situation_.graph().around(planned.move.cell)) {
        if (known_[j] == Known::kSafe)
            planned.opens.push_back(j);
        else if (known_[j] == Known::kMine && faces[j] != kFlag && faces[j] != kMine)
            planned.flags.push_back(j);
    }
}

void ClickPlanner::compare(std::uint64_t seed, double kept) {
    Random random(seed);
    std::size_t left = moves_.size();
    int played = 0;
    for (int round = kFirstLayouts; (left > 1 || kept == 1) && played < kMostLayouts; round *= 2) {
        for (int layout = 0; layout < round; ++layout) {
            situation_.budget().look_at_clock();
            draw(random);
            for (PlannedClick& each : std::span(moves_).first(left)) {
                if (numbers_[each.move.cell] == kMine) continue;
                each.sum += rollout_.play(numbers_, each.move);
                ++each.layouts;
            }
        }
        played += round;
        std::ranges::stable_sort(std::span(moves_).first(left), {},
                                 [](const PlannedClick& each) { return each.clicks(); });
        left = std::max<std::size_t>(1, static_cast<std::size_t>(kept * static_cast<double>(left)));
    }
}

void ClickPlanner::draw(Random& random) {
    sampler_.draw(situation_.frontier(), random, layout_);
    numbers_.assign(layout_.size(), 0);
    const Graph& graph = situation_.graph();
    for (int cell = 0; cell < graph.size(); ++cell) {
        if (layout_[cell] == 0) continue;
        for (const int j : graph.around(cell)) ++numbers_[j];
    }
    for (int cell = 0; cell < graph.size(); ++cell)
        if (layout_[cell] != 0) numbers_[cell] = kMine;
}

}  // namespace sapper
