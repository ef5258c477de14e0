#pragma once

#include <nanobind/nanobind.h>

void bind_analysis(nanobind::module_& m);
void bind_deal(nanobind::module_& m);
void bind_player(nanobind::module_& m);
