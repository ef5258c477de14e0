// What a learned winning chance is told of a scene: some hundred numbers.
//
// They follow what decides games: the next guess and what it may bring (safest cells, free cells
// and their chance of a zero), how much is left (cells, density, bits), and what will have to be
// guessed whatever happens (uncertain cells by place and by how many neighbours could still tell
// about them, pairs on the way to a 50/50, pockets that no number will reach).
#pragma once

#include <array>

#include "sapper/scene.hpp"
#include "sapper/terrain.hpp"

namespace sapper {

class Features {
   public:
    // Where each group begins.
    enum Group : int {
        kBoard = 0,                 // size, density, how much is left
        kFree = kBoard + 12,        // certain safe cells and what they may open
        kSafest = kFree + 10,       // the best cells to guess
        kTouched = kSafest + 10,    // place x chance, softly in steps
        kBlind = kTouched + 3 * 9,  // touched: open neighbours x how uncertain
        kFar = kBlind + 12,         // untouched: place x open neighbours
        kPairs = kFar + 13,         // shape x place: chance of a 50/50
        kTosses = kPairs + 9,       // all pairs by that chance, softly in steps
        kPocket = kTosses + 10,     // by place: cells shut in by mines
        kCount = kPocket + 3
    };
    using Vector = std::array<float, kCount>;

    void extract(const Graph& graph, const Terrain& terrain, const Scene& scene, Vector& out);

   private:
    void add_free(const Graph& graph, const Scene& scene, int cell, Vector& out);
    void add_unknown(const Graph& graph, const Terrain& terrain, const Scene& scene, int cell,
                     Vector& out);
    void add_pairs(const Terrain& terrain, const Scene& scene, int cell, Vector& out);
    void finish(const Graph& graph, const Scene& scene, Vector& out);

    static constexpr int kBest = 5;
    std::array<float, kBest> lowest_{};  // chances of the safest cells, in order
    float near_lowest_[3] = {};
    float best_zero_ = 0, worst_toss_ = 0, second_toss_ = 0;
    float mines_ = 0, known_mines_ = 0, touched_ = 0, far_ = 0, free_ = 0, uncertain_ = 0;
    float bits_ = 0;
};

}  // namespace sapper
