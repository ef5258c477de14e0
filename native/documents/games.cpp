#include "documents/games.hpp"

#include <atomic>
#include <span>
#include <vector>

#include "documents/asking.hpp"
#include "documents/json.hpp"
#include "sapper/count/sample.hpp"
#include "sapper/games/no_guess.hpp"

namespace sapper::documents {
namespace {

// A layout as one string per row, * where a mine lies.
void write_rows(std::span<const std::uint8_t> layout, int columns, Json& json) {
    json.key("rows").begin_list();
    std::string row;
    for (const std::uint8_t cell : layout) {
        row.push_back(cell ? '*' : '.');
        if (row.size() < static_cast<std::size_t>(columns)) continue;
        json.text(row);
        row.clear();
    }
    json.end_list();
}

Match match_of(const BoardLine& board, std::string_view start, int first, std::uint64_t seed,
               const Setting& setting) {
    if (board.mines < 0 || board.mines >= board.graph->size())
        throw BadRequest("expected a board with a mine count that leaves a safe cell");
    return {.graph = *board.graph,
            .mines = board.mines,
            .start = find_start_rule(start),
            .first = first,
            .seed = seed,
            .setting = setting};
}

}  // namespace

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
    if (layout.size() != static_cast<std::size_t>(graph.size()))
        throw BadRequest("expected one sign per cell of the layout");
    std::vector<std::uint8_t> cells;
    int mines = 0;
    for (const char sign : layout) {
        cells.push_back(sign == '*' ? 1 : 0);
        mines += cells.back();
    }
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

std::string sample_document(std::string_view line, std::uint64_t seed) {
    const Asked asked = ask(line, {});
    need_mines(asked);
    Frontier frontier;
    Sampler sampler;
    Budget budget;
    if (!frontier.read(asked.graph(), asked.position.faces, {}) ||
        !sampler.prepare(asked.graph(), frontier, asked.mines(), budget))
        return "null";
    std::vector<std::uint8_t> layout;
    Random random(game_key(seed, 0));
    sampler.draw(frontier, random, layout);
    Json json;
    write_rows(layout, asked.position.columns(), json.begin());
    return json.end().take();
}

std::string games_document(std::string_view board, std::string_view start, std::uint64_t seed,
                           int games, std::string_view setting) {
    const BoardLine read = read_board(board);
    const Match match = match_of(read, start, 0, seed, find_setting(setting));
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
