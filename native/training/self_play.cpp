#include "training/self_play.hpp"

#include <algorithm>
#include <stdexcept>

#include "sapper/games/deal.hpp"
#include "sapper/random.hpp"
#include "sapper/threads.hpp"

namespace sapper {

namespace {

// One guess of a game under way.
struct Guess {
    double best;        // winning chance of the best candidate
    double after = 0;   // winning chance after the number that came; 0 for a mine
    bool is_last_word;  // `best` is exact, or play went on at random: nothing later counts
    bool is_lesson;     // survived, and its position may be learned from
    std::size_t lesson = 0;
};

class Pupil {
   public:
    Pupil(const Match& match, const Schooling& schooling)
        : match_(match), schooling_(schooling), player_(match.setting, match.learned) {}

    void play(std::uint64_t game, std::vector<Lesson>& lessons) {
        Random random(game_key(match_.seed ^ 0x5EED, game));
        guesses_.clear();
        begin(game);
        bool is_alive = open(match_.first);
        while (is_alive && safe_left_ > 0) {
            Budget budget;
            if (!player_.decide(budget, choice_))
                throw std::logic_error("the player found no move");
            for (const int cell : choice_.certain)
                if (!opened_[cell] && !open(cell))
                    throw std::logic_error("a certain cell was a mine");
            if (!choice_.certain.empty()) continue;
            is_alive = guess(game, random, lessons);
        }
        weigh(is_alive, lessons);
    }

   private:
    void begin(std::uint64_t game) {
        ground_.lay(match_.graph, deal(static_cast<std::uint32_t>(match_.graph.size()),
                                       static_cast<std::uint32_t>(match_.mines),
                                       excluded_by(match_), match_.seed, game));
        opened_.assign(static_cast<std::size_t>(match_.graph.size()), 0);
        faces_.assign(static_cast<std::size_t>(match_.graph.size()), kHidden);
        safe_left_ = match_.graph.size() - match_.mines;
        player_.begin(match_.graph, match_.mines);
    }

    bool open(int cell) {
        if (ground_.is_mine(cell)) return false;
        ground_.open(match_.graph, cell, opened_, [&](int shown, int number) {
            --safe_left_;
            faces_[shown] = static_cast<std::uint8_t>(number);
            player_.see(shown, number);
        });
        return true;
    }

    bool guess(std::uint64_t game, Random& random, std::vector<Lesson>& lessons) {
        const bool is_exact = choice_.win >= 0;
        const bool is_learned =
            !choice_.candidates.empty() && choice_.candidates.front().is_weighed;
        Guess made{is_exact     ? choice_.win
                   : is_learned ? choice_.candidates.front().value
                                : -1,
                   0, is_exact, false};
        const Candidate* chosen =
            choice_.candidates.empty() ? nullptr : &choice_.candidates.front();
        if (!is_exact && choice_.candidates.size() > 1 &&
            static_cast<double>(random.next() >> 11) * 0x1.0p-53 < schooling_.exploring) {
            chosen = &choice_.candidates[random.below(
                static_cast<std::uint32_t>(choice_.candidates.size()))];
            made.is_last_word = is_learned;
        }
        const int cell = chosen ? chosen->cell : choice_.cell;
        const bool is_alive = !ground_.is_mine(cell);
        if (is_alive && !is_exact) {
            const int number = ground_.number(cell);
            if (is_learned) made.after = chosen->wins[static_cast<std::size_t>(number)];
            made.is_lesson = true;
            made.lesson = lessons.size();
            lessons.push_back({faces_, cell, number, 0, static_cast<std::uint32_t>(game)});
        }
        guesses_.push_back(made);
        return is_alive && open(cell);
    }

    // From the last guess to the first: the worth of a position is what its next guess promised,
    // corrected by how that guess's own position turned out against its estimate.
    void weigh(bool is_won, std::vector<Lesson>& lessons) {
        double worth = is_won;
        for (std::size_t i = guesses_.size(); i-- > 0;) {
            const Guess& guess = guesses_[i];
            if (guess.is_lesson) lessons[guess.lesson].worth = static_cast<float>(worth);
            if (guess.is_last_word)
                worth = guess.best;
            else if (guess.best >= 0)
                worth =
                    guess.best + (guess.is_lesson ? schooling_.trust * (worth - guess.after) : 0);
            else if (!guess.is_lesson)
                worth = 0;
        }
    }

    const Match& match_;
    const Schooling& schooling_;
    Player player_;
    Ground ground_;
    std::vector<std::uint8_t> opened_, faces_;
    int safe_left_ = 0;
    Choice choice_;
    std::vector<Guess> guesses_;
};

}  // namespace

std::vector<Lesson> self_play(const Match& match, const Schooling& schooling, std::uint64_t begin,
                              std::uint64_t end, int workers, const std::atomic<bool>& stop) {
    std::vector<std::vector<Lesson>> shares(static_cast<std::size_t>(std::max(workers, 0)));
    share_out(workers, [&](std::size_t share) {
        Pupil pupil(match, schooling);
        const auto count = static_cast<std::uint64_t>(workers);
        const std::uint64_t from = begin + (end - begin) * share / count;
        const std::uint64_t to = begin + (end - begin) * (share + 1) / count;
        for (std::uint64_t game = from; game < to && !stop; ++game) pupil.play(game, shares[share]);
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
        look_ahead_.begin(situation_);
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
