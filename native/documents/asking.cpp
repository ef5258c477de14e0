#include "documents/asking.hpp"

#include <cstdlib>

#include "documents/json.hpp"

namespace sapper::documents {

Question Asked::question() const {
    const double any = 0.5;  // certain cells do not depend on the density
    const double density =
        options.density.empty() ? any : std::strtod(std::string(options.density).c_str(), nullptr);
    return {graph(), position.faces, mines(), density, options.trust_flags};
}

Asked ask(std::string_view line, const Options& options) {
    Asked asked{read_position(line), options};
    if (asked.mines() >= 0) asked.options.density = {};
    return asked;
}

void need_mines(const Asked& asked) {
    if (asked.mines() < 0)
        throw BadRequest(
            "the mine count is unknown: give the mines, or for the safest cell a density (a "
            "winning chance and player deep need the mines)");
}

std::string clash_document(const Solution& solution, int columns) {
    return Json()
        .begin()
        .key("clash")
        .cells(solution.clash, columns)
        .key("is_mine_count")
        .flag(solution.outcome == Outcome::kMineCountClashes)
        .end()
        .take();
}

Setting find_setting(std::string_view name) {
    for (const NamedSetting& known : kSettings)
        if (known.name == name) return known.setting;
    throw BadRequest("expected the player champion, patient, lookahead or fast");
}

StartRule find_start_rule(std::string_view name) {
    if (name == "raw") return StartRule::kRaw;
    if (name == "safe") return StartRule::kSafe;
    if (name == "open") return StartRule::kOpen;
    throw BadRequest("expected start rule raw, safe or open");
}

}  // namespace sapper::documents
