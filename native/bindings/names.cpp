#include <string>

#include "bindings.hpp"

namespace nb = nanobind;

sapper::Setting setting_named(const std::string& name) {
    if (name == "fast") return sapper::kFast;
    if (name == "lookahead") return sapper::kPlain;
    if (name == "champion") return sapper::kChampion;
    throw nb::value_error("expected setting fast, lookahead or champion");
}

sapper::StartRule start_named(const std::string& name) {
    if (name == "raw") return sapper::StartRule::kRaw;
    if (name == "safe") return sapper::StartRule::kSafe;
    if (name == "open") return sapper::StartRule::kOpen;
    throw nb::value_error("expected start rule raw, safe or open");
}
