#pragma once

#include <nanobind/nanobind.h>

void bind_lessons(nanobind::module_& m);
void bind_games(nanobind::module_& m);
void bind_guesses(nanobind::module_& m);
