// Whole games: dealing, playing, boards that need no guess, and the metrics of a layout.
#include "door/answer.hpp"
#include "sapper/games/deal.hpp"
#include "sapper/games/generate.hpp"
#include "sapper/games/repair.hpp"
#include "sapper/games/simulate.hpp"
#include "sapper/metrics/open_board.hpp"
#include "sapper/metrics/zini.hpp"

using namespace door;

namespace {

// A player beyond those with a setting is the one that knows the mines.
Match match_of(const Graph& graph, int mines, int start, int first, std::uint64_t seed,
               std::size_t player = 0) {
    const bool is_clairvoyant = player == kSettings.size();
    return {.graph = graph,
            .mines = mines,
            .start = static_cast<StartRule>(start),
            .first = first,
            .seed = seed,
            .setting = is_clairvoyant ? kFast : kSettings[player].setting,
            .is_clairvoyant = is_clairvoyant};
}

void put_reasoning(const Reasoning& reasoning) {
    put(reasoning.level);
    put_each(reasoning.rounds);
}

}  // namespace

// Takes the cells without a mine, as integers of 32 bits.
DOOR int door_deal(std::uint32_t cells, std::uint32_t mines, std::size_t excluded,
                   std::uint32_t seed_high, std::uint32_t seed_low, std::uint32_t game_high,
                   std::uint32_t game_low) {
    return answer([&] {
        const auto free = read<std::uint32_t>(0, excluded);
        put_bytes(deal(cells, mines, free, join(seed_high, seed_low), join(game_high, game_low)));
    });
}

DOOR int door_is_scored(std::size_t player, const Graph* graph) {
    return is_scored(kSettings[player].setting, *graph);
}

DOOR int door_simulate(const Graph* graph, int mines, int start, int first, std::uint32_t seed_high,
                       std::uint32_t seed_low, std::uint32_t begin_high, std::uint32_t begin_low,
                       std::size_t games, std::size_t player) {
    return answer([&] {
        const Match match =
            match_of(*graph, mines, start, first, join(seed_high, seed_low), player);
        std::vector<GameResult> results(games);
        simulate(match, join(begin_high, begin_low), results, 1, never);
        for (const GameResult& each : results) put(each.won, each.steps, each.last);
    });
}

// Takes the tasks, three doubles each: the puzzle, and its tries from the first to the end.
DOOR int door_find_boards(const Graph* graph, int mines, int start, int first, std::uint32_t high,
                          std::uint32_t low, std::size_t tasks, int least, int most) {
    return answer([&] {
        const Match match = match_of(*graph, mines, start, first, join(high, low));
        std::vector<Search> searches;
        const auto words = read<double>(0, 3 * tasks);
        const auto word = [&](std::size_t i) { return static_cast<std::uint64_t>(words[i]); };
        for (std::size_t i = 0; i < words.size(); i += 3)
            searches.push_back({word(i), word(i + 1), word(i + 2)});
        const Wanted wanted{match, static_cast<Level>(least), static_cast<Level>(most)};
        for (const Found& each : search_boards(wanted, searches, 1, never)) {
            put(each.attempt, each.layout.size());
            put_reasoning(each.reasoning);
            put_bytes(each.layout);
        }
    });
}

// Takes the numbers of the puzzles as doubles.
DOOR int door_repair_boards(const Graph* graph, int mines, int start, int first, std::uint32_t high,
                            std::uint32_t low, std::size_t puzzles, int least, int most,
                            double boards, double milliseconds) {
    return answer([&] {
        const Match match = match_of(*graph, mines, start, first, join(high, low));
        const auto words = read<double>(0, puzzles);
        const std::vector<std::uint64_t> asked(words.begin(), words.end());
        const Wanted wanted{match, static_cast<Level>(least), static_cast<Level>(most)};
        const RepairLimits limits{static_cast<std::int64_t>(boards), milliseconds};
        for (const Repaired& each : repair_boards(wanted, asked, limits, 1, never)) {
            put(each.boards, each.deals, each.fewest_left, each.layout.size());
            put_reasoning(each.reasoning);
            put_bytes(each.layout);
        }
    });
}

DOOR int door_board_counts(const Graph* graph) {
    return answer([&] {
        const OpenBoard open(*graph, board(*graph));
        put(open.bbbv(), open.openings(), open.islands());
        put_each(open.cells_by_number());
    });
}

// Takes the mines, and then the faces.
DOOR int door_solved_bbbv(const Graph* graph) {
    return answer([&] { put(OpenBoard(*graph, board(*graph)).solved_bbbv(board(*graph, 1))); });
}

// Takes the mines, and then the numbers of the scanning orders, one byte each.
DOOR int door_zini(const Graph* graph, std::size_t orders, int is_human) {
    return answer([&] {
        const OpenBoard open(*graph, board(*graph));
        const auto given = read<std::uint8_t>(board(*graph).size(), orders);
        const auto kind = is_human ? ZiniKind::kHuman : ZiniKind::kGreedy;
        for (const ZiniResult& each : zini(open, {given.begin(), given.end()}, kind, never))
            put(each.clicks, each.work);
    });
}
