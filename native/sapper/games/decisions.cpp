#include "sapper/games/decisions.hpp"

namespace sapper {

namespace {

class Collector : public GameHooks {
   public:
    Collector(const Graph& graph, const PlayedGame& played, Decisions& found)
        : graph_(graph), played_(played), found_(found) {}

    void begin_game(std::int32_t game) {
        game_ = game;
        moves_ = 1;  // the first cell
    }
    void after_decision(const Choice& choice) {
        for (int cell = 0; cell < graph_.size(); ++cell)
            found_.faces.push_back(played_.is_open(cell)
                                       ? static_cast<std::uint8_t>(played_.ground().number(cell))
                                       : static_cast<std::uint8_t>(kHidden));
        const bool is_guess = choice.certain.empty();
        found_.game.push_back(game_);
        found_.moves.push_back(moves_);
        found_.choice.push_back(is_guess ? choice.cell : choice.certain.front());
        found_.is_guess.push_back(is_guess);
    }
    void before_opening(int) { ++moves_; }

   private:
    const Graph& graph_;
    const PlayedGame& played_;
    Decisions& found_;
    std::int32_t game_ = 0, moves_ = 0;
};

}  // namespace

Decisions collect_decisions(const Match& match, std::uint64_t begin, std::int64_t games,
                            const std::atomic<bool>& stop) {
    Decisions found;
    const auto player = make_player(match.setting, match.learned);
    PlayedGame played(match.graph, player.get());
    Collector collector(match.graph, played, found);
    for (std::int64_t i = 0; i < games && !stop.load(std::memory_order_relaxed); ++i) {
        collector.begin_game(static_cast<std::int32_t>(i));
        played.begin(deal_game(match, begin + static_cast<std::uint64_t>(i)), match.mines);
        found.won.push_back(played.open(match.first) && played.play(collector));
    }
    return found;
}

}  // namespace sapper
