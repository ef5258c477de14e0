// Binds self-play and training, for development: not in the users' wheel.
//
// Graphs come from sapper._core: nanobind shares types between modules that were built by the same
// compiler, so both are always built together.
#include <nanobind/nanobind.h>

#include "bindings/training/training.hpp"

NB_MODULE(_training, m) {
    nanobind::set_leak_warnings(false);  // as in _core
    nanobind::module_::import_("sapper._core");
    m.doc() = "Self-play and training of the learned winning chance; see experiments/value.";
    bind_games(m);
    bind_guesses(m);
    bind_lessons(m);
}
