// What the documents share: a request as a question to the core, and the names in requests.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "documents/board_line.hpp"
#include "documents/positions.hpp"
#include "sapper/count/solve.hpp"
#include "sapper/games/simulate.hpp"
#include "sapper/player/setting.hpp"

namespace sapper::documents {

// A position with its question; refers to the line that it was read from.
struct Asked {
    PositionLine position;
    Options options;

    const Graph& graph() const { return *position.board.graph; }
    int mines() const { return position.board.mines; }
    Question question() const;
};

Asked ask(std::string_view line, const Options& options);

// Throws BadRequest unless the mines are known.
void need_mines(const Asked& asked);

// The document of a position that no layout fits.
std::string clash_document(const Solution& solution, int columns);

using Clock = std::chrono::steady_clock;

inline double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

Setting find_setting(std::string_view name);
StartRule find_start_rule(std::string_view name);

}  // namespace sapper::documents
