#include "documents/puzzle.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "documents/asking.hpp"
#include "documents/json.hpp"
#include "documents/layouts.hpp"
#include "sapper/games/generate.hpp"
#include "sapper/games/repair.hpp"
#include "sapper/metrics/open_board.hpp"

namespace sapper::documents {
namespace {

constexpr std::uint64_t kTries = 200'000;  // as many as the library allows by itself
constexpr std::uint64_t kFewTries = 16;    // between the first looks at the clock
constexpr double kSoon = 50;               // milliseconds; after less, twice as many tries follow

const std::atomic<bool> kNever{false};

// What both ways of making a board find out.
struct Made {
    std::vector<std::uint8_t> layout;  // empty: none was found
    Reasoning reasoning;
    std::uint64_t tries = 0;
    std::uint64_t game = 0;  // of the seed, for a board that was dealt
};

Made find_dealt(const Wanted& wanted, const Wish& wish) {
    const Clock::time_point start = Clock::now();
    std::uint64_t size = kFewTries;
    Made made;
    while (made.tries < kTries && milliseconds_since(start) < wish.milliseconds) {
        const Clock::time_point began = Clock::now();
        const Search search{wish.number, made.tries, std::min(made.tries + size, kTries)};
        Found found = std::move(search_boards(wanted, {&search, 1}, 1, kNever).front());
        made.tries = found.attempt;
        if (!found.layout.empty())
            return {std::move(found.layout), found.reasoning, found.attempt + 1,
                    game_of_try(wish.number, found.attempt)};
        if (milliseconds_since(began) < kSoon) size *= 2;
    }
    return made;
}

Made find_repaired(const Wanted& wanted, const Wish& wish) {
    const RepairLimits limits{static_cast<std::int64_t>(kTries), wish.milliseconds};
    Repaired repaired =
        std::move(repair_boards(wanted, {&wish.number, 1}, limits, 1, kNever).front());
    const auto tries = static_cast<std::uint64_t>(repaired.boards);
    return {std::move(repaired.layout), repaired.reasoning, tries, 0};
}

void write_made(const Made& made, const Wish& wish, const Graph& graph, Json& json) {
    const OpenBoard open(graph, made.layout);
    json.key("game").text(std::to_string(made.game));
    write_rows(made.layout, graph.columns(), json);
    json.key("level").number(static_cast<int>(made.reasoning.level));
    json.key("rounds").begin_list();
    for (const std::int32_t rounds : made.reasoning.rounds) json.number(rounds);
    json.end_list().key("bbbv").number(open.bbbv()).key("openings").number(open.openings());
    json.key("first").cell(index_of(graph, wish.row, wish.column), graph.columns());
}

}  // namespace

std::string puzzle_document(const Wish& wish) {
    const BoardLine board = read_board(wish.board);
    const int first = index_of(*board.graph, wish.row, wish.column);
    const Match match = match_of(board, wish.start, first, wish.seed, kFast);
    const Wanted wanted{match, wish.least, wish.most};
    const Made made = wish.is_repair ? find_repaired(wanted, wish) : find_dealt(wanted, wish);
    Json json;
    json.begin().key("tries").number(static_cast<std::int64_t>(made.tries));
    if (!made.layout.empty()) write_made(made, wish, *board.graph, json);
    return json.end().take();
}

}  // namespace sapper::documents
