#include "documents/layouts.hpp"

#include <string>

#include "documents/asking.hpp"

namespace sapper::documents {

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

std::vector<std::uint8_t> read_layout(const Graph& graph, std::string_view signs) {
    if (signs.size() != static_cast<std::size_t>(graph.size()))
        throw BadRequest("expected one sign per cell of the layout");
    std::vector<std::uint8_t> cells;
    for (const char sign : signs) cells.push_back(sign == '*' ? 1 : 0);
    return cells;
}

void need_safe_cell(const BoardLine& board) {
    if (board.mines < 0 || board.mines >= board.graph->size())
        throw BadRequest("expected a board with a mine count that leaves a safe cell");
}

Match match_of(const BoardLine& board, std::string_view start, int first, std::uint64_t seed,
               const Setting& setting) {
    need_safe_cell(board);
    return {.graph = *board.graph,
            .mines = board.mines,
            .start = find_start_rule(start),
            .first = first,
            .seed = seed,
            .setting = setting};
}

}  // namespace sapper::documents
