#include "sapper/pictures/repair.hpp"

#include <algorithm>

#include "sapper/count/solve.hpp"
#include "sapper/shapes.hpp"

namespace sapper::pictures {

namespace {

constexpr int kMostChanges = 6, kMostTrials = 40;  // trials for each change
constexpr float kMostCost = 6;
constexpr std::int64_t kMostStates = 300'000;  // of one trial
constexpr double kAnyDensity = 0.2;

std::uint8_t face_of(std::uint8_t sign) {
    switch (sign) {
        case kCoveredSign:
            return kHidden;
        case kFlagSign:
            return kFlag;
        case kMineSign:
            return kMine;
        case kQuestionSign:
            return kQuestion;
        default:
            return sign;
    }
}

struct Change {
    int cell;
    std::uint8_t sign;
    float cost;
};

// Other names for the numbers that clash and for glyphs beside them, the most likely first.
std::vector<Change> changes_near(const Names& names, const std::vector<int>& clash) {
    std::vector<int> cells = clash;
    for (const int number : clash)
        names.each_around(number, [&](int cell) {
            const auto& one = names.clusters[names.cluster_of[cell]];
            if (one.has_glyph || one.cells.size() == 1) cells.push_back(cell);
        });
    std::ranges::sort(cells);
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    std::vector<Change> changes;
    for (const int cell : cells) {
        const auto& costs = names.clusters[names.cluster_of[cell]].costs;
        for (std::uint8_t sign = 0; sign < kSigns; ++sign) {
            const float cost = costs[sign] - costs[names.signs[cell]];
            if (sign != names.signs[cell] && cost < kMostCost)
                changes.push_back({cell, sign, cost});
        }
    }
    std::ranges::stable_sort(changes, {}, &Change::cost);
    if (changes.size() > kMostTrials) changes.resize(kMostTrials);
    return changes;
}

}  // namespace

bool is_possible(const Names& names, unsigned ring, std::vector<int>* clash) {
    const int top = (ring & kTop) != 0, left = (ring & kLeft) != 0;
    const int rows = names.rows + top + ((ring & kBottom) != 0);
    const int columns = names.columns + left + ((ring & kRight) != 0);
    std::vector<std::uint8_t> faces(static_cast<std::size_t>(rows) * columns, kHidden);
    for (int i = 0; i < names.rows * names.columns; ++i)
        faces[(i / names.columns + top) * columns + i % names.columns + left] =
            face_of(names.signs[i]);
    const auto graph = graph_of(Shape::kGrid, rows, columns);
    Budget budget(kMostStates);
    try {
        const auto solution = Solver().solve({graph, faces, -1, kAnyDensity}, budget);
        if (solution.outcome == Outcome::kPossible) return true;
        if (!clash) return false;
        clash->clear();
        for (const int cell : solution.clash)
            clash->push_back((cell / columns - top) * names.columns + cell % columns - left);
        return false;
    } catch (const BudgetSpent&) {
        return true;
    }
}

Repair repair(Names& names, unsigned ring) {
    Repair done;
    std::vector<int> clash, next;
    for (int round = 0; round < kMostChanges; ++round) {
        if (is_possible(names, ring, &clash)) return done;
        const auto is_solved = [&](const Change& change) {
            const auto before = names.signs[change.cell];
            names.signs[change.cell] = change.sign;
            const bool works =
                is_possible(names, ring, &next) || std::ranges::none_of(next, [&](int cell) {
                    return std::ranges::find(clash, cell) != clash.end();
                });
            if (!works) names.signs[change.cell] = before;
            return works;
        };
        const auto changes = changes_near(names, clash);
        const auto change = std::ranges::find_if(changes, is_solved);
        if (change == changes.end()) break;
        done.changed.push_back(change->cell);
    }
    if (!is_possible(names, ring, &clash)) done.clashing = clash;
    return done;
}

}  // namespace sapper::pictures
