// Learning a winning chance from lessons: gradient descent on both networks of a Value at once.
//
// Lessons are kept as scenes, a few bytes per cell, because their windows would fill any memory.
// Adam (Kingma and Ba, 2015), cross-entropy, batches shared among threads; every lesson is seen
// turned and mirrored at random. What comes out depends a little on the machine and on how many
// threads there are: sums in another order.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sapper/random.hpp"
#include "sapper/value/value.hpp"
#include "sapper/value/vectors.hpp"

namespace sapper {

class Training {
   public:
    struct Sizes {
        std::vector<int> windows;  // hidden units, then the sights
        std::vector<int> whole;    // hidden units
    };
    Training(const Sizes& sizes, std::uint64_t seed);
    Training(const Training&) = delete;
    Training& operator=(const Training&) = delete;

    // Boards are added first; a lesson names its board by the number that was returned.
    int add_board(const Graph& graph);
    void add(int board, const Features::Vector& features, const Scene& scene, float worth);
    std::size_t size() const { return examples_.size(); }

    struct Course {
        double epochs;
        double rate;  // falls to 0 along a cosine
        int batch;
        int workers;
    };
    // Returns false when stopped.
    bool run(const Course& course, const std::atomic<bool>& stop);
    // As Value reads them.
    std::vector<float> weights() const;

   private:
    struct Board {
        std::unique_ptr<Graph> graph;
        Terrain terrain;
    };
    // One cell of a scene in three bytes; `chance` is 0 for opened and safe cells, 255 for mines.
    struct Spot {
        std::uint8_t chance, mixed, box;
    };
    struct Example {
        std::int32_t board;
        float worth;
        std::size_t spots, features;  // where they begin
    };
    struct Layer {
        int inputs, outputs;
        std::size_t weights, biases;  // where they begin among the parameters
    };
    struct Passage;
    struct Worker;

    void add_layers(const std::vector<int>& sizes, std::vector<Layer>& layers);
    void initialise(Random& random);
    void standardise();
    void restore(const Example& example, Scene& scene) const;
    void pass(const std::vector<Layer>& layers, Passage& passage, float* sums) const;
    void pass_back(const Layer& layer, std::span<const Input> inputs, bool is_first,
                   Worker& worker) const;
    double forward(const Example& example, int symmetry, Worker& worker) const;
    void backward(double error, Worker& worker) const;
    void descend(const std::vector<Worker>& workers, double rate, double count);

    std::vector<Layer> windows_, whole_;
    std::vector<float> parameters_, momentum_, variance_;
    double momentum_left_ = 1, variance_left_ = 1;
    std::vector<Board> boards_;
    std::vector<Example> examples_;
    std::vector<Spot> spots_;
    std::vector<float> features_;
    std::vector<float> mean_, deviation_;  // of the features
    Random random_;
};

}  // namespace sapper
