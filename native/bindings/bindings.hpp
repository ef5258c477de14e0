#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>
#include <string>

#include "sapper/games/simulate.hpp"

void bind_analysis(nanobind::module_& m);
void bind_batch(nanobind::module_& m);
void bind_deal(nanobind::module_& m);
void bind_decisions(nanobind::module_& m);
void bind_deep(nanobind::module_& m);
void bind_digest(nanobind::module_& m);
void bind_generate(nanobind::module_& m);
void bind_games(nanobind::module_& m);
void bind_matrix(nanobind::module_& m);
void bind_metrics(nanobind::module_& m);
void bind_pictures(nanobind::module_& m);
void bind_player(nanobind::module_& m);
void bind_value(nanobind::module_& m);
void bind_vector_env(nanobind::module_& m);

// Looks up a start rule by name; raises ValueError for an unknown one.
sapper::StartRule find_start_rule(const std::string& name);

// The faces, one byte per cell; raises ValueError for another length.
std::span<const std::uint8_t> bytes_of(const sapper::Graph& graph, const nanobind::bytes& faces);
