#include "training/scene_store.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sapper {

namespace {

using Places = std::array<int, Terrain::kWindow>;

// Where each cell of a window goes under each of the eight symmetries of the square.
std::array<Places, SceneStore::kTurns> symmetries() {
    std::array<Places, SceneStore::kTurns> table{};
    const auto index = [](int r, int c) {
        const int at = (r + 2) * 5 + c + 2;
        return at > 12 ? at - 1 : at;
    };
    for (int s = 0; s < SceneStore::kTurns; ++s)
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

std::uint8_t to_byte(float chance, long low, long high) {
    return static_cast<std::uint8_t>(std::clamp(std::lround(chance * 255), low, high));
}

}  // namespace

int SceneStore::add_board(const Graph& graph) {
    for (std::size_t i = 0; i < boards_.size(); ++i)
        if (boards_[i].graph.id() == graph.id()) return static_cast<int>(i);
    boards_.push_back({graph, {}});
    boards_.back().terrain.build(graph);
    return static_cast<int>(boards_.size()) - 1;
}

void SceneStore::add(int board, const Features::Vector& features, const Scene& scene, float worth) {
    examples_.push_back({board, worth, spots_.size()});
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

void SceneStore::restore(const Example& example) {
    const auto size = static_cast<std::size_t>(boards_[example.board].graph.size());
    scene_.kinds.resize(size);
    scene_.chances.resize(size);
    scene_.mixed.resize(size);
    scene_.boxes.resize(size);
    for (std::size_t cell = 0; cell < size; ++cell) {
        const Spot spot = spots_[example.spots + cell];
        scene_.kinds[cell] = spot.chance == 0     ? Scene::kOpened
                             : spot.chance == 255 ? Scene::kKnownMine
                             : spot.box == 255    ? Scene::kFar
                                                  : Scene::kTouched;
        scene_.chances[cell] = static_cast<float>(spot.chance) / 255;
        scene_.mixed[cell] = static_cast<float>(spot.mixed) / 255;
        scene_.boxes[cell] = spot.box;
    }
}

std::int64_t SceneStore::append_windows(std::size_t lesson, int turn, std::vector<float>& rows) {
    const Example& example = examples_[lesson];
    const Board& board = boards_[example.board];
    const Places& places = kSymmetries[static_cast<std::size_t>(turn)];
    restore(example);
    std::int64_t count = 0;
    for (int cell = 0; cell < board.graph.size(); ++cell) {
        if (!Window::is_open(board.graph, scene_, cell)) continue;
        const std::size_t row = rows.size();
        rows.resize(row + Window::kInputs);
        Window::look(board.terrain, scene_, cell, [&](int input, float amount) {
            const int at = input / Window::kSigns;
            if (at < Terrain::kWindow) input += (places[at] - at) * Window::kSigns;
            rows[row + static_cast<std::size_t>(input)] = amount;
        });
        ++count;
    }
    return count;
}

}  // namespace sapper
