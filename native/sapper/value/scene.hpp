// The input of the learned winning chance: for every cell, what is known about it and how likely it
// is a mine.
//
// A scene describes the position itself, or one that a guess might lead to. It holds only what
// follows from the open numbers, never where the mines are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sapper/count/situation.hpp"

namespace sapper {

struct Scene {
    // What is known about a cell. Touched and far cells are unknown; no number touches a far one.
    enum Kind : std::uint8_t { kOpened, kKnownMine, kKnownSafe, kTouched, kFar };
    static constexpr std::int32_t kFarBox = -1;

    std::vector<std::uint8_t> kinds;
    std::vector<float> chances;       // of a mine
    std::vector<float> mixed;         // that exactly one of two cells of its box is a mine
    std::vector<std::int32_t> boxes;  // unknown cells with equal entries are in one box
    double far_chance = 0;
    double log_ways = 0;  // natural logarithm of the layouts left

    // A chance from here on counts as 1: sums of parts may fall slightly short of it.
    static constexpr double kSurely = 1 - 1e-9;
    // The least chance of an undecided cell, and its distance from 1.
    static constexpr float kNearly = 1e-6f;

    // Draws the position itself, which must be counted.
    void draw(const Situation& situation);

    bool is_unknown(int cell) const { return kinds[cell] >= kTouched; }
    // Whether the cell and all its neighbours are far: nothing is known there yet.
    bool is_deep(const Graph& graph, int cell) const {
        if (kinds[cell] != kFar) return false;
        for (const int j : graph.around(cell))
            if (kinds[j] != kFar) return false;
        return true;
    }

    // Sets an unknown cell; one whose chance is 0 or 1 becomes safe or a mine.
    void put(int cell, double chance, double mixed_chance, std::int32_t box) {
        kinds[cell] = chance <= 0         ? kKnownSafe
                      : chance >= kSurely ? kKnownMine
                      : box == kFarBox    ? kFar
                                          : kTouched;
        chances[cell] = static_cast<float>(chance);
        if (kinds[cell] >= kTouched)  // a float must not make certain what is not
            chances[cell] = std::clamp(chances[cell], kNearly, 1 - kNearly);
        mixed[cell] = static_cast<float>(mixed_chance);
        boxes[cell] = box;
    }

   private:
    void draw_unknown(const Situation& situation, int cell, double far_mixed);
    void draw_settled(const Frontier& frontier, int cell);
};

}  // namespace sapper
