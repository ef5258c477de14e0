#include "training/self_play.hpp"

#include <algorithm>

#include "sapper/random.hpp"
#include "sapper/threads.hpp"

namespace sapper {

namespace {

// One guess of a game in progress.
struct Guess {
    double best;        // winning chance of the best candidate
    double after = 0;   // winning chance after the actual number; 0 for a mine
    bool is_last_word;  // `best` is exact, or the guess was random: nothing later counts
    bool is_lesson;     // survived, and its position is usable for training
    std::size_t lesson = 0;
};

class SelfPlayer : public GameHooks {
   public:
    SelfPlayer(const Match& match, const SelfPlayOptions& options)
        : match_(match),
          options_(options),
          player_(match.setting, match.learned),
          game_(match.graph, &player_) {}

    void play(std::uint64_t number, std::vector<Lesson>& lessons) {
        number_ = number;
        random_ = Random(game_key(match_.seed ^ 0x5EED, number));
        lessons_ = &lessons;
        guesses_.clear();
        game_.begin(deal_game(match_, number), match_.mines);
        game_.open(match_.first);
        game_.play(*this);
        weigh(game_.is_alive(), lessons);
    }

    // A hook of the game: returns the best candidate, or sometimes a random one.
    int choose(const Choice& choice) {
        const bool is_exact = choice.win >= 0;
        const bool is_learned = !choice.candidates.empty() && choice.candidates.front().is_weighed;
        Guess made{is_exact     ? choice.win
                   : is_learned ? choice.candidates.front().value
                                : -1,
                   0, is_exact, false};
        const Candidate* chosen = choice.candidates.empty() ? nullptr : &choice.candidates.front();
        if (!is_exact && choice.candidates.size() > 1 && explores()) {
            chosen = &choice.candidates[random_.below(
                static_cast<std::uint32_t>(choice.candidates.size()))];
            made.is_last_word = is_learned;
        }
        const int cell = chosen ? chosen->cell : choice.cell;
        if (!is_exact && !game_.ground().is_mine(cell)) {
            const int shown = game_.ground().number(cell);
            if (is_learned) made.after = chosen->wins[static_cast<std::size_t>(shown)];
            made.is_lesson = true;
            made.lesson = lessons_->size();
            lessons_->push_back(
                {player_.faces(), cell, shown, 0, static_cast<std::uint32_t>(number_)});
        }
        guesses_.push_back(made);
        return cell;
    }

   private:
    bool explores() {
        return static_cast<double>(random_.next() >> 11) * 0x1.0p-53 < options_.exploring;
    }

    // From the last guess to the first: the worth of a position is the estimate of its next guess,
    // corrected by the error of that guess's own estimate.
    void weigh(bool is_won, std::vector<Lesson>& lessons) {
        double worth = is_won;
        for (std::size_t i = guesses_.size(); i-- > 0;) {
            const Guess& guess = guesses_[i];
            if (guess.is_lesson) lessons[guess.lesson].worth = static_cast<float>(worth);
            if (guess.is_last_word)
                worth = guess.best;
            else if (guess.best >= 0)
                worth = guess.best + (guess.is_lesson ? options_.trust * (worth - guess.after) : 0);
            else if (!guess.is_lesson)
                worth = 0;
        }
    }

    const Match& match_;
    const SelfPlayOptions& options_;
    Player player_;
    PlayedGame game_;
    std::uint64_t number_ = 0;  // of the game
    Random random_{0};
    std::vector<Lesson>* lessons_ = nullptr;
    std::vector<Guess> guesses_;
};

}  // namespace

std::vector<Lesson> self_play(const Match& match, const SelfPlayOptions& options,
                              std::uint64_t begin, std::uint64_t end, int workers,
                              const std::atomic<bool>& stop) {
    std::vector<std::vector<Lesson>> shares(static_cast<std::size_t>(std::max(workers, 0)));
    run_on_threads(workers, [&](std::size_t share) {
        SelfPlayer player(match, options);
        const auto count = static_cast<std::uint64_t>(workers);
        const std::uint64_t from = begin + (end - begin) * share / count;
        const std::uint64_t to = begin + (end - begin) * (share + 1) / count;
        for (std::uint64_t game = from; game < to && !stop; ++game)
            player.play(game, shares[share]);
    });
    std::vector<Lesson> lessons;
    for (auto& share : shares)
        lessons.insert(lessons.end(), std::make_move_iterator(share.begin()),
                       std::make_move_iterator(share.end()));
    return lessons;
}

const LearnedLeaf::Description* Describer::describe(std::span<const std::uint8_t> faces, int cell,
                                                    int number) {
    Budget budget;
    situation_.use_budget(budget);
    try {
        if (!situation_.read(graph_, faces, mines_) || !situation_.count() ||
            situation_.beliefs().ways() == 0 || !situation_.is_unknown(cell))
            return nullptr;
        look_ahead_.begin(situation_, true);
        if (!learned_leaf_.begin(situation_, value_, {})) return nullptr;
        look_ahead_.use(learned_leaf_);
        learned_leaf_.describe_only(number);
        Candidate candidate{cell, situation_.safety_of(cell)};
        look_ahead_.look(situation_, candidate);
        return learned_leaf_.description();
    } catch (const BudgetSpent&) {
        return nullptr;
    }
}

}  // namespace sapper
