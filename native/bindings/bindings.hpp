#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>
#include <string>

#include "sapper/games/simulate.hpp"

void bind_analysis(nanobind::module_& m);
void bind_deal(nanobind::module_& m);
void bind_deep(nanobind::module_& m);
void bind_games(nanobind::module_& m);
void bind_player(nanobind::module_& m);
void bind_value(nanobind::module_& m);

// What Python's names mean in the core; a ValueError for any other.
sapper::Setting setting_named(const std::string& name);
sapper::StartRule start_named(const std::string& name);

// One byte per cell, or a ValueError.
std::span<const std::uint8_t> bytes_of(const sapper::Graph& graph, const nanobind::bytes& faces);
