#include <map>
#include <optional>

#include "documents/asking.hpp"
#include "documents/json.hpp"
#include "documents/positions.hpp"
#include "sapper/games/rollout.hpp"
#include "sapper/games/tally.hpp"
#include "sapper/player/player.hpp"

namespace sapper::documents {
namespace {

// What a document says of a candidate; what was not computed is empty.
struct Line {
    int cell = -1;
    double safety = 1;
    std::optional<double> progress{}, score{}, estimate{}, win{};
};

Line line_of(const Candidate& candidate, bool is_by_estimate) {
    Line line{candidate.cell, candidate.safety};
    if (candidate.is_weighed || candidate.progress >= 0) line.progress = candidate.progress;
    if (candidate.is_weighed) line.estimate = candidate.value;
    // A cell that could not be weighed among weighed ones has no score either.
    if (!candidate.is_weighed && candidate.progress >= 0 && !is_by_estimate)
        line.score = candidate.value;
    return line;
}

std::vector<Line> lines_of(const Choice& choice) {
    std::vector<Line> lines;
    const bool is_by_estimate =
        choice.basis == Basis::kWinningChance || choice.basis == Basis::kSecondStep;
    if (choice.basis == Basis::kCertain)
        for (const std::int32_t cell : choice.certain) lines.push_back({cell});
    else if (choice.candidates.empty())
        lines.push_back({choice.cell,
                         choice.safety,
                         {},
                         {},
                         {},
                         choice.win >= 0 ? std::optional(choice.win) : std::nullopt});
    else
        for (const Candidate& each : choice.candidates)
            lines.push_back(line_of(each, is_by_estimate));
    return lines;
}

// All guesses of a searched end of the game; empty if comparing them takes too long.
std::vector<Line> endgame_lines(Player& player, double milliseconds) {
    std::vector<Line> lines;
    const Budget budget(Budget::kDefaultStates, milliseconds);
    const Endgame::Result found = player.endgame(true, budget);
    if (!found.is_complete) return lines;
    const auto layouts = static_cast<double>(found.layouts);
    for (const Endgame::Guess& guess : found.guesses)
        lines.push_back(
            {guess.cell, guess.safe_layouts / layouts, {}, {}, {}, guess.wins / layouts});
    return lines;
}

// A native player, kept with the graph of its last position.
struct Adviser {
    explicit Adviser(const Setting& setting) : player(setting) {}
    std::shared_ptr<const Graph> graph;
    Player player;
};

Adviser& adviser(std::string_view player) {
    thread_local std::map<std::string, Adviser, std::less<>> advisers;
    const auto known = advisers.find(player);
    if (known != advisers.end()) return known->second;
    return advisers.try_emplace(std::string(player), find_setting(player)).first->second;
}

void write_if(Json& json, std::string_view key, const std::optional<double>& value) {
    json.key(key);
    if (value)
        json.real(*value);
    else
        json.null();
}

void write_line(const Line& line, int columns, Json& json) {
    json.begin().key("cell").cell(line.cell, columns).key("safety").real(line.safety);
    write_if(json, "progress", line.progress);
    write_if(json, "score", line.score);
    write_if(json, "estimate", line.estimate);
    write_if(json, "win", line.win);
    json.key("rollouts").null().end();
}

// Why nothing was chosen: a clash, as a document, or else no safe cell is left.
// The document of a clash if no layout fits, else nothing. One or two numbers may settle a cell of
// such a position; where the budget does not allow to count, the cell still follows from them.
std::string clash_of(const Asked& asked, double milliseconds) {
    Budget budget(Budget::kDefaultStates, milliseconds);
    try {
        const Solution solution = Solver().solve(asked.question(), budget);
        if (solution.outcome != Outcome::kPossible)
            return clash_document(solution, asked.position.columns());
    } catch (const BudgetSpent&) {
    }
    return {};
}

std::string no_choice(const Asked& asked) {
    Budget budget;
    const Solution solution = Solver().solve(asked.question(), budget);
    if (solution.outcome != Outcome::kPossible)
        return clash_document(solution, asked.position.columns());
    throw BadRequest("no move is left: the board has no other safe cell");
}

void put_flags_as_mines(Asked& asked) {
    if (!asked.options.trust_flags) return;
    for (std::uint8_t& face : asked.position.faces)
        if (face == kFlag) face = kMine;
    asked.options.trust_flags = false;
}

std::string win_document(double chance, bool is_exact, std::int64_t games,
                         const Interval& interval) {
    return Json()
        .begin()
        .key("chance")
        .real(chance)
        .key("is_exact")
        .flag(is_exact)
        .key("games")
        .number(games)
        .key("low")
        .real(interval.low)
        .key("high")
        .real(interval.high)
        .end()
        .take();
}

}  // namespace

std::string choice_document(std::string_view line, std::string_view name, int limit,
                            const Options& options) {
    const Clock::time_point start = Clock::now();
    Asked asked = ask(line, options);
    need_mines(asked);
    put_flags_as_mines(asked);
    Adviser& asked_player = adviser(name);
    Player& player = asked_player.player;
    asked_player.graph = asked.position.board.graph;
    Budget budget(Budget::kDefaultStates, options.milliseconds);
    player.follow_budget(budget);
    Choice choice;
    if (!player.read(asked.graph(), asked.position.faces, asked.mines()) ||
        !player.decide(budget, choice))
        return no_choice(asked);
    if (choice.basis == Basis::kCertain) {
        std::string clash = clash_of(asked, options.milliseconds);
        if (!clash.empty()) return clash;
    }
    std::vector<Line> lines = lines_of(choice);
    const double left = options.milliseconds - milliseconds_since(start);
    if (choice.basis == Basis::kEndgame && (options.milliseconds == 0 || left > 0)) {
        const std::vector<Line> all = endgame_lines(player, options.milliseconds == 0 ? 0 : left);
        if (!all.empty()) lines = all;
    }
    const int columns = asked.position.columns();
    Json json;
    json.begin().key("position").text(line).key("player").text(name);
    json.key("basis").text(name_of(choice.basis));
    json.key("is_guess").flag(choice.basis != Basis::kCertain);
    json.key("is_exact").flag(choice.basis == Basis::kEndgame);
    json.key("risk").real(1 - lines.front().safety);
    json.key("cell").cell(lines.front().cell, columns).key("candidates").begin_list();
    if (lines.size() > static_cast<std::size_t>(limit))
        lines.resize(static_cast<std::size_t>(limit));
    for (const Line& each : lines) write_line(each, columns, json);
    return json.end_list().end().take();
}

std::string win_chance_document(std::string_view line, std::string_view player, std::int64_t games,
                                std::uint64_t seed, const Options& options) {
    const Asked asked = ask(line, options);
    need_mines(asked);
    Budget counting(Budget::kDefaultStates, options.milliseconds);
    const Solution solution =
        Solver().solve({asked.graph(), asked.position.faces, asked.mines()}, counting);
    if (solution.outcome != Outcome::kPossible)
        return clash_document(solution, asked.position.columns());
    Adviser& champion = adviser("champion");
    champion.graph = asked.position.board.graph;
    Budget searching(Budget::kDefaultStates, options.milliseconds);
    champion.player.follow_budget(searching);
    Player::Wins exact;
    if (champion.player.read(asked.graph(), asked.position.faces, asked.mines()))
        exact = champion.player.exact_wins(searching);
    if (exact.is_complete) {
        const double chance = static_cast<double>(exact.wins) / exact.layouts;
        return win_document(chance, true, 0, {chance, chance});
    }
    Budget playing(Budget::kDefaultStates, options.milliseconds);
    const RolloutResult played =
        roll_out(asked.graph(), asked.position.faces, asked.mines(), -1, games, seed,
                 find_setting(player), playing, std::atomic<bool>(false));
    if (played.games == 0)
        throw BadRequest(
            "layouts can be sampled for at most 1000 unknown cells in narrow components");
    const auto games_played = static_cast<double>(played.games);
    const double share = static_cast<double>(played.wins) / games_played;
    return win_document(share, false, played.games, wilson(share, games_played));
}

}  // namespace sapper::documents
