#include "sapper/value/features.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

namespace {

constexpr std::array<float, 9> kChanceSteps{0.02f, 0.1f, 0.2f, 0.33f, 0.5f,
                                            0.67f, 0.8f, 0.9f, 0.98f};
constexpr std::array<float, 6> kTossSteps{0.01f, 0.05f, 0.15f, 0.35f, 0.65f, 1.0f};
constexpr std::array<float, 7> kDoubtSteps{0.0f, 0.02f, 0.08f, 0.2f, 0.45f, 0.75f, 1.0f};
constexpr float kLeastToss = 0.004f;  // pairs below this are ignored

// Splits a weight of 1 between the two bins around the value, so that the result is continuous.
template <std::size_t N>
void spread(float value, const std::array<float, N>& steps, float amount, float* out) {
    if (value <= steps.front()) {
        out[0] += amount;
        return;
    }
    for (std::size_t i = 1; i < N; ++i) {
        if (value > steps[i]) continue;
        const float share = (value - steps[i - 1]) / (steps[i] - steps[i - 1]);
        out[i - 1] += amount * (1 - share);
        out[i] += amount * share;
        return;
    }
    out[N - 1] += amount;
}

// Open neighbours in five bins: none, one, two, three or four, more.
int blind_step(int open_neighbours) {
    return open_neighbours <= 2 ? open_neighbours : open_neighbours <= 4 ? 3 : 4;
}

// Whether the two cells of a pair are unknown and in one box. One branch, because each alone is
// hard to predict.
bool is_alike(const Scene& scene, const Terrain::Pair& pair) {
    const int true_of_three = scene.is_unknown(pair.cell) + scene.is_unknown(pair.other) +
                              (scene.boxes[pair.cell] == scene.boxes[pair.other]);
    return true_of_three == 3;
}

// The pairs counted at a cell that may be alike.
std::span<const Terrain::Pair> pairs_at(const Terrain& terrain, const Scene& scene, int cell) {
    return scene.is_unknown(cell) ? terrain.pairs_of(cell) : terrain.pairs_across(cell);
}

// The chance that such a pair becomes a 50/50: exactly one of its cells and all its breakers are
// mines.
float toss_of(const Terrain& terrain, const Scene& scene, const Terrain::Pair& pair) {
    float toss = scene.mixed[pair.cell];
    for (const int j : terrain.breakers_of(pair)) {
        toss *= scene.chances[j];  // 0 where the breaker is safe or opened
        if (toss < kLeastToss) break;
    }
    return toss;
}

int far_step(Terrain::Place place, int open_neighbours) {
    if (place == Terrain::kCorner) return 9 + open_neighbours;          // 0 to 3
    if (place == Terrain::kEdge) return 5 + (open_neighbours + 1) / 2;  // 0, 1-2, 3-4, 5
    return open_neighbours == 8 ? 4 : open_neighbours / 2;              // 0-1, 2-3, 4-5, 6-7, 8
}

}  // namespace

void Features::clear() {
    *this = Features();
    lowest_.fill(1);
}

void Features::add(const Graph& graph, const Terrain& terrain, const Scene& scene, int cell) {
    add_cell(graph, terrain, scene, cell);
    if (!scene.is_deep(graph, cell)) add_pairs(graph, terrain, scene, cell);
}

void Features::add_cell(const Graph& graph, const Terrain& terrain, const Scene& scene, int cell) {
    switch (scene.kinds[cell]) {
        case Scene::kOpened:
            add_number(graph, scene, cell);
            break;
        case Scene::kKnownMine:
            ++known_mines_;
            break;
        case Scene::kKnownSafe:
            add_free(graph, scene, cell);
            break;
        case Scene::kTouched:
            add_touched(graph, terrain, scene, cell);
            break;
        default:
            if (scene.is_deep(graph, cell))
                add_deep(terrain.place_of(cell), 1);
            else
                add_far(graph, terrain, scene, cell);
    }
}

void Features::add_number(const Graph& graph, const Scene& scene, int cell) {
    int unknown = 0;
    float mines = 0;  // their chances add up to the mines that the number still has to find
    for (const int j : graph.around(cell)) {
        if (scene.kinds[j] < Scene::kTouched) continue;
        ++unknown;
        mines += scene.chances[j];
    }
    if (unknown < 2) return;
    const int need = std::clamp(static_cast<int>(mines + 0.5f), 1, unknown - 1);
    const int row = std::min(unknown, 5) - 2;  // 2, 3, 4, 5 or more
    const int begin = row * (row + 1) / 2;     // 1, 2, 3, 3 columns
    out_[kNumbers + begin + std::min(need, 3) - 1] += 1;
}

void Features::add_free(const Graph& graph, const Scene& scene, int cell) {
    ++free_;
    float zero = 1;
    int unknown = 0;
    for (const int j : graph.around(cell)) {
        zero *= 1 - scene.chances[j];
        unknown += scene.kinds[j] >= Scene::kTouched;
    }
    best_zero_ = std::max(best_zero_, zero);
    out_[kFree + 0] += zero;
    out_[kFree + 1] += 0.1f * static_cast<float>(unknown);
    out_[kFree + 2] += unknown == 0;
}

void Features::add_deep(Terrain::Place place, int count) {
    const int neighbours = place == Terrain::kCorner ? 3 : place == Terrain::kEdge ? 5 : 8;
    far_ += static_cast<float>(count);
    out_[kFar + far_step(place, neighbours)] += static_cast<float>(count);
}

void Features::add_far(const Graph& graph, const Terrain& terrain, const Scene& scene, int cell) {
    const float chance = scene.chances[cell];
    int open_neighbours = 0;
    float shut_in = 1;  // the chance that every neighbour is a mine
    for (const int j : graph.around(cell)) {
        open_neighbours += scene.kinds[j] >= Scene::kKnownSafe;
        shut_in *= scene.chances[j];
    }
    const auto place = terrain.place_of(cell);
    const float either = 4 * chance * (1 - chance);
    out_[kPocket + static_cast<int>(place)] += shut_in * either;
    ++far_;
    out_[kFar + far_step(place, open_neighbours)] += 1;
}

// Not shut in by mines: a number touches it.
void Features::add_touched(const Graph& graph, const Terrain& terrain, const Scene& scene,
                           int cell) {
    const float chance = scene.chances[cell];
    int open_neighbours = 0;
    int numbers = 0;
    for (const int j : graph.around(cell)) {
        numbers += scene.kinds[j] == Scene::kOpened;
        open_neighbours += scene.kinds[j] >= Scene::kKnownSafe;
    }
    const auto place = terrain.place_of(cell);
    const float either = 4 * chance * (1 - chance);
    ++touched_;
    mines_ += chance;
    uncertain_ += chance * (1 - chance);
    note_chance(chance);
    bits_ -= chance * std::log(chance) + (1 - chance) * std::log(1 - chance);
    spread(chance, kChanceSteps, 1, &out_[kTouched + 9 * static_cast<int>(place)]);
    out_[kSeen + std::clamp(numbers, 1, 4) - 1] += either;
    const int step = blind_step(open_neighbours);
    out_[kBlind + 2 * step] += either;
    out_[kBlind + 2 * step + 1] += 1 - either;
}

void Features::note_chance(float chance) {
    if (chance >= lowest_[kBest - 1]) return;
    int i = kBest - 1;
    for (; i > 0 && lowest_[i - 1] > chance; --i) lowest_[i] = lowest_[i - 1];
    lowest_[i] = chance;
}

void Features::add_pairs(const Graph& graph, const Terrain& terrain, const Scene& scene, int cell) {
    for (const Terrain::Pair& pair : pairs_at(terrain, scene, cell))
        if (is_alike(scene, pair) && !scene.is_deep(graph, pair.cell) &&
            !scene.is_deep(graph, pair.other))
            add_pair(terrain, scene, pair);
}

void Features::list_tosses(const Terrain& terrain, const Scene& scene, int cell,
                           std::span<const std::uint8_t> is_deep, std::vector<Toss>& tosses) {
    const auto is_safe = [&](int j) { return scene.chances[j] == 0; };
    for (const Terrain::Pair& pair : pairs_at(terrain, scene, cell)) {
        if (!is_alike(scene, pair) || std::ranges::any_of(terrain.breakers_of(pair), is_safe))
            continue;
        const bool counts = !is_deep[pair.cell] && !is_deep[pair.other];
        tosses.push_back({&pair, counts ? toss_of(terrain, scene, pair) : 0});
    }
}

bool Features::can_toss(const Terrain& terrain, const Scene& scene, const Terrain::Pair& pair,
                        std::span<const std::uint8_t> is_redrawn) {
    const auto is_safe = [&](int j) { return scene.chances[j] == 0 && !is_redrawn[j]; };
    return is_alike(scene, pair) && !std::ranges::any_of(terrain.breakers_of(pair), is_safe);
}

void Features::add_pair(const Terrain& terrain, const Scene& scene, const Terrain::Pair& pair) {
    if (is_alike(scene, pair)) add_toss({&pair, toss_of(terrain, scene, pair)});
}

void Features::add_toss(const Toss& toss) {
    const float chance = toss.chance;
    if (chance < kLeastToss) return;
    float doubts[kDoubtSteps.size()] = {};  // the first, no doubt at all, is ignored
    out_[kPairs + 3 * toss.pair->shape + toss.pair->place] += chance;
    spread(chance, kTossSteps, 1, &out_[kTosses]);
    spread(chance, kDoubtSteps, 1, doubts);
    for (std::size_t i = 1; i < kDoubtSteps.size(); ++i) out_[kDoubts + i - 1] += doubts[i];
    out_[kTosses + 6] += std::log(1 - chance / 2);
    if (chance > worst_toss_) {
        second_toss_ = worst_toss_;
        worst_toss_ = chance;
    } else {
        second_toss_ = std::max(second_toss_, chance);
    }
}

const Features::Vector& Features::finish(const Graph& graph, const Scene& scene) {
    // All far cells are alike; use the scene's chance, not the one at the time they were added.
    const auto far_chance = static_cast<float>(scene.far_chance);
    mines_ += far_ * far_chance;
    uncertain_ += far_ * far_chance * (1 - far_chance);
    for (int i = 0; i < kBest && static_cast<float>(i) < far_; ++i) note_chance(far_chance);

    finish_board(graph, scene);
    finish_free();
    finish_safest(far_chance);
    out_[kTosses + 7] = worst_toss_;
    out_[kTosses + 8] = second_toss_;
    out_[kTosses + 9] = worst_toss_ * worst_toss_;
    return out_;
}

// The divisors scale the values of ordinary boards to about 1.
void Features::finish_board(const Graph& graph, const Scene& scene) {
    const auto far_chance = static_cast<float>(scene.far_chance);
    const auto log_ways = static_cast<float>(scene.log_ways);
    const auto size = static_cast<float>(graph.size());
    const float unknown = touched_ + far_;
    const float far_bits = far_ > 0 && far_chance > 0 && far_chance < 1
                               ? -far_ * (far_chance * std::log(far_chance) +
                                          (1 - far_chance) * std::log(1 - far_chance))
                               : 0;
    float* board = &out_[kBoard];
    board[0] = size / 480;
    board[1] = static_cast<float>(std::min(graph.rows(), graph.columns())) / 16;
    board[2] = 4 * (known_mines_ + mines_) / size;
    board[3] = unknown / size;
    board[4] = std::log(1 + unknown) / 6;
    board[5] = 4 * mines_ / (unknown + 1);
    board[6] = far_ / size;
    board[7] = 4 * (far_ > 0 ? far_chance : 0);
    board[8] = touched_ / 50;
    board[9] = log_ways / 50;
    board[10] = (log_ways - far_bits) / 10;
    board[11] = bits_ / 10;
}

void Features::finish_free() {
    const float unknown = touched_ + far_;
    float* free = &out_[kFree];
    free[3] = free_ > 0;
    free[4] = std::min(free_, 2.0f) / 2;
    free[5] = std::min(free_, 4.0f) / 4;
    free[6] = std::min(free_, 8.0f) / 8;
    free[7] = best_zero_;
    free[8] = free_ / (unknown + free_ + 1);
    free[9] = std::log(1 + free_);
}

void Features::finish_safest(float far_chance) {
    float* safest = &out_[kSafest];
    for (int i = 0; i < kBest; ++i) safest[i] = 2 * lowest_[i];
    safest[5] = free_ > 0 ? 0 : lowest_[0];
    safest[6] = free_ > 0 ? 0 : lowest_[1];
    safest[7] = far_ > 0 ? far_chance - lowest_[0] : 0;
    safest[8] = std::log(1 - std::min(lowest_[0], 0.99f));
    safest[9] = uncertain_ / 5;
}

}  // namespace sapper
