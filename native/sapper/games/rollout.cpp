#include "sapper/games/rollout.hpp"

namespace sapper {

bool Continuation::play(const std::vector<std::uint8_t>& layout, int first) {
    if (!game_.begin(layout, mines_, faces_)) return false;
    if (first >= 0) game_.open(first);
    GameHooks nothing_to_watch;
    return game_.play(nothing_to_watch);
}

RolloutResult roll_out(const Graph& graph, std::span<const std::uint8_t> faces, int mines,
                       int first, std::int64_t games, std::uint64_t seed, const Setting& setting,
                       Budget& budget, const std::atomic<bool>& stop) {
    RolloutResult result;
    Frontier frontier;
    Sampler sampler;
    if (!frontier.read(graph, faces, {}) || !sampler.prepare(graph, frontier, mines, budget))
        return result;
    Continuation continuation(graph, faces, mines, setting);
    std::vector<std::uint8_t> layout;
    for (std::int64_t game = 0; game < games && !stop; ++game) {
        Random random(game_key(seed, static_cast<std::uint64_t>(game)));
        sampler.draw(frontier, random, layout);
        result.wins += continuation.play(layout, first);
        ++result.games;
        if (budget.is_late()) break;
    }
    return result;
}

}  // namespace sapper
