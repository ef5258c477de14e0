// Stores the scenes of lessons for training: millions of them, read in any order, in any symmetry.
//
// Scenes are stored, three bytes per cell, because their windows would not fit into memory; the
// windows of a batch are computed on demand.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sapper/value/features.hpp"
#include "sapper/value/window.hpp"

namespace sapper {

class SceneStore {
   public:
    static constexpr int kTurns = 8;  // the symmetries of the square

    // Add boards first; a lesson refers to its board by the returned number.
    int add_board(const Graph& graph);
    void add(int board, const Features::Vector& features, const Scene& scene, float worth);

    std::size_t size() const { return examples_.size(); }
    float worth(std::size_t lesson) const { return examples_[lesson].worth; }
    std::span<const float> features(std::size_t lesson) const {
        return std::span(features_).subspan(lesson * Features::kCount, Features::kCount);
    }
    // Appends the windows of a lesson, turned, to `rows`; returns how many there are.
    std::int64_t append_windows(std::size_t lesson, int turn, std::vector<float>& rows);

   private:
    struct Board {
        Graph graph;
        Terrain terrain;
    };
    // One cell of a scene; `chance` is 0 for opened and safe cells, 255 for mines.
    struct Spot {
        std::uint8_t chance, mixed, box;
    };
    struct Example {
        std::int32_t board;
        float worth;
        std::size_t spots;  // where they begin
    };

    void restore(const Example& example);

    std::vector<Board> boards_;
    std::vector<Example> examples_;
    std::vector<Spot> spots_;
    std::vector<float> features_;
    Scene scene_;  // the one last restored
};

}  // namespace sapper
