#include "sapper/player/click_plan.hpp"

#include <algorithm>

#include "sapper/metrics/open_board.hpp"

namespace sapper {

namespace {

// The first glance plays few clicks of each move; the rounds after it play more clicks of the best.
constexpr int kGlanceLayouts = 24, kGlanceClicks = 3, kKeptMoves = 8;
constexpr int kFirstLayouts = 16, kMostLayouts = 64, kClicks = 10;
constexpr int kWholeLayouts = 120;  // of moves that are given, played to the end

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
    rollout_.begin(graph, faces, mines, known_);
    Random random(seed);
    if (given.empty()) {
        compare(random, faces);
    } else {
        play(moves_, kWholeLayouts, ClickRollout::kToTheEnd, random);
        sort(moves_);
    }
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

void ClickPlanner::compare(Random& random, std::span<const std::uint8_t> faces) {
    std::span<PlannedClick> left(moves_);
    if (left.size() > kKeptMoves) {
        play(left, kGlanceLayouts, kGlanceClicks, random);
        sort(left);
        for (PlannedClick& each : left) each.sum = each.layouts = 0;
        left = left.first(kKeptMoves);
    }
    const std::span<PlannedClick> compared = left;
    for (int layouts = kFirstLayouts; left.size() > 1 && layouts <= kMostLayouts; layouts *= 2) {
        play(left, layouts, kClicks, random);
        sort(left);
        left = left.first(left.size() / 2);
    }
    const double after = clicks_left(faces, random);
    for (PlannedClick& each : compared) each.sum += after * each.layouts;
}

void ClickPlanner::play(std::span<PlannedClick> moves, int layouts, int most, Random& random) {
    for (int layout = 0; layout < layouts; ++layout) {
        situation_.budget().look_at_clock();
        draw(random);
        for (PlannedClick& each : moves) {
            if (numbers_[each.move.cell] == kMine) continue;
            each.sum += rollout_.play(numbers_, each.move, most);
            ++each.layouts;
        }
    }
}

void ClickPlanner::sort(std::span<PlannedClick> moves) {
    std::ranges::stable_sort(moves, {}, [](const PlannedClick& each) { return each.clicks(); });
}

// About how many clicks what is not solved takes, on average over a few layouts.
double ClickPlanner::clicks_left(std::span<const std::uint8_t> faces, Random& random) {
    int unsolved = 0;
    for (int layout = 0; layout < kFirstLayouts; ++layout) {
        draw(random);
        const OpenBoard board(situation_.graph(), layout_);
        unsolved += board.bbbv() - board.solved_bbbv(faces);
    }
    return ClickRollout::kClicksPer3bv * unsolved / kFirstLayouts;
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
