// The core as WebAssembly: names and types for JavaScript, and errors as documents.
//
// Texts come as pointers to UTF-8 with a zero at the end, in memory that JavaScript took with
// `sapper_take`; every function returns such a text, valid until the next call. Seeds come as
// texts, because JavaScript's numbers end at 2^53.
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "documents/board_line.hpp"
#include "documents/figures.hpp"
#include "documents/games.hpp"
#include "documents/json.hpp"
#include "documents/positions.hpp"
#include "documents/puzzle.hpp"
#include "sapper/budget.hpp"

#define EXPORT extern "C" __attribute__((used, visibility("default")))

namespace {

using sapper::documents::Json;
using sapper::documents::Options;

std::string answer;
std::vector<double> chances;

std::string error_document(const char* kind, const std::string& message, const char* limit) {
    Json json;
    json.begin().key("error").text(message).key("kind").text(kind).key("where").null();
    json.key("limit");
    return (limit ? json.text(limit) : json.null()).end().take();
}

const char* name_of(sapper::Limit limit) {
    if (limit == sapper::Limit::kStates) return "states";
    return limit == sapper::Limit::kTime ? "time" : "width";
}

template <class Work>
const char* guard(Work&& work) {
    try {
        answer = work();
    } catch (const sapper::documents::BadRequest& error) {
        answer = error_document("input", error.what(), nullptr);
    } catch (const sapper::BudgetSpent& spent) {
        answer = error_document("work",
                                "stopped by the budget: the position ties very many "
                                "numbers together",
                                name_of(spent.limit));
    } catch (const std::invalid_argument& error) {
        answer = error_document("input", error.what(), nullptr);
    } catch (const std::exception& error) {
        answer = error_document("server", error.what(), nullptr);
    }
    return answer.c_str();
}

Options options_of(int trust_flags, const char* density, double milliseconds) {
    return {trust_flags != 0, density, milliseconds};
}

std::uint64_t whole(const char* digits) { return std::strtoull(digits, nullptr, 10); }

sapper::Level level_of(int level) {
    if (level < 0 || level >= sapper::kLevels)
        throw sapper::documents::BadRequest("expected a level from 0 to 4");
    return static_cast<sapper::Level>(level);
}

}  // namespace

EXPORT void* sapper_take(std::size_t bytes) { return std::malloc(bytes); }
EXPORT void sapper_give_back(void* memory) { std::free(memory); }

// An empty document for the line of a position, an error for any other text.
EXPORT const char* sapper_read(const char* line) {
    return guard([&] {
        sapper::documents::read_position(line);
        return std::string("{}");
    });
}

EXPORT const char* sapper_analyse(const char* line, int trust_flags, const char* density,
                                  double milliseconds) {
    return guard([&] {
        const Options options = options_of(trust_flags, density, milliseconds);
        return sapper::documents::analysis_document(line, options, chances);
    });
}

// The chances of the last analysis, one double per cell.
EXPORT const double* sapper_chances() { return chances.data(); }

EXPORT const char* sapper_cell(const char* line, int row, int column, int trust_flags,
                               const char* density, double milliseconds) {
    return guard([&] {
        const Options options = options_of(trust_flags, density, milliseconds);
        return sapper::documents::cell_document(line, row, column, options);
    });
}

EXPORT const char* sapper_best(const char* line, const char* player, int limit, int trust_flags,
                               double milliseconds) {
    return guard([&] {
        const Options options = options_of(trust_flags, "", milliseconds);
        return sapper::documents::choice_document(line, player, limit, options);
    });
}

EXPORT const char* sapper_win(const char* line, const char* player, int games, const char* seed,
                              double milliseconds) {
    return guard([&] {
        const Options options = options_of(0, "", milliseconds);
        return sapper::documents::win_chance_document(line, player, games, whole(seed), options);
    });
}

EXPORT const char* sapper_deal(const char* board, const char* start, int row, int column,
                               const char* seed, const char* game) {
    return guard([&] {
        return sapper::documents::deal_document(
            {board, start, row, column, whole(seed), whole(game)});
    });
}

EXPORT const char* sapper_no_guess(const char* board, const char* layout, int row, int column) {
    return guard([&] { return sapper::documents::no_guess_document(board, layout, row, column); });
}

EXPORT const char* sapper_sample(const char* line, const char* seed, double milliseconds) {
    return guard([&] {
        const Options options = options_of(0, "", milliseconds);
        return sapper::documents::sample_document(line, whole(seed), options);
    });
}

EXPORT const char* sapper_puzzle(const char* board, const char* start, int row, int column,
                                 const char* seed, const char* number, int least, int most,
                                 int is_repair, double milliseconds) {
    return guard([&] {
        return sapper::documents::puzzle_document({board, start, row, column, whole(seed),
                                                   whole(number), level_of(least), level_of(most),
                                                   is_repair != 0, milliseconds});
    });
}

EXPORT const char* sapper_survival(const char* line, const char* cells, double milliseconds) {
    return guard([&] {
        const Options options = options_of(0, "", milliseconds);
        return sapper::documents::survival_document(line, cells, options);
    });
}

EXPORT const char* sapper_solved(const char* line, const char* layout) {
    return guard([&] { return sapper::documents::solved_document(line, layout); });
}

EXPORT const char* sapper_games(const char* board, const char* start, const char* seed, int games,
                                const char* player) {
    return guard([&] {
        return sapper::documents::games_document(board, start, whole(seed), games, player);
    });
}
