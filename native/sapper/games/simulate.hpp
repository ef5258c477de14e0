// Plays many games of one player, from the deal to the result, on several threads without Python.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sapper/games/make_player.hpp"
#include "sapper/games/played_game.hpp"
#include "sapper/player/player.hpp"

namespace sapper {

enum class StartRule : std::uint8_t { kRaw, kSafe, kOpen };

// The name, besides those of the settings, of the player that knows the mines. Its games cost only
// the game itself: a lower bound on the cost of all other players.
inline constexpr std::string_view kClairvoyant = "clairvoyant";

struct Match {
    const Graph& graph;
    int mines;
    StartRule start;
    int first;  // the first cell opened
    std::uint64_t seed;
    Setting setting;
    bool is_clairvoyant = false;     // no player: all cells without a mine are opened
    const Value* learned = nullptr;  // instead of the one that ships
};

// The layout of one game of the match: 1 for every mine.
std::vector<std::uint8_t> deal_game(const Match& match, std::uint64_t game);

// Whether games have a score: the player has a learned value, and it fits the board.
bool is_scored(const Setting& setting, const Graph& graph);

struct GameResult {
    bool won = false;
    // The outcome without its luck: unbiased like the outcome, but with far less variance (a
    // control variate). NaN without a learned value.
    double score = 0;
    std::int32_t steps = 0;    // cells opened by the player
    std::int32_t guesses = 0;  // opened without being certain, not counting the first move
    std::int32_t survived = 0;
    std::int32_t cleared = 0;  // safe cells open at the end
    std::int32_t last = -1;    // the last cell opened by the player
    double expected = 0;       // sum of the guesses' safety: the expectation of `survived`
    double variance = 0;       // sum of safety * (1 - safety)
    double seconds = 0;
    double slowest = 0;            // longest single decision, in seconds
    std::vector<double> safeties;  // of every guess in order, NaN if not exact
};

// Plays games of one match one after another.
class Simulator {
   public:
    explicit Simulator(const Match& match)
        : match_(match),
          player_(make_player(match.setting, match.learned)),
          game_(match.graph, match.is_clairvoyant ? nullptr : player_.get()),
          is_scored_(is_scored(match.setting, match.graph)) {
        player_->find_only_best();
    }
    Simulator(const Simulator&) = delete;
    Simulator& operator=(const Simulator&) = delete;

    // `moves`, if given, receives every cell that the player opened, in order.
    GameResult play(std::uint64_t game, std::vector<std::int32_t>* moves = nullptr);

   private:
    struct Recorder;
    void open_all_safe(Recorder& recorder);

    const Match& match_;
    std::unique_ptr<Player> player_;
    PlayedGame game_;
    bool is_scored_;
    std::vector<std::int32_t> safe_cells_;
};

// Plays games from `begin` on, one per result, on `workers` threads; the results do not depend on
// how many. Stops early, leaving the other results unchanged, once `stop` becomes true.
void simulate(const Match& match, std::uint64_t begin, std::span<GameResult> results, int workers,
              const std::atomic<bool>& stop);

}  // namespace sapper
