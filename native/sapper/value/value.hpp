// A learned winning chance: two small networks.
//
// The first takes the window (window.hpp) of every unknown cell near something known; its outputs,
// the sights, are summed over all cells. The second takes these sums and the features of the whole
// scene (features.hpp) and returns the chance to win. Plain floats, no library; zero inputs (most
// of them) cost nothing.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sapper/value/features.hpp"
#include "sapper/value/vectors.hpp"
#include "sapper/value/window.hpp"

namespace sapper {

class Value {
   public:
    static constexpr int kMostWidth = 128;  // of any layer
    static constexpr int kMostLayers = 8;
    static constexpr int kMostSights = 32;  // outputs of the network over windows
    using Sights = std::array<float, kMostSights>;

    // One layer: weights input by output, then biases.
    struct Layer {
        int inputs, outputs;
        std::vector<float> weights, biases;
    };
    using Network = std::vector<Layer>;

    // Weights as written by experiments/value: for each of the two networks the number of its
    // layers, their sizes, then for each layer its weights (input by output) and its biases. Throws
    // std::invalid_argument if they have another shape.
    explicit Value(std::span<const float> weights);

    // How many outputs the network over windows has.
    int sights() const { return windows_.back().outputs; }
    // Adds the sights of the cell's window; nothing for a cell without a window.
    void look(const Graph& graph, const Terrain& terrain, const Scene& scene, int cell,
              Sights& sum) const;
    // The same for many windows at once, in two steps, so that windows of which only some inputs
    // change need not be summed anew. The first adds inputs to sums of the first layer, which begin
    // with `window_biases`: the inputs of window i end at ends[i], its sums begin at
    // i * window_sums(). The second turns the sums into sights: window i has those from
    // i * sights() on.
    int window_sums() const { return windows_.front().outputs; }
    std::span<const float> window_biases() const { return windows_.front().biases; }
    void add_inputs(std::span<const Input> inputs, std::span<const std::int32_t> ends,
                    float* sums) const;
    void finish_windows(std::vector<float>& sums, std::vector<float>& sights) const;
    // The chance to win, between 0 and 1, of the scene with these features and these sights.
    double operator()(const Features::Vector& features, const Sights& sum) const;
    // The same, with the sights of all cells summed first.
    double operator()(const Graph& graph, const Terrain& terrain, const Scene& scene,
                      const Features::Vector& features) const;

   private:
    Network windows_, whole_;
};

// A value whose weights are all zero, for when only the inputs are needed; costs next to nothing.
Value blank_value();

// The value that ships with sapper, trained by experiments/value. Its weights are compiled in, so
// that a player and its weights always match.
const Value& shipped_value();
std::span<const float> shipped_weights();

}  // namespace sapper
