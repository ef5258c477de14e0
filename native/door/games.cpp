// Whole games: dealing, playing, boards that need no guess, and the metrics of a layout.
#include "door/door.hpp"
#include "sapper/games/deal.hpp"
#include "sapper/games/generate.hpp"
#include "sapper/games/guess_mode.hpp"
#include "sapper/metrics/open_board.hpp"
#include "sapper/metrics/zini.hpp"

using namespace door;

namespace {

auto deal(std::uint32_t cells, std::uint32_t mines, std::vector<std::uint32_t> excluded,
          std::uint64_t seed, std::uint64_t game) {
    return sapper::deal(cells, mines, excluded, seed, game);
}

auto guess_layout(Board board, std::vector<std::int32_t> cells, Bytes layout, std::uint64_t seed,
                  std::uint64_t number) {
    const auto mines = Board(board.graph, layout).cells;
    return sapper::guess_layout(board.graph, board.cells, cells, {mines.begin(), mines.end()}, seed,
                                number);
}

// The columns `won`, `steps` and `last`.
auto simulate(const Graph& graph, int mines, StartRule start, int first, std::uint64_t seed,
              std::uint64_t begin, std::size_t games, std::string_view player) {
    const bool is_clairvoyant = player == kClairvoyant;
    const Setting setting = is_clairvoyant ? kFast : setting_named(player);
    const Match match{graph, mines, start, first, seed, setting, is_clairvoyant};
    std::vector<GameResult> results(games);
    sapper::simulate(match, begin, results, 1, never);
    return std::tuple(each_of(results, [](const GameResult& each) { return +each.won; }),
                      each_of(results, [](const GameResult& each) { return each.steps; }),
                      each_of(results, [](const GameResult& each) { return each.last; }));
}

bool is_scored(std::string_view player, const Graph& graph) {
    return player != kClairvoyant && sapper::is_scored(setting_named(player), graph);
}

Level level_of(int level) {
    if (level < 0 || level >= kLevels) throw std::invalid_argument("expected a level from 0 to 4");
    return static_cast<Level>(level);
}

using Task = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;

auto find_boards(const Graph& graph, int mines, StartRule start, int first, std::uint64_t seed,
                 std::vector<Task> tasks, int least, int most) {
    const Match match{graph, mines, start, first, seed, kFast};
    const auto searches = each_of(tasks, [](const Task& task) {
        return std::apply([](auto... words) { return Search{words...}; }, task);
    });
    const Wanted wanted{match, level_of(least), level_of(most)};
    return each_of(search_boards(wanted, searches, 1, never), [](const Found& each) {
        return std::tuple(each.attempt, each.reasoning.level, each.reasoning.rounds, each.layout);
    });
}

auto board_counts(Board mines) {
    const OpenBoard open(mines.graph, mines.cells);
    return std::tuple(open.bbbv(), open.openings(), open.islands(), open.cells_by_number());
}

int solved_bbbv(Board mines, Bytes faces) {
    return OpenBoard(mines.graph, mines.cells).solved_bbbv(Board(mines.graph, faces).cells);
}

auto zini(Board mines, std::vector<int> orders, bool is_human) {
    for (const int order : orders)
        if (order < 0 || order >= ScanOrder::kCount)
            throw std::invalid_argument("expected scanning orders 0 to 7");
    const OpenBoard open(mines.graph, mines.cells);
    const auto kind = is_human ? ZiniKind::kHuman : ZiniKind::kGreedy;
    return each_of(sapper::zini(open, orders, kind, never),
                   [](const ZiniResult& each) { return std::tuple(each.clicks, each.work); });
}

const Call kGames[]{CALL(deal),         CALL(simulate),    CALL(is_scored), CALL(find_boards),
                    CALL(board_counts), CALL(solved_bbbv), CALL(zini),      CALL(guess_layout)};

}  // namespace
