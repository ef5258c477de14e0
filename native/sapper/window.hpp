// What a learned value sees around one cell still to be opened: the five by five cells with it in
// the middle.
//
// Whether a cell will have to be guessed in the end is written in its surroundings: walls of mines,
// the edge, neighbours that no number tells apart from it. Hand-made features (features.hpp) name
// the patterns that we know; through windows the value finds its own.
#pragma once

#include <cstdint>
#include <span>

#include "sapper/scene.hpp"
#include "sapper/terrain.hpp"

namespace sapper {

class Window {
   public:
    // What is said of each of the other cells. An opened cell is the blank; one known to be safe is
    // not, for it will tell something yet.
    enum Sign : int { kMine, kUnknown, kSameBox, kBeyond, kSafe, kSigns };
    // What is said of the cell in the middle.
    enum Own : int { kChance, kDoubt, kMixed, kPart, kShare, kTells, kIsFar, kIsSafe, kOwns };
    static constexpr int kInputs = Terrain::kWindow * kSigns + kOwns;

    // Whether the cell has a window: it is unknown, and something is known around it; or it is
    // known to be safe and not opened yet.
    static bool is_open(const Graph& graph, const Scene& scene, int cell) {
        return scene.kinds[cell] >= Scene::kSafe && !scene.is_deep(graph, cell);
    }

    // Calls take(input, amount) for all inputs that are not zero: the other cells, then its own.
    template <class Take>
    static void look(const Terrain& terrain, const Scene& scene, int cell, Take&& take) {
        look_around(terrain, scene, cell, take);
        look_inside(scene, cell, take);
    }

    template <class Take>
    static void look_around(const Terrain& terrain, const Scene& scene, int cell, Take&& take) {
        int at = 0;
        for (const int j : terrain.window_of(cell)) {
            if (j < 0)
                take(at + kBeyond, 1.0f);
            else
                look_at(scene, cell, j, at, 1, take);
            at += kSigns;
        }
    }

    // The same for what has become different of the other cells in a scene that was redrawn in
    // some places.
    template <class Take>
    static void look_for_changes(const Terrain& terrain, const Scene& before, const Scene& after,
                                 std::span<const std::uint8_t> is_redrawn, int cell, Take&& take) {
        // Cells of one box are redrawn together, but for far ones: some of them may become touched.
        const bool was_far = before.kinds[cell] == Scene::kFar && is_redrawn[cell];
        int at = 0;
        for (const int j : terrain.window_of(cell)) {
            if (j >= 0 && (is_redrawn[j] || was_far)) {
                if (before.is_unknown(j) && after.is_unknown(j)) {
                    const float change = after.chances[j] - before.chances[j];
                    if (change != 0) take(at + kMine, change);
                    const int same = is_same_box(after, cell, j) - is_same_box(before, cell, j);
                    if (same != 0) take(at + kSameBox, static_cast<float>(same));
                } else if (before.kinds[j] != after.kinds[j]) {
                    look_at(before, cell, j, at, -1, take);
                    look_at(after, cell, j, at, 1, take);
                }
            }
            at += kSigns;
        }
    }

    template <class Take>
    static void look_inside(const Scene& scene, int cell, Take&& take) {
        constexpr int at = Terrain::kWindow * kSigns;
        if (!scene.is_unknown(cell)) {
            take(at + kIsSafe, 1.0f);
            return;
        }
        const float chance = scene.chances[cell];
        take(at + kChance, chance);
        const float doubt = 4 * chance * (1 - chance);
        take(at + kDoubt, doubt);
        take(at + kMixed, scene.mixed[cell]);
        if (scene.kinds[cell] == Scene::kFar) {
            take(at + kIsFar, 1.0f);
            return;
        }
        // The more of its part's doubt lies in the cell, the more it would settle.
        const Scene::Part part = scene.parts[cell];
        take(at + kPart, part.entropy);
        take(at + kShare, part.share);
        take(at + kTells, doubt / (doubt + Scene::Part::kMostNats * part.entropy));
    }

   private:
    static bool is_same_box(const Scene& scene, int cell, int other) {
        return scene.is_unknown(cell) && scene.boxes[other] == scene.boxes[cell];
    }

    // What is said of one other cell, `sign` times.
    template <class Take>
    static void look_at(const Scene& scene, int cell, int other, int at, float sign, Take&& take) {
        if (scene.kinds[other] == Scene::kMine) {
            take(at + kMine, sign);
        } else if (scene.kinds[other] == Scene::kSafe) {
            take(at + kSafe, sign);
        } else if (scene.is_unknown(other)) {
            take(at + kMine, sign * scene.chances[other]);
            take(at + kUnknown, sign);
            if (is_same_box(scene, cell, other)) take(at + kSameBox, sign);
        }
    }
};

}  // namespace sapper
