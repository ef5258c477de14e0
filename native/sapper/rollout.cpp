#include "sapper/rollout.hpp"

namespace sapper {

namespace {

// Plays one drawn layout on; returns whether it was won.
class Continuation {
   public:
    Continuation(const Graph& graph, std::span<const std::uint8_t> faces, int mines,
                 const Setting& setting)
        : graph_(graph), faces_(faces), mines_(mines), player_(setting) {}

    bool play(std::vector<std::uint8_t> layout, int first) {
        ground_.lay(graph_, std::move(layout));
        opened_.assign(faces_.size(), 0);
        safe_left_ = graph_.size() - mines_;
        if (!player_.look_at(graph_, faces_, mines_)) return false;
        for (std::size_t cell = 0; cell < faces_.size(); ++cell) {
            opened_[cell] = is_number(faces_[cell]);
            safe_left_ -= opened_[cell];
        }
        if (first >= 0 && !open(first)) return false;
        while (safe_left_ > 0) {
            Budget budget;
            if (!player_.decide(budget, choice_)) return false;
            for (const int cell : choice_.certain)
                if (!opened_[cell]) open(cell);
            if (choice_.certain.empty() && !open(choice_.cell)) return false;
        }
        return true;
    }

   private:
    bool open(int cell) {
        if (ground_.is_mine(cell)) return false;
        ground_.open(graph_, cell, opened_, [&](int shown, int number) {
            --safe_left_;
            player_.see(shown, number);
        });
        return true;
    }

    const Graph& graph_;
    std::span<const std::uint8_t> faces_;
    int mines_;
    Player player_;
    Ground ground_;
    std::vector<std::uint8_t> opened_;
    int safe_left_ = 0;
    Choice choice_;
};

}  // namespace

RolloutResult roll_out(const Graph& graph, std::span<const std::uint8_t> faces, int mines,
                       int first, std::int64_t games, std::uint64_t seed, const Setting& setting,
                       const std::atomic<bool>& stop) {
    RolloutResult result;
    Frontier frontier;
    Sampler sampler;
    Budget budget;
    if (!frontier.read(graph, faces, {}) || !sampler.prepare(graph, frontier, mines, budget))
        return result;
    Continuation continuation(graph, faces, mines, setting);
    std::vector<std::uint8_t> layout;
    for (std::int64_t game = 0; game < games && !stop; ++game) {
        Random random(game_key(seed, static_cast<std::uint64_t>(game)));
        sampler.draw(frontier, random, layout);
        result.wins += continuation.play(layout, first);
        ++result.games;
    }
    return result;
}

}  // namespace sapper
