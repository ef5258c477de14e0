#include "training/scored_guesses.hpp"

#include <algorithm>

#include "sapper/count/sample.hpp"
#include "sapper/games/rollout.hpp"
#include "sapper/random.hpp"
#include "sapper/threads.hpp"

namespace sapper {

namespace {

class Examiner : public GameHooks {
   public:
    Examiner(const Match& match, const ScoringOptions& options)
        : match_(match),
          options_(options),
          player_(match.setting, match.learned),
          game_(match.graph, &player_) {}

    void play(std::uint64_t number, std::vector<ScoredGuess>& guesses) {
        number_ = number;
        random_ = Random(game_key(match_.seed ^ 0x5C0BE, number));
        guesses_ = &guesses;
        game_.begin(deal_game(match_, number), match_.mines);
        game_.open(match_.first);
        game_.play(*this);
    }

    // A hook of the game: the guess is the player's own.
    int choose(const Choice& choice) {
        const std::size_t close = count_close(choice);
        if (close > 1 && is_taken()) score(choice, close);
        return choice.cell;
    }

   private:
    // Exact choices need no score.
    std::size_t count_close(const Choice& choice) const {
        if (choice.win >= 0 || choice.candidates.empty()) return 0;
        const double least = choice.candidates.front().value - options_.close;
        const auto is_close = [&](const Candidate& candidate) {
            return candidate.is_weighed && candidate.value >= least;
        };
        const auto found = std::ranges::find_if_not(choice.candidates, is_close);
        return std::min(static_cast<std::size_t>(found - choice.candidates.begin()),
                        static_cast<std::size_t>(options_.most));
    }

    bool is_taken() {
        return static_cast<double>(random_.next() >> 11) * 0x1.0p-53 < options_.share;
    }

    void score(const Choice& choice, std::size_t close) {
        ScoredGuess guess{player_.faces(), static_cast<std::uint32_t>(number_), {}, {}};
        guess.candidates.assign(choice.candidates.begin(),
                                choice.candidates.begin() + static_cast<std::ptrdiff_t>(close));
        Budget budget;
        Frontier frontier;
        if (!frontier.read(match_.graph, guess.faces, {}) ||
            !sampler_.prepare(match_.graph, frontier, match_.mines, budget))
            return;
        Continuation continuation(match_.graph, guess.faces, match_.mines, match_.setting);
        const auto layouts = static_cast<std::size_t>(options_.layouts);
        guess.scores.resize(close * layouts);
        std::vector<std::uint8_t> layout;
        for (std::size_t i = 0; i < layouts; ++i) {
            sampler_.draw(frontier, random_, layout);
            for (std::size_t c = 0; c < close; ++c)
                guess.scores[c * layouts + i] = static_cast<float>(
                    *continuation.score(layout, guess.candidates[c], [] { return false; }));
        }
        guesses_->push_back(std::move(guess));
    }

    const Match& match_;
    const ScoringOptions& options_;
    Player player_;
    PlayedGame game_;
    Sampler sampler_;
    std::uint64_t number_ = 0;  // of the game
    Random random_{0};
    std::vector<ScoredGuess>* guesses_ = nullptr;
};

}  // namespace

std::vector<ScoredGuess> score_guesses(const Match& match, const ScoringOptions& options,
                                       std::uint64_t begin, std::uint64_t end, int workers,
                                       const std::atomic<bool>& stop) {
    std::vector<std::vector<ScoredGuess>> shares(static_cast<std::size_t>(std::max(workers, 0)));
    run_on_threads(workers, [&](std::size_t share) {
        Examiner examiner(match, options);
        const auto count = static_cast<std::uint64_t>(workers);
        const std::uint64_t from = begin + (end - begin) * share / count;
        const std::uint64_t to = begin + (end - begin) * (share + 1) / count;
        for (std::uint64_t game = from; game < to && !stop; ++game)
            examiner.play(game, shares[share]);
    });
    std::vector<ScoredGuess> guesses;
    for (auto& share : shares)
        guesses.insert(guesses.end(), std::make_move_iterator(share.begin()),
                       std::make_move_iterator(share.end()));
    return guesses;
}

}  // namespace sapper
