#include <string>

#include "bindings.hpp"

namespace nb = nanobind;

sapper::StartRule find_start_rule(const std::string& name) {
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
