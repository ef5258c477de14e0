// A position as its player feels it: what every cell is taken to be, and how likely it is a mine.
//
// This is what a learned winning chance looks at, be it of the position on the table or of one that
// a guess might lead to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sapper/count/beliefs.hpp"
#include "sapper/count/frontier.hpp"

namespace sapper {

struct Scene {
    // What is known of a cell. Touched and far cells are unknown; no number touches a far one.
    enum Kind : std::uint8_t { kOpened, kKnownMine, kKnownSafe, kTouched, kFar };
    static constexpr std::int32_t kFarBox = -1;

    std::vector<std::uint8_t> kinds;
    std::vector<float> chances;       // of a mine
    std::vector<float> mixed;         // that just one of two cells of its box is a mine
    std::vector<std::int32_t> boxes;  // unknown cells with equal numbers here are of one box
    double far_chance = 0;
    double log_ways = 0;                         // natural logarithm of the layouts left
    static constexpr double kSurely = 1 - 1e-9;  // sums of parts may fall short of 1 by a little

    static constexpr float kNearly = 1e-6f;

    // The position that the frontier and the beliefs describe.
    void draw(const Graph& graph, const Frontier& frontier, const Beliefs& beliefs);

    bool is_unknown(int cell) const { return kinds[cell] >= kTouched; }
    // An unknown cell with nothing but far cells around it: nothing is known there yet.
    bool is_deep(const Graph& graph, int cell) const {
        if (kinds[cell] != kFar) return false;
        for (const int j : graph.around(cell))
            if (kinds[j] != kFar) return false;
        return true;
    }

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
};

}  // namespace sapper
