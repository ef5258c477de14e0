#include "sapper/value/value.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

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

// The outputs of a layer that are not limited to zero: inputs of the next.
struct PositiveInputs {
    std::array<Input, Value::kMostWidth> inputs;
    std::span<const Input> of(const float* from, int size) {
        Input* end = inputs.data();
        for (int i = 0; i < size; ++i) {
            *end = {i, from[i]};
            end += from[i] > 0;  // branch-free: the signs are hard to predict
        }
        return {inputs.data(), end};
    }
};

// Writes the sums of the first layer.
void start(const Value::Layer& layer, std::span<const Input> inputs, float* sums) {
    std::copy(layer.biases.begin(), layer.biases.end(), sums);
    add_rows(layer.weights.data(), layer.outputs, inputs, sums);
}

// Turns the sums of the first layer into those of the last, before any limiting.
void finish(const Value::Network& network, float* sums) {
    PositiveInputs positive;
    for (std::size_t i = 1; i < network.size(); ++i)
        start(network[i], positive.of(sums, network[i].inputs), sums);
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
    std::array<Input, Window::kInputs> inputs;
    Input* end = inputs.data();  // a local pointer stays in a register
    Window::look(terrain, scene, cell,
                 [&end](int input, float amount) { *end++ = {input, amount}; });
    float sums[kMostWidth];
    start(windows_.front(), {inputs.data(), end}, sums);
    finish(windows_, sums);
    for (int i = 0; i < sights(); ++i) sum[i] += std::max(sums[i], 0.0f);
}

void Value::add_inputs(std::span<const Input> inputs, std::span<const std::int32_t> ends,
                       float* sums) const {
    const Layer& first = windows_.front();
    add_rows_each(first.weights.data(), first.outputs, inputs, ends, sums);
}

void Value::finish_windows(std::vector<float>& sums, std::vector<float>& sights) const {
    const auto count = sums.size() / static_cast<std::size_t>(window_sums());
    limit_to_zero(sums);
    for (std::size_t i = 1; i < windows_.size(); ++i) {
        const Layer& layer = windows_[i];
        sights.resize(count * static_cast<std::size_t>(layer.outputs));
        apply_layer(layer.weights.data(), layer.biases.data(), layer.inputs, layer.outputs,
                    static_cast<int>(count), sums.data(), sights.data());
        sums.swap(sights);
        limit_to_zero(sums);
    }
    sums.swap(sights);
}

double Value::operator()(const Features::Vector& features, const Sights& sum) const {
    std::array<Input, Features::kCount + kMostSights> inputs;
    Input* end = inputs.data();
    const auto take = [&end](int input, float amount) {
        *end = {input, amount};
        end += amount != 0;  // branch-free: hard to predict
    };
    for (int i = 0; i < Features::kCount; ++i) take(i, features[i]);
    for (int i = 0; i < sights(); ++i) take(Features::kCount + i, sum[i]);
    float sums[kMostWidth];
    start(whole_.front(), {inputs.data(), end}, sums);
    finish(whole_, sums);
    return 1 / (1 + std::exp(-static_cast<double>(sums[0])));
}

double Value::operator()(const Graph& graph, const Terrain& terrain, const Scene& scene,
                         const Features::Vector& features) const {
    Sights sum{};
    for (int cell = 0; cell < graph.size(); ++cell) look(graph, terrain, scene, cell, sum);
    return (*this)(features, sum);
}

}  // namespace sapper
