#include "sapper/value/value.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sapper/value/vectors.hpp"

namespace sapper {

namespace {

// Reads one network and removes it from `weights`.
Value::Network read(std::span<const float>& weights) {
    const auto take = [&](std::size_t size) {
        if (weights.size() < size)
            throw std::invalid_argument("expected more weights: the last network is incomplete");
        const auto taken = weights.first(size);
        weights = weights.subspan(size);
        return taken;
    };
    const float count = take(1)[0];
    if (!(count >= 1 && count <= Value::kMostLayers))
        throw std::invalid_argument("expected 1 to 8 layers");
    const int layers = static_cast<int>(count);
    std::vector<int> sizes;
    for (const float size : take(static_cast<std::size_t>(layers) + 1)) {
        if (!(size >= 1 && size <= (sizes.empty() ? 1024 : Value::kMostWidth)))
            throw std::invalid_argument("expected layers of 1 to 128 units");
        sizes.push_back(static_cast<int>(size));
    }
    Value::Network network;
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
        const auto inputs = static_cast<std::size_t>(sizes[i]);
        const auto outputs = static_cast<std::size_t>(sizes[i + 1]);
        const auto matrix = take(inputs * outputs);
        const auto biases = take(outputs);
        network.push_back({sizes[i],
                           sizes[i + 1],
                           {matrix.begin(), matrix.end()},
                           {biases.begin(), biases.end()}});
    }
    return network;
}

// The inputs that are not zero, gathered for one layer after another.
struct Gathered {
    std::array<Input, Window::kInputs + Features::kCount + Value::kMostSights> inputs;
    int count = 0;
    void add(int index, float amount) {
        inputs[static_cast<std::size_t>(count++)] = {index, amount};
    }
    std::span<const Input> all() const { return {inputs.data(), static_cast<std::size_t>(count)}; }
    void take_positive(const float* from, int size) {
        Input* end = inputs.data();
        for (int i = 0; i < size; ++i) {
            *end = {i, from[i]};
            end += from[i] > 0;  // branch-free: the signs are hard to predict
        }
        count = static_cast<int>(end - inputs.data());
    }
};

// Writes the sums of the network's last layer, before any limiting.
void apply(const Value::Network& network, Gathered& gathered, float* sums) {
    for (std::size_t i = 0; i < network.size(); ++i) {
        const Value::Layer& layer = network[i];
        if (i > 0) gathered.take_positive(sums, layer.inputs);
        std::copy(layer.biases.begin(), layer.biases.end(), sums);
        add_rows(layer.weights.data(), layer.outputs, gathered.all(), sums);
    }
}

}  // namespace

Value::Value(std::span<const float> weights) {
    windows_ = read(weights);
    whole_ = read(weights);
    if (!weights.empty()) throw std::invalid_argument("expected no weights after the two networks");
    if (windows_.front().inputs != Window::kInputs || sights() > kMostSights ||
        whole_.front().inputs != Features::kCount + sights() || whole_.back().outputs != 1)
        throw std::invalid_argument("expected networks over windows and features with one output");
}

Value blank_value() {
    std::vector<float> weights{1, Window::kInputs, 1};
    weights.resize(weights.size() + Window::kInputs + 1);
    weights.insert(weights.end(), {1, Features::kCount + 1, 1});
    weights.resize(weights.size() + Features::kCount + 2);
    return Value(weights);
}

void Value::look(const Graph& graph, const Terrain& terrain, const Scene& scene, int cell,
                 Sights& sum) const {
    if (!Window::is_open(graph, scene, cell)) return;
    Gathered gathered;
    Input* end = gathered.inputs.data();  // a local pointer stays in a register
    Window::look(terrain, scene, cell,
                 [&end](int input, float amount) { *end++ = {input, amount}; });
    gathered.count = static_cast<int>(end - gathered.inputs.data());
    float sums[kMostWidth];
    apply(windows_, gathered, sums);
    for (int i = 0; i < sights(); ++i) sum[i] += std::max(sums[i], 0.0f);
}

double Value::operator()(const Features::Vector& features, const Sights& sum) const {
    Gathered gathered;
    for (int i = 0; i < Features::kCount; ++i)
        if (features[i] != 0) gathered.add(i, features[i]);
    for (int i = 0; i < sights(); ++i)
        if (sum[i] != 0) gathered.add(Features::kCount + i, sum[i]);
    float sums[kMostWidth];
    apply(whole_, gathered, sums);
    return 1 / (1 + std::exp(-static_cast<double>(sums[0])));
}

double Value::operator()(const Graph& graph, const Terrain& terrain, const Scene& scene,
                         const Features::Vector& features) const {
    Sights sum{};
    for (int cell = 0; cell < graph.size(); ++cell) look(graph, terrain, scene, cell, sum);
    return (*this)(features, sum);
}

}  // namespace sapper
