// The features of a scene: about a hundred numbers, inputs of the learned winning chance.
//
// They describe what decides games: the next guess and what it may reveal (safest cells, free cells
// and their chance of a zero), how much is left (cells, density, bits), and which guesses will be
// unavoidable (uncertain cells by place and by how many of their neighbours are still to be opened,
// pairs that may become a 50/50, pockets that no number will reach).
//
// Features are sums over cells, so the part that does not change from leaf to leaf can be summed
// once and copied (learned_leaf.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sapper/value/scene.hpp"
#include "sapper/value/terrain.hpp"

namespace sapper {

class Features {
   public:
    // Where each group begins.
    enum Group : int {
        kBoard = 0,                 // size, density, how much is left
        kFree = kBoard + 12,        // certain safe cells and what they may open
        kSafest = kFree + 10,       // the best cells to guess
        kTouched = kSafest + 10,    // place x chance, in soft bins
        kBlind = kTouched + 3 * 9,  // touched: open neighbours x how uncertain
        kFar = kBlind + 12,         // untouched: place x open neighbours
        kPairs = kFar + 13,         // shape x place: chance of a 50/50
        kTosses = kPairs + 9,       // all pairs by that chance, in soft bins
        kPocket = kTosses + 10,     // by place: cells shut in by mines
        kNumbers = kPocket + 3,     // open numbers: unknown neighbours x mines to find
        kSeen = kNumbers + 9,       // touched: numbers around it, weighted by doubt
        kDoubts = kSeen + 4,        // all pairs again, in finer bins
        kCount = kDoubts + 6
    };
    using Vector = std::array<float, kCount>;

    // Removes everything that was added.
    void clear();
    // Adds one cell. The order of the cells affects only the last digits.
    void add(const Graph& graph, const Terrain& terrain, const Scene& scene, int cell);
    // The same in two parts: the cell without its pairs, and each of its pairs.
    void add_cell(const Graph& graph, const Terrain& terrain, const Scene& scene, int cell);
    void add_pair(const Terrain& terrain, const Scene& scene, const Terrain::Pair& pair);
    // A pair that may become a 50/50, and the chance of that in the scene of a position.
    struct Toss {
        const Terrain::Pair* pair;
        float chance;  // 0 if the pair is not counted: one of its cells is deep
    };
    void add_toss(const Toss& toss);
    // Appends the pairs of a cell that can count at a leaf of this scene: both cells are unknown
    // and in one box, and no breaker is safe. A number can only make the list shorter. `is_deep`
    // tells for every cell whether it is deep.
    static void list_tosses(const Terrain& terrain, const Scene& scene, int cell,
                            std::span<const std::uint8_t> is_deep, std::vector<Toss>& tosses);
    // Whether a pair without deep cells still counts in the scene of a candidate, whose redrawn
    // cells are marked.
    static bool can_toss(const Terrain& terrain, const Scene& scene, const Terrain::Pair& pair,
                         std::span<const std::uint8_t> is_redrawn);
    // Adds `count` deep cells (Scene::is_deep) of a place; only their number matters.
    void add_deep(Terrain::Place place, int count);
    // The features of the added cells, which must be all cells that are not opened and all numbers
    // that touch unknown ones.
    const Vector& finish(const Graph& graph, const Scene& scene);

   private:
    void add_number(const Graph& graph, const Scene& scene, int cell);
    void add_free(const Graph& graph, const Scene& scene, int cell);
    void add_far(const Graph& graph, const Terrain& terrain, const Scene& scene, int cell);
    void add_touched(const Graph& graph, const Terrain& terrain, const Scene& scene, int cell);
    void add_pairs(const Graph& graph, const Terrain& terrain, const Scene& scene, int cell);
    void note_chance(float chance);
    void finish_board(const Graph& graph, const Scene& scene);
    void finish_free();
    void finish_safest(float far_chance);

    static constexpr int kBest = 5;
    Vector out_{};
    std::array<float, kBest> lowest_{};  // chances of the safest cells, in order
    float best_zero_ = 0, worst_toss_ = 0, second_toss_ = 0;
    float mines_ = 0, known_mines_ = 0, touched_ = 0, far_ = 0, free_ = 0, uncertain_ = 0;
    float bits_ = 0;
};

}  // namespace sapper
