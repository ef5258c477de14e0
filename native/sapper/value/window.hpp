// The inputs of a learned value for one unknown cell: the five-by-five square around it.
//
// Whether a cell must be guessed in the end depends on its surroundings: walls of mines, the edge,
// neighbours that no number distinguishes from it. Hand-made features (features.hpp) describe the
// patterns that we know; from windows the value learns its own.
#pragma once

#include <span>

#include "sapper/value/scene.hpp"
#include "sapper/value/terrain.hpp"

namespace sapper {

class Window {
   public:
    // The inputs for each of the other cells; all are zero for an opened or safe cell.
    enum Sign : int { kMineChance, kUnknown, kSameBox, kBeyond, kSigns };
    // The inputs for the cell in the middle.
    enum Own : int { kChance, kDoubt, kMixed, kIsFar, kOwns };
    static constexpr int kInputs = Terrain::kWindow * kSigns + kOwns;

    // Whether the cell has a window: it is unknown, and something is known around it.
    static bool is_open(const Graph& graph, const Scene& scene, int cell) {
        return scene.is_unknown(cell) && !scene.is_deep(graph, cell);
    }

    // Calls take(input, amount) for every input that is not zero.
    template <class Take>
    static void look(const Terrain& terrain, const Scene& scene, int cell, Take&& take) {
        int at = 0;
        for (const int j : terrain.window_of(cell)) {
            if (j < 0) {
                take(at + kBeyond, 1.0f);
            } else if (scene.kinds[j] == Scene::kKnownMine) {
                take(at + kMineChance, 1.0f);
            } else if (scene.is_unknown(j)) {
                take(at + kMineChance, scene.chances[j]);
                take(at + kUnknown, 1.0f);
                if (scene.boxes[j] == scene.boxes[cell]) take(at + kSameBox, 1.0f);
            }
            at += kSigns;
        }
        look_at_middle(scene, cell, take);
    }

    // The inputs of the cell in the middle alone.
    template <class Take>
    static void look_at_middle(const Scene& scene, int cell, Take&& take) {
        constexpr int at = Terrain::kWindow * kSigns;
        const float chance = scene.chances[cell];
        take(at + kChance, chance);
        take(at + kDoubt, 4 * chance * (1 - chance));
        take(at + kMixed, scene.mixed[cell]);
        if (scene.kinds[cell] == Scene::kFar) take(at + kIsFar, 1.0f);
    }
};

}  // namespace sapper
