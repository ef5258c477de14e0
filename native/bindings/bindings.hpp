#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "sapper/simulate.hpp"

void bind_analysis(nanobind::module_& m);
void bind_deal(nanobind::module_& m);
void bind_player(nanobind::module_& m);
void bind_value(nanobind::module_& m);

// Words of the border and what they mean inside.
sapper::Setting setting_named(const std::string& name);
sapper::StartRule start_named(const std::string& name);
