// A learned winning chance: a small network over the features of a scene.
//
// Two hidden layers, plain floats, no library. Inputs that are zero (most are) cost nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sapper/features.hpp"

namespace sapper {

class Value {
   public:
    // Weights as written by experiments/value: the sizes of the layers, then for each layer its
    // weights (input by output) and its biases. Throws std::invalid_argument if they do not fit.
    explicit Value(std::span<const float> weights);

    // The chance to win, between 0 and 1, of the scene with these features.
    double operator()(const Features::Vector& features) const;

   private:
    static constexpr int kMostWidth = 128;
    struct Layer {
        int inputs, outputs;
        std::vector<float> weights, biases;
        void apply(const float* from, float* to) const;
    };
    std::vector<Layer> layers_;
};

// The value that ships with sapper, learned by experiments/value. Its weights are compiled in, so
// that a player and what it learned cannot come apart.
const Value& shipped_value();
std::span<const float> shipped_weights();

}  // namespace sapper
