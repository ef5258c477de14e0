#include "sapper/value.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace sapper {

Value::Value(std::span<const float> weights) {
    const auto take = [&](std::size_t count) {
        if (weights.size() < count) throw std::invalid_argument("expected more weights");
        const auto taken = weights.first(count);
        weights = weights.subspan(count);
        return taken;
    };
    const int layers = static_cast<int>(take(1)[0]);
    if (layers < 1 || layers > 8) throw std::invalid_argument("expected 1 to 8 layers");
    std::vector<int> sizes;
    for (const float size : take(static_cast<std::size_t>(layers) + 1)) {
        sizes.push_back(static_cast<int>(size));
        if (sizes.back() < 1 || sizes.back() > kMostWidth)
            throw std::invalid_argument("expected layers of 1 to 128 units");
    }
    if (sizes.front() > Features::kCount || sizes.back() != 1)
        throw std::invalid_argument("expected a network over the features with one output");
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
        const auto inputs = static_cast<std::size_t>(sizes[i]);
        const auto outputs = static_cast<std::size_t>(sizes[i + 1]);
        const auto matrix = take(inputs * outputs);
        const auto biases = take(outputs);
        layers_.push_back({sizes[i],
                           sizes[i + 1],
                           {matrix.begin(), matrix.end()},
                           {biases.begin(), biases.end()}});
    }
    if (!weights.empty()) throw std::invalid_argument("expected fewer weights");
}

void Value::Layer::apply(const float* from, float* to) const {
    std::copy(biases.begin(), biases.end(), to);
    const auto width = static_cast<std::size_t>(outputs);
    for (int i = 0; i < inputs; ++i) {
        const float input = from[i];
        if (input == 0) continue;
        const float* const row = weights.data() + static_cast<std::size_t>(i) * width;
        for (std::size_t o = 0; o < width; ++o) to[o] += input * row[o];
    }
}

double Value::operator()(const Features::Vector& features) const {
    float buffers[2][kMostWidth];
    const float* from = features.data();
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        float* const to = buffers[i % 2];
        layers_[i].apply(from, to);
        if (i + 1 < layers_.size())
            for (int o = 0; o < layers_[i].outputs; ++o) to[o] = std::max(to[o], 0.0f);
        from = to;
    }
    return 1 / (1 + std::exp(-static_cast<double>(from[0])));
}

}  // namespace sapper
