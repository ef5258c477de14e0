#include <string>

#include "bindings.hpp"

namespace nb = nanobind;

sapper::Setting setting_named(const std::string& name) {
    if (name == "fast") return sapper::kFast;
    if (name == "lookahead") return sapper::kPlain;
    if (name == "champion") return sapper::kChampion;
    if (name == "patient") return sapper::kPatient;
    throw nb::value_error("expected setting fast, lookahead, champion or patient");
}

const char* name_of(sapper::Basis basis) {
    switch (basis) {
        case sapper::Basis::kCertain:
            return "certain";
        case sapper::Basis::kSafest:
            return "safest";
        case sapper::Basis::kLookAhead:
            return "look-ahead";
        case sapper::Basis::kLearned:
            return "winning-chance";
        case sapper::Basis::kSecondStep:
            return "second-step";
        case sapper::Basis::kEndgame:
            return "endgame";
        case sapper::Basis::kRegion:
            return "region";
        case sapper::Basis::kRough:
            return "rough";
    }
    return "";
}

sapper::StartRule start_named(const std::string& name) {
    if (name == "raw") return sapper::StartRule::kRaw;
    if (name == "safe") return sapper::StartRule::kSafe;
    if (name == "open") return sapper::StartRule::kOpen;
    throw nb::value_error("expected start rule raw, safe or open");
}

std::span<const std::uint8_t> bytes_of(const sapper::Graph& graph, const nb::bytes& faces) {
    if (faces.size() != static_cast<std::size_t>(graph.size()))
        throw nb::value_error("expected one face per cell");
    return {reinterpret_cast<const std::uint8_t*>(faces.c_str()), faces.size()};
}
