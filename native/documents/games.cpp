#include "documents/games.hpp"

#include <atomic>
#include <vector>

#include "documents/asking.hpp"
#include "documents/json.hpp"
#include "documents/layouts.hpp"
#include "sapper/count/sample.hpp"
#include "sapper/games/no_guess.hpp"

namespace sapper::documents {
std::string deal_document(const Deal& deal) {
    const BoardLine board = read_board(deal.board);
    const int first = index_of(*board.graph, deal.row, deal.column);
    const Match match = match_of(board, deal.start, first, deal.seed, kFast);
    const std::vector<std::uint8_t> layout = deal_game(match, deal.game);
    Json json;
    json.begin().key("board").text(deal.board).key("start").text(deal.start);
    json.key("seed").text(std::to_string(deal.seed));
    json.key("number").text(std::to_string(deal.game));
    json.key("first").cell(first, board.graph->columns());
    write_rows(layout, board.graph->columns(), json);
    return json.end().take();
}

std::string no_guess_document(std::string_view board, std::string_view layout, int row,
                              int column) {
    const BoardLine read = read_board(board);
    const Graph& graph = *read.graph;
    std::vector<std::uint8_t> cells = read_layout(graph, layout);
    int mines = 0;
    for (const std::uint8_t cell : cells) mines += cell;
    Reasoner reasoner(graph, Level::kCount);
    reasoner.lay(std::move(cells), mines);
    const Reasoning& found = reasoner.clear(index_of(graph, row, column));
    return Json()
        .begin()
        .key("is_no_guess")
        .flag(found.is_solved)
        .key("safe_left")
        .number(found.safe_left)
        .end()
        .take();
}

std::string sample_document(std::string_view line, std::uint64_t seed, const Options& options) {
    const Asked asked = ask(line, options);
    need_safe_cell(asked.position.board);
    Budget counting(Budget::kDefaultStates, options.milliseconds);
    const Solution solution = Solver().solve(asked.question(), counting);
    if (solution.outcome != Outcome::kPossible)
        return clash_document(solution, asked.position.columns());
    Frontier frontier;
    Sampler sampler;
    Budget drawing(Budget::kDefaultStates, options.milliseconds);
    if (!frontier.read(asked.graph(), asked.position.faces, {}) ||
        !sampler.prepare(asked.graph(), frontier, asked.mines(), drawing))
        return Json().begin().key("rows").null().end().take();
    std::vector<std::uint8_t> layout;
    Random random(game_key(seed, 0));
    sampler.draw(frontier, random, layout);
    Json json;
    write_rows(layout, asked.position.columns(), json.begin());
    return json.end().take();
}

std::string games_document(std::string_view board, std::string_view start, std::uint64_t seed,
                           int games, std::string_view player) {
    const BoardLine read = read_board(board);
    const Match match = match_of(read, start, 0, seed, find_setting(player));
    std::vector<GameResult> results(static_cast<std::size_t>(games));
    simulate(match, 0, results, 1, std::atomic<bool>(false));
    Json json;
    json.begin().key("won").begin_list();
    for (const GameResult& each : results) json.number(each.won ? 1 : 0);
    json.end_list().key("steps").begin_list();
    for (const GameResult& each : results) json.number(each.steps);
    json.end_list().key("last").begin_list();
    for (const GameResult& each : results) json.number(each.last);
    return json.end_list().end().take();
}

}  // namespace sapper::documents
