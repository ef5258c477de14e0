// The winning chance of a position by playing it on: layouts are drawn, and the player plays each.
#pragma once

#include <atomic>
#include <cstdint>

#include "sapper/ground.hpp"
#include "sapper/player.hpp"
#include "sapper/sample.hpp"

namespace sapper {

struct RolloutResult {
    std::int64_t games = 0;
    std::int64_t wins = 0;
};

// Plays `games` drawn layouts on from the position, the given cell first (or -1: the player's own
// choice). The same seed draws the same layouts for every first cell, so cells can be compared.
// Returns no games where no layout fits or the sampler does not reach.
RolloutResult roll_out(const Graph& graph, std::span<const std::uint8_t> faces, int mines,
                       int first, std::int64_t games, std::uint64_t seed, const Setting& setting,
                       const std::atomic<bool>& stop);

}  // namespace sapper
