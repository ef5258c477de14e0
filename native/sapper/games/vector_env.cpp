#include "sapper/games/vector_env.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>
#include <string>

#include "sapper/threads.hpp"

namespace sapper {

namespace {

// Enough to be worth a thread, few enough to share evenly.
constexpr std::size_t kBoardsAtOnce = 64, kAskedAtOnce = 8;

double least_of(std::span<const double> chances) {
    double least = 1;
    for (const double chance : chances)
        if (chance < least && chance != Oracle::kNone) least = chance;
    return least;
}

// 1 for a proved cell, -1 for a guess where one was proved and for a certain mine, else 0.
double provable_reward(std::span<const std::uint8_t> verdicts, int cell) {
    if (verdicts[cell] == kSafe) return 1;
    if (verdicts[cell] == kCertainMine) return -1;
    return std::ranges::find(verdicts, kSafe) == verdicts.end() ? 0 : -1;
}

double log_survival(double chance) { return std::max(std::log1p(-chance), VectorEnv::kLeastLog); }

}  // namespace

VectorEnv::VectorEnv(const EnvRules& rules, const EnvArrays& arrays, std::size_t boards,
                     int workers)
    : rules_(rules),
      arrays_(arrays),
      cells_(static_cast<std::size_t>(rules.graph.size())),
      boards_(boards) {
    if (workers < 1)
        throw std::invalid_argument("expected at least 1 worker, got " + std::to_string(workers));
    const std::size_t at_once = boards_at_once();
    const std::size_t shares = std::max<std::size_t>(1, (boards + at_once - 1) / at_once);
    while (oracles_.size() < std::min(shares, static_cast<std::size_t>(workers)))
        oracles_.emplace_back();
    for (Board& board : boards_) {
        board.opened.resize(cells_);
        board.faces.resize(cells_);
    }
    std::fill_n(arrays_.over, boards, true);
}

std::size_t VectorEnv::boards_at_once() const {
    return arrays_.chances || arrays_.win_chances ? kAskedAtOnce : kBoardsAtOnce;
}

void VectorEnv::choose_games(std::size_t board, std::uint64_t seed, std::uint64_t game) {
    boards_[board].seed = seed;
    boards_[board].next_game = game;
}

void VectorEnv::reset(std::span<const bool> which) {
    on_all_boards([&](std::size_t i, Oracle& oracle) {
        if (which[i]) start_game(i, oracle);
    });
}

void VectorEnv::step(std::span<const std::int64_t> actions) {
    for (const std::int64_t action : actions)
        if (action < 0 || action >= static_cast<std::int64_t>(cells_))
            throw std::invalid_argument("expected cells from 0 to " + std::to_string(cells_ - 1) +
                                        ", got " + std::to_string(action));
    on_all_boards([&](std::size_t i, Oracle& oracle) {
        step_board(i, static_cast<int>(actions[i]), oracle);
    });
}

template <class Work>
void VectorEnv::on_all_boards(Work&& work) {
    const std::size_t at_once = boards_at_once();
    std::atomic<std::size_t> next{0};
    run_on_threads(static_cast<int>(oracles_.size()), [&](std::size_t share) {
        for (;;) {
            const std::size_t begin = next.fetch_add(at_once);
            if (begin >= boards_.size()) return;
            const std::size_t end = std::min(begin + at_once, boards_.size());
            for (std::size_t i = begin; i < end; ++i) work(i, oracles_[share]);
        }
    });
}

void VectorEnv::start_game(std::size_t i, Oracle& oracle) {
    Board& board = boards_[i];
    arrays_.games[i] = board.next_game++;
    board.is_dealt = false;  // by the first opening
    board.steps = 0;
    board.safe_left = rules_.graph.size() - rules_.mines;
    std::ranges::fill(board.opened, std::uint8_t{0});
    std::ranges::fill(board.faces, std::uint8_t{kHidden});
    std::fill_n(arrays_.observations + row(i), cells_, EnvArrays::kCovered);
    std::fill_n(arrays_.masks + row(i), cells_, std::int8_t{1});
    arrays_.over[i] = false;
    if (arrays_.chances) ask(i, oracle);
    if (arrays_.win_chances) arrays_.win_chances[i] = Oracle::kNone;
}

// One step of one board, as its rules say.
void VectorEnv::step_board(std::size_t i, int cell, Oracle& oracle) {
    arrays_.rewards[i] = 0;
    arrays_.terminations[i] = arrays_.truncations[i] = arrays_.won[i] = false;
    // 1. A game that is over: the next one, or nothing at all.
    if (arrays_.over[i]) {
        if (rules_.autoreset == Autoreset::kNextStep) start_game(i, oracle);
        return;
    }
    // 2. The action. What it is worth may depend on the position before it, and on that after it.
    ++boards_[i].steps;
    if (boards_[i].opened[cell]) {
        refuse(i);
    } else {
        const double before = value_of(i);
        const int left = boards_[i].safe_left;
        arrays_.rewards[i] = reward_before(i, cell);
        open(i, cell);
        if (!arrays_.over[i] && arrays_.chances) ask(i, oracle);
        if (!arrays_.over[i] && arrays_.win_chances)
            arrays_.win_chances[i] =
                oracle.win_chance(rules_.graph, boards_[i].faces, rules_.mines);
        if (rules_.reward == Reward::kWin) arrays_.rewards[i] = arrays_.won[i];
        if (rules_.reward == Reward::kValue) arrays_.rewards[i] = value_of(i) - before;
        if (rules_.reward == Reward::kProgress)
            arrays_.rewards[i] = static_cast<double>(left - boards_[i].safe_left) /
                                 (rules_.graph.size() - rules_.mines);
    }
    // 3. The end of the game.
    if (!arrays_.over[i] && rules_.most_steps > 0 && boards_[i].steps >= rules_.most_steps)
        arrays_.truncations[i] = arrays_.over[i] = true;
    if (!arrays_.over[i] || rules_.autoreset != Autoreset::kSameStep) return;
    std::copy_n(arrays_.observations + row(i), cells_, arrays_.final_observations + row(i));
    start_game(i, oracle);
}

// The cell is open already.
void VectorEnv::refuse(std::size_t i) {
    if (rules_.invalid == Invalid::kIgnore) return;
    arrays_.rewards[i] = kPenalty;
    if (rules_.invalid == Invalid::kEnd) end(i, false);
}

// The part of the reward that the position before the action decides. The first opening under the
// rules safe and open is neither proved nor a risk: 0.
double VectorEnv::reward_before(std::size_t i, int cell) const {
    if (!boards_[i].is_dealt && rules_.start != StartRule::kRaw) return 0;
    const double chance =
        arrays_.chances ? arrays_.chances[row(i) + static_cast<std::size_t>(cell)] : Oracle::kNone;
    const bool is_known = chance != Oracle::kNone;
    switch (rules_.reward) {
        case Reward::kProvable:
            return provable_reward({arrays_.verdicts + row(i), cells_}, cell);
        case Reward::kRisk:
            return is_known ? log_survival(chance) : 0;
        case Reward::kRegret:
            return is_known ? least_of({arrays_.chances + row(i), cells_}) - chance : 0;
        default:
            return 0;
    }
}

void VectorEnv::open(std::size_t i, int cell) {
    Board& board = boards_[i];
    if (!board.is_dealt) deal_for(board, arrays_.games[i], cell);
    std::int8_t* const seen = arrays_.observations + row(i);
    std::int8_t* const mask = arrays_.masks + row(i);
    if (board.ground.is_mine(cell)) {
        board.opened[cell] = 1;
        seen[cell] = EnvArrays::kOpenedMine;
        mask[cell] = 0;
        return end(i, false);
    }
    board.ground.open(rules_.graph, cell, board.opened, [&](int shown, int number) {
        --board.safe_left;
        board.faces[shown] = static_cast<std::uint8_t>(number);
        seen[shown] = static_cast<std::int8_t>(number);
        mask[shown] = 0;
    });
    if (board.safe_left == 0) end(i, true);
}

void VectorEnv::deal_for(Board& board, std::uint64_t game, int first) const {
    const Match match{.graph = rules_.graph,
                      .mines = rules_.mines,
                      .start = rules_.start,
                      .first = first,
                      .seed = board.seed,
                      .setting = kFast};
    board.ground.lay(rules_.graph, deal_game(match, game));
    board.is_dealt = true;
}

void VectorEnv::end(std::size_t i, bool is_won) {
    arrays_.terminations[i] = arrays_.over[i] = true;
    arrays_.won[i] = is_won;
    if (arrays_.win_chances) arrays_.win_chances[i] = is_won ? 1 : 0;
    if (!arrays_.chances) return;
    std::fill_n(arrays_.chances + row(i), cells_, Oracle::kNone);
    std::fill_n(arrays_.verdicts + row(i), cells_, std::uint8_t{kNotCovered});
}

void VectorEnv::ask(std::size_t i, Oracle& oracle) {
    oracle.ask(rules_.graph, boards_[i].faces, rules_.mines, arrays_.chances + row(i),
               arrays_.verdicts + row(i));
}

// The potential of the reward by value: the chance to win, 0 where it is not known.
double VectorEnv::value_of(std::size_t i) const {
    return arrays_.win_chances ? std::max(arrays_.win_chances[i], 0.0) : 0;
}

}  // namespace sapper
