// The native players: decisions, exact ends of games, and rollouts.
#include "door/answer.hpp"
#include "sapper/count/needs.hpp"
#include "sapper/games/deep.hpp"
#include "sapper/games/rollout.hpp"
#include "sapper/games/tally.hpp"
#include "sapper/player/player.hpp"

using namespace door;

namespace {

const Setting& setting_of(std::size_t player) { return kSettings[player].setting; }

void limit_endgame(Player& player, const Budget& budget, int follows_budget) {
    if (follows_budget)
        player.follow_budget(budget);
    else
        player.keep_setting();
}

void put_candidate(const Candidate& candidate) {
    put(candidate.cell, candidate.safety, candidate.progress, candidate.value,
        candidate.is_weighed);
}

}  // namespace

// The constants of the core, and the names of the players, one per line.
DOOR int door_constants() {
    return answer([] {
        put(Budget::kDefaultStates, WideNeeds::kSlots, kNormal95, Deep::kClearlyBehind);
        put(kHidden, kFlag, kQuestion, kMine);
        for (const NamedSetting& known : kSettings) {
            put_text(known.name);
            put_text("\n");
        }
    });
}

DOOR Player* door_player(std::size_t player) { return new Player(setting_of(player)); }

DOOR void door_drop_player(Player* player) { delete player; }

DOOR int door_decide(Player* player, const Graph* graph, int mines, double states,
                     double milliseconds, int follows_budget) {
    return answer([&] {
        Budget budget = budget_of(states, milliseconds);
        limit_endgame(*player, budget, follows_budget);
        Choice choice;
        if (!player->read(*graph, board(*graph), mines) || !player->decide(budget, choice)) return;
        put(choice.cell, choice.safety, choice.win, choice.certain);
        for (const Candidate& each : choice.candidates) put_candidate(each);
        put_text(name_of(choice.basis));
    });
}

DOOR int door_exact_wins(Player* player, const Graph* graph, int mines, double states,
                         double milliseconds, int follows_budget) {
    return answer([&] {
        Budget budget = budget_of(states, milliseconds);
        limit_endgame(*player, budget, follows_budget);
        Player::Wins found;
        if (player->read(*graph, board(*graph), mines)) found = player->exact_wins(budget);
        if (found.is_complete) put(found.wins, found.layouts);
    });
}

// The end of the position that was decided on last.
DOOR int door_endgame(Player* player, double milliseconds) {
    return answer([&] {
        const Budget budget(Budget::kDefaultStates, milliseconds);
        const Endgame::Result found = player->endgame(true, budget);
        if (!found.is_complete) return;
        put(found.layouts, found.wins);
        for (const auto& guess : found.guesses) put(guess.cell, guess.safe_layouts, guess.wins);
    });
}

DOOR int door_roll_out(const Graph* graph, int mines, int first, double games, std::uint32_t high,
                       std::uint32_t low, std::size_t player, double states, double milliseconds) {
    return answer([&] {
        Budget budget = budget_of(states, milliseconds);
        const RolloutResult found =
            roll_out(*graph, board(*graph), mines, first, static_cast<std::int64_t>(games),
                     join(high, low), setting_of(player), budget, never);
        put(found.games, found.wins);
    });
}

DOOR int door_wilson(double wins, double games, double normal) {
    return answer([&] {
        const auto [low, high] = wilson(games > 0 ? wins / games : 0, games, normal);
        put(low, high);
    });
}

namespace {

// A comparison of guesses keeps its own copy of the faces.
struct RolledGuesses {
    RolledGuesses(const Graph& graph, int mines, std::uint64_t seed)
        : faces(layout_of(graph)), deep(graph, faces, mines, seed, 1) {}
    std::vector<std::uint8_t> faces;
    Deep deep;
};

}  // namespace

DOOR RolledGuesses* door_deep(const Graph* graph, int mines, std::uint32_t high,
                              std::uint32_t low) {
    return new RolledGuesses(*graph, mines, join(high, low));
}

DOOR void door_drop_deep(RolledGuesses* guesses) { delete guesses; }

DOOR int door_prepare_deep(RolledGuesses* guesses, double states, double milliseconds) {
    return answer([&] { put(guesses->deep.prepare(budget_of(states, milliseconds))); });
}

DOOR int door_play_deep(RolledGuesses* guesses, double layouts, double seconds) {
    return answer([&] {
        guesses->deep.play(static_cast<std::int64_t>(layouts), seconds, never);
        const Standing standing = guesses->deep.standing();
        put(standing.layouts, standing.seconds);
        for (const Rival& each : standing.rivals) {
            put_candidate(each.candidate);
            put(each.games, each.chance, each.interval.low, each.interval.high, each.behind,
                each.behind_error, each.is_dropped);
        }
        put_text(name_of(standing.basis));
    });
}

// Takes the symmetries, each a map of all cells as integers of 32 bits, and then the safe cells.
// Null where there are too many layouts.
DOOR Endgame* door_small_board(const Graph* graph, int mines, std::size_t symmetries,
                               int most_layouts) {
    const std::size_t cells = board(*graph).size();
    const auto maps = read<std::int32_t>(0, symmetries * cells);
    const auto is_safe = read<std::uint8_t>(maps.size_bytes(), cells);
    auto endgame = std::make_unique<Endgame>();
    if (!endgame->list_board(*graph, mines, is_safe, most_layouts)) return nullptr;
    std::vector<std::vector<std::int32_t>> lists;
    for (std::size_t at = 0; at < maps.size(); at += cells)
        lists.emplace_back(maps.begin() + at, maps.begin() + at + cells);
    endgame->use_symmetries(std::move(lists));
    return endgame.release();
}

DOOR void door_drop_small_board(Endgame* endgame) { delete endgame; }

DOOR int door_open_first(Endgame* endgame, int cell, double most_nodes) {
    return answer([&] {
        const auto found = endgame->open_first(cell, static_cast<std::int64_t>(most_nodes), never);
        if (found.is_complete) put(found.wins, found.safe_layouts, endgame->layouts());
    });
}
