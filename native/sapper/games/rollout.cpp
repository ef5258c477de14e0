#include "sapper/games/rollout.hpp"

#include <stdexcept>

namespace sapper {

bool Continuation::play(const std::vector<std::uint8_t>& layout, int first) {
    bool is_alive = begin(layout) && (first < 0 || open(first));
    while (is_alive && safe_left_ > 0) is_alive = step();
    return is_alive;
}

bool Continuation::begin(const std::vector<std::uint8_t>& layout) {
    ground_.lay(graph_, layout);
    opened_.assign(faces_.size(), 0);
    safe_left_ = graph_.size() - mines_;
    for (std::size_t cell = 0; cell < faces_.size(); ++cell) {
        opened_[cell] = is_number(faces_[cell]);
        safe_left_ -= opened_[cell];
    }
    return player_.look_at(graph_, faces_, mines_);
}

bool Continuation::step() {
    Budget budget;
    if (!player_.decide(budget, choice_)) throw std::logic_error("the player found no move");
    for (const int cell : choice_.certain)
        if (!opened_[cell] && !open(cell)) throw std::logic_error("a certain cell was a mine");
    return !choice_.certain.empty() || open(choice_.cell);
}

bool Continuation::open(int cell) {
    if (ground_.is_mine(cell)) return false;
    ground_.open(graph_, cell, opened_, [&](int shown, int number) {
        --safe_left_;
        player_.see(shown, number);
    });
    return true;
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
