#include "training/training.hpp"

#include <algorithm>
#include <array>
#include <barrier>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <thread>

namespace sapper {

namespace {

// Where each cell of a window goes under each of the eight symmetries of the square.
std::array<std::array<int, Terrain::kWindow>, 8> symmetries() {
    std::array<std::array<int, Terrain::kWindow>, 8> table{};
    const auto index = [](int r, int c) {
        const int at = (r + 2) * 5 + c + 2;
        return at > 12 ? at - 1 : at;
    };
    for (int s = 0; s < 8; ++s)
        for (int r = -2; r <= 2; ++r)
            for (int c = -2; c <= 2; ++c) {
                if (r == 0 && c == 0) continue;
                int a = s & 1 ? -r : r, b = s & 2 ? -c : c;
                if (s & 4) std::swap(a, b);
                table[static_cast<std::size_t>(s)][static_cast<std::size_t>(index(r, c))] =
                    index(a, b);
            }
    return table;
}

const auto kSymmetries = symmetries();

// A feature that hardly ever differs is not blown up beyond this.
constexpr double kLeastDeviation = 0.1;

std::uint8_t to_byte(float chance, long low, long high) {
    return static_cast<std::uint8_t>(std::clamp(std::lround(chance * 255), low, high));
}

}  // namespace

// What passed through one network, layer by layer: the inputs that were not zero.
struct Training::Passage {
    std::vector<Input> inputs;
    std::vector<std::size_t> begins;  // of each layer
    void clear() {
        inputs.clear();
        begins.assign(1, 0);
    }
    void end_layer() { begins.push_back(inputs.size()); }
    std::span<const Input> layer(std::size_t i) const {
        return std::span(inputs).subspan(begins[i], begins[i + 1] - begins[i]);
    }
};

// What one thread needs: its gradient, and all that passed through the networks.
struct Training::Worker {
    std::vector<float> gradient;
    Scene scene;
    Passage windows;  // the layers of one window after the other, each ending with its sights
    Passage whole;
    std::array<float, Value::kMostWidth> sums{};
    std::array<float, Features::kCount + Value::kMostSights> delta{}, next{};
    std::array<float, Value::kMostSights> sights{}, sight_delta{};
};

Training::Training(const Sizes& sizes, std::uint64_t seed)
    : mean_(Features::kCount, 0), deviation_(Features::kCount, 1), random_(game_key(seed, 0)) {
    const auto fits = [](const std::vector<int>& units) {
        return units.size() < Value::kMostLayers &&
               std::ranges::all_of(
                   units, [](int count) { return count >= 1 && count <= Value::kMostWidth; });
    };
    if (sizes.windows.empty() || !fits(sizes.windows) || !fits(sizes.whole) ||
        sizes.windows.back() > Value::kMostSights)
        throw std::invalid_argument(
            "expected up to 7 layers of 1 to 128 units, and 1 to 32 sights");
    std::vector<int> windows{Window::kInputs}, whole{Features::kCount + sizes.windows.back()};
    windows.insert(windows.end(), sizes.windows.begin(), sizes.windows.end());
    whole.insert(whole.end(), sizes.whole.begin(), sizes.whole.end());
    whole.push_back(1);
    add_layers(windows, windows_);
    add_layers(whole, whole_);
    momentum_.assign(parameters_.size(), 0);
    variance_.assign(parameters_.size(), 0);
    initialise(random_);
}

void Training::add_layers(const std::vector<int>& sizes, std::vector<Layer>& layers) {
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
        const auto count =
            static_cast<std::size_t>(sizes[i]) * static_cast<std::size_t>(sizes[i + 1]);
        layers.push_back({sizes[i], sizes[i + 1], parameters_.size(), parameters_.size() + count});
        parameters_.resize(parameters_.size() + count + static_cast<std::size_t>(sizes[i + 1]));
    }
}

void Training::initialise(Random& random) {
    const auto normal = [&] {  // Box and Muller
        const double u = (static_cast<double>(random.next() >> 11) + 1) * 0x1.0p-53;
        const double v = static_cast<double>(random.next() >> 11) * 0x1.0p-53;
        return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
    };
    for (const auto* layers : {&windows_, &whole_})
        for (const Layer& layer : *layers) {
            // Sights are sums over many windows: they begin small.
            const bool is_sight = layers == &windows_ && &layer == &layers->back();
            const double scale = std::sqrt(2.0 / layer.inputs) * (is_sight ? 0.2 : 1);
            for (std::size_t i = layer.weights; i < layer.biases; ++i)
                parameters_[i] = static_cast<float>(normal() * scale);
        }
}

int Training::add_board(const Graph& graph) {
    for (std::size_t i = 0; i < boards_.size(); ++i)
        if (boards_[i].graph->id() == graph.id()) return static_cast<int>(i);
    boards_.push_back({std::make_unique<Graph>(graph), {}});
    boards_.back().terrain.build(*boards_.back().graph);
    return static_cast<int>(boards_.size()) - 1;
}

void Training::add(int board, const Features::Vector& features, const Scene& scene, float worth) {
    examples_.push_back({board, worth, spots_.size(), features_.size()});
    features_.insert(features_.end(), features.begin(), features.end());
    for (std::size_t cell = 0; cell < scene.kinds.size(); ++cell) {
        const auto kind = scene.kinds[cell];
        if (kind == Scene::kKnownMine)
            spots_.push_back({255, 0, 0});
        else if (kind < Scene::kTouched)
            spots_.push_back({0, 0, 0});
        else
            spots_.push_back(
                {to_byte(scene.chances[cell], 1, 254), to_byte(scene.mixed[cell], 0, 255),
                 static_cast<std::uint8_t>(kind == Scene::kFar ? 255 : scene.boxes[cell] % 251)});
    }
}

void Training::restore(const Example& example, Scene& scene) const {
    const auto size = static_cast<std::size_t>(boards_[example.board].graph->size());
    scene.kinds.resize(size);
    scene.chances.resize(size);
    scene.mixed.resize(size);
    scene.boxes.resize(size);
    for (std::size_t cell = 0; cell < size; ++cell) {
        const Spot spot = spots_[example.spots + cell];
        scene.kinds[cell] = spot.chance == 0     ? Scene::kOpened
                            : spot.chance == 255 ? Scene::kKnownMine
                            : spot.box == 255    ? Scene::kFar
                                                 : Scene::kTouched;
        scene.chances[cell] = static_cast<float>(spot.chance) / 255;
        scene.mixed[cell] = static_cast<float>(spot.mixed) / 255;
        scene.boxes[cell] = spot.box;
    }
}

// Runs the layers from the inputs that the passage ends with; notes what is positive of each.
void Training::pass(const std::vector<Layer>& layers, Passage& passage, float* sums) const {
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const Layer& layer = layers[l];
        passage.end_layer();
        std::copy_n(parameters_.data() + layer.biases, layer.outputs, sums);
        add_rows(parameters_.data() + layer.weights, layer.outputs,
                 passage.layer(passage.begins.size() - 2), sums);
        if (&layers == &whole_ && l + 1 == layers.size()) return;
        for (int o = 0; o < layer.outputs; ++o)
            if (sums[o] > 0) passage.inputs.push_back({o, sums[o]});
    }
    passage.end_layer();
}

double Training::forward(const Example& example, int symmetry, Worker& worker) const {
    const Board& board = boards_[example.board];
    const auto& places = kSymmetries[static_cast<std::size_t>(symmetry)];
    restore(example, worker.scene);
    worker.windows.clear();
    worker.sights.fill(0);
    for (int cell = 0; cell < board.graph->size(); ++cell) {
        if (!Window::is_open(*board.graph, worker.scene, cell)) continue;
        Window::look(board.terrain, worker.scene, cell, [&](int input, float amount) {
            const int at = input / Window::kSigns;
            if (at < Terrain::kWindow) input += (places[at] - at) * Window::kSigns;
            worker.windows.inputs.push_back({input, amount});
        });
        pass(windows_, worker.windows, worker.sums.data());
        for (const Input sight : worker.windows.layer(worker.windows.begins.size() - 2))
            worker.sights[sight.index] += sight.amount;
    }
    worker.whole.clear();
    for (int i = 0; i < Features::kCount; ++i)
        worker.whole.inputs.push_back(
            {i, (features_[example.features + i] - mean_[i]) / deviation_[i]});
    for (int i = 0; i < windows_.back().outputs; ++i)
        worker.whole.inputs.push_back({Features::kCount + i, worker.sights[i]});
    pass(whole_, worker.whole, worker.sums.data());
    return 1 / (1 + std::exp(-static_cast<double>(worker.sums[0])));
}

// Adds what the layer's weights have done to the error; leaves in `delta` what its inputs did.
void Training::pass_back(const Layer& layer, std::span<const Input> inputs, bool is_first,
                         Worker& worker) const {
    float* const gradient = worker.gradient.data();
    for (int o = 0; o < layer.outputs; ++o) gradient[layer.biases + o] += worker.delta[o];
    add_to_rows(gradient + layer.weights, layer.outputs, inputs, worker.delta.data());
    if (is_first) return;
    worker.next.fill(0);
    multiply_rows(parameters_.data() + layer.weights, layer.outputs, inputs, worker.delta.data(),
                  worker.next.data());
    worker.delta.swap(worker.next);
}

void Training::backward(double error, Worker& worker) const {
    worker.delta.fill(0);
    worker.delta[0] = static_cast<float>(error);
    for (std::size_t l = whole_.size(); l-- > 0;)
        pass_back(whole_[l], worker.whole.layer(l), false, worker);
    std::copy_n(worker.delta.begin() + Features::kCount, Value::kMostSights,
                worker.sight_delta.begin());
    const std::size_t per_window = windows_.size() + 1;
    for (std::size_t w = 0; w + 1 < worker.windows.begins.size(); w += per_window) {
        worker.delta.fill(0);
        for (const Input sight : worker.windows.layer(w + windows_.size()))
            worker.delta[sight.index] = worker.sight_delta[sight.index];
        for (std::size_t l = windows_.size(); l-- > 0;)
            pass_back(windows_[l], worker.windows.layer(w + l), l == 0, worker);
    }
}

void Training::standardise() {
    const auto width = static_cast<std::size_t>(Features::kCount);
    std::vector<double> sum(width, 0), squares(width, 0);
    const std::size_t step = std::max<std::size_t>(1, examples_.size() / 300'000);
    double count = 0;
    for (std::size_t i = 0; i < examples_.size(); i += step, ++count)
        for (std::size_t k = 0; k < width; ++k) {
            const double value = features_[examples_[i].features + k];
            sum[k] += value;
            squares[k] += value * value;
        }
    for (std::size_t k = 0; k < width; ++k) {
        const double mean = sum[k] / count;
        mean_[k] = static_cast<float>(mean);
        deviation_[k] = static_cast<float>(
            std::max(std::sqrt(std::max(0.0, squares[k] / count - mean * mean)), kLeastDeviation));
    }
}

void Training::descend(const std::vector<Worker>& workers, double rate, double count) {
    constexpr double kMomentum = 0.9, kVariance = 0.999;
    momentum_left_ *= kMomentum;
    variance_left_ *= kVariance;
    const double step = rate * std::sqrt(1 - variance_left_) / (1 - momentum_left_);
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        double slope = 0;
        for (const Worker& worker : workers) slope += worker.gradient[i];
        slope /= count;
        momentum_[i] = static_cast<float>(kMomentum * momentum_[i] + (1 - kMomentum) * slope);
        variance_[i] =
            static_cast<float>(kVariance * variance_[i] + (1 - kVariance) * slope * slope);
        parameters_[i] -=
            static_cast<float>(step * momentum_[i] / (std::sqrt(variance_[i]) + 1e-8));
    }
}

bool Training::run(const Course& course, const std::atomic<bool>& stop) {
    if (!(course.epochs >= 0 && course.epochs <= 1e6) || course.batch < 1 || course.workers < 1 ||
        examples_.size() < static_cast<std::size_t>(course.batch))
        throw std::invalid_argument(
            "expected epochs from 0 on, a worker, and at least one batch of lessons");
    standardise();
    const auto batch = static_cast<std::size_t>(course.batch);
    const auto steps = static_cast<std::size_t>(
        course.epochs * static_cast<double>(examples_.size()) / static_cast<double>(batch));
    std::vector<std::uint32_t> order(examples_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::size_t at = order.size();
    std::vector<Worker> workers(static_cast<std::size_t>(course.workers));
    for (Worker& worker : workers) worker.gradient.assign(parameters_.size(), 0);
    bool is_done = false;
    std::uint64_t turn = 0;
    std::barrier gate(course.workers);
    const auto work = [&](std::size_t share) {
        Worker& worker = workers[share];
        for (std::size_t step = 0;; ++step) {
            if (share == 0) {
                is_done = step == steps || stop;
                if (at + batch > order.size()) {  // a new epoch in a new order
                    for (std::size_t i = order.size(); i > 1; --i)
                        std::swap(order[i - 1],
                                  order[random_.below(static_cast<std::uint32_t>(i))]);
                    at = 0;
                }
                turn = random_.next();
            }
            gate.arrive_and_wait();
            if (is_done) return;
            std::fill(worker.gradient.begin(), worker.gradient.end(), 0.0f);
            for (std::size_t i = batch * share / workers.size();
                 i < batch * (share + 1) / workers.size(); ++i) {
                const Example& example = examples_[order[at + i]];
                const int symmetry = static_cast<int>(scatter(turn + i) & 7);
                backward(forward(example, symmetry, worker) - example.worth, worker);
            }
            gate.arrive_and_wait();
            if (share > 0) continue;
            const double progress = static_cast<double>(step) / static_cast<double>(steps);
            const double warm = std::min(1.0, static_cast<double>(step + 1) / 200);
            descend(workers, warm * course.rate * (1 + std::cos(std::numbers::pi * progress)) / 2,
                    static_cast<double>(batch));
            at += batch;
        }
    };
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < workers.size(); ++i) threads.emplace_back(work, i);
    work(0);
    for (std::thread& thread : threads) thread.join();
    return !stop;
}

std::vector<float> Training::weights() const {
    std::vector<float> out;
    for (const auto* layers : {&windows_, &whole_}) {
        out.push_back(static_cast<float>(layers->size()));
        out.push_back(static_cast<float>(layers->front().inputs));
        for (const Layer& layer : *layers) out.push_back(static_cast<float>(layer.outputs));
        for (const Layer& layer : *layers) {
            const std::size_t begin = out.size();
            const auto count = static_cast<std::size_t>(layer.inputs + 1) *
                               static_cast<std::size_t>(layer.outputs);
            out.insert(out.end(), parameters_.begin() + static_cast<std::ptrdiff_t>(layer.weights),
                       parameters_.begin() + static_cast<std::ptrdiff_t>(layer.weights + count));
            if (layers != &whole_ || &layer != &layers->front()) continue;
            // Learned on standardised features; to be used on plain ones.
            float* const weights = out.data() + begin;
            float* const biases =
                weights + static_cast<std::ptrdiff_t>(layer.inputs) * layer.outputs;
            for (int i = 0; i < Features::kCount; ++i)
                for (int o = 0; o < layer.outputs; ++o) {
                    float& weight = weights[static_cast<std::ptrdiff_t>(i) * layer.outputs + o];
                    weight /= deviation_[i];
                    biases[o] -= weight * mean_[i];
                }
        }
    }
    return out;
}

}  // namespace sapper
