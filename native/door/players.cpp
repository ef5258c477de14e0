// The native players: decisions, exact ends of games, and rollouts.
#include "door/door.hpp"
#include "sapper/count/needs.hpp"
#include "sapper/games/deep.hpp"
#include "sapper/games/rollout.hpp"
#include "sapper/games/tally.hpp"
#include "sapper/player/click_plan.hpp"
#include "sapper/player/player.hpp"

using namespace door;

namespace {

// The constants that Python's core has too.
auto constants() {
    const std::vector<std::uint8_t> faces{kHidden, kFlag, kQuestion, kMine};
    return std::tuple(Budget::kDefaultStates, WideNeeds::kSlots, kNormal95, Deep::kClearlyBehind,
                      faces);
}

// Quantities that were not computed are None.
auto fields_of(const Candidate& candidate) {
    const bool is_weighed = candidate.is_weighed, is_compared = candidate.progress >= 0;
    return std::tuple(candidate.cell, candidate.safety,
                      value_if(is_weighed || is_compared, candidate.progress),
                      value_if(!is_weighed && is_compared, candidate.value),
                      value_if(is_weighed, candidate.value));
}

Object* player(Setting setting) {
    return new Object{std::shared_ptr<Player>(make_player(setting))};
}

void limit_endgame(Player& player, const Budget& budget, bool follows_budget) {
    follows_budget ? player.follow_budget(budget) : player.keep_setting();
}

auto decide(Player& player, Board board, int mines, Budget budget, bool follows_budget) {
    limit_endgame(player, budget, follows_budget);
    Choice choice;
    const bool is_possible =
        player.read(board.graph, board.cells, mines) && player.decide(budget, choice);
    return value_if(is_possible, std::tuple(name_of(choice.basis), choice.certain, choice.cell,
                                            choice.safety, value_if(choice.win >= 0, choice.win),
                                            each_of(choice.candidates, fields_of)));
}

auto exact_wins(Player& player, Board board, int mines, Budget budget, bool follows_budget) {
    limit_endgame(player, budget, follows_budget);
    Player::Wins found;
    if (player.read(board.graph, board.cells, mines)) found = player.exact_wins(budget);
    return value_if(found.is_complete, std::tuple(found.wins, found.layouts));
}

// The end of the position that was decided on last.
auto endgame(Player& player, double milliseconds) {
    const Budget budget(Budget::kDefaultStates, milliseconds);
    const Endgame::Result found = player.endgame(true, budget);
    const auto guesses = each_of(found.guesses, [](const Endgame::Guess& each) {
        return std::tuple(each.cell, each.safe_layouts, each.wins);
    });
    return value_if(found.is_complete, std::tuple(found.layouts, found.wins, guesses));
}

auto roll_out(Board board, int mines, int first, std::int64_t games, std::uint64_t seed,
              Setting setting, Budget budget) {
    const RolloutResult found = sapper::roll_out(board.graph, board.cells, mines, first, games,
                                                 seed, setting, budget, never);
    return std::tuple(found.games, found.wins);
}

auto plan_clicks(Board board, int mines, std::vector<std::tuple<int, bool>> given,
                 std::uint64_t seed, Budget budget) {
    std::vector<ClickMove> moves;
    for (const auto& [cell, is_chord] : given) moves.push_back({cell, is_chord});
    const auto planned = ClickPlanner().plan(board.graph, board.cells, mines, moves, seed, budget);
    return each_of(planned, [](const PlannedClick& each) {
        return std::tuple(each.move.cell, each.move.is_chord,
                          value_if(each.layouts > 0, each.clicks()), each.layouts, each.flags,
                          each.opens);
    });
}

auto wilson(double wins, double games, double normal) {
    const auto [low, high] = sapper::wilson(games > 0 ? wins / games : 0, games, normal);
    return std::tuple(low, high);
}

// A comparison of guesses keeps its own copy of the faces.
struct RolledGuesses {
    RolledGuesses(Board board, int mines, std::uint64_t seed)
        : faces(board.cells.begin(), board.cells.end()), deep(board.graph, faces, mines, seed, 1) {}
    std::vector<std::uint8_t> faces;
    Deep deep;
};

auto deep(Board board, int mines, std::uint64_t seed, Budget budget) {
    const auto guesses = std::make_shared<RolledGuesses>(board, mines, seed);
    const bool is_guess = guesses->deep.prepare(budget);
    return value_if(is_guess, is_guess ? new Object{guesses} : nullptr);
}

auto play_deep(RolledGuesses& guesses, std::int64_t layouts, double seconds) {
    guesses.deep.play(layouts, seconds, never);
    const Standing standing = guesses.deep.standing();
    const auto rivals = each_of(standing.rivals, [](const Rival& each) {
        return std::tuple(fields_of(each.candidate), each.games, each.chance, each.interval.low,
                          each.interval.high, each.behind, each.behind_error, each.is_dropped);
    });
    return std::tuple(name_of(standing.basis), standing.layouts, standing.seconds, rivals);
}

const Call kPlayers[]{CALL(constants), CALL(player),     CALL(decide), CALL(exact_wins),
                      CALL(endgame),   CALL(roll_out),   CALL(wilson), CALL(deep),
                      CALL(play_deep), CALL(plan_clicks)};

}  // namespace
