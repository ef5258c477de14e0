// The door between Python and the core: names, types, docstrings, and the GIL. No arithmetic.
#include <nanobind/nanobind.h>

#include "bindings.hpp"

NB_MODULE(_core, m) {
    // Shapes and their graphs are cached for the life of the process: that is not a leak.
    nanobind::set_leak_warnings(false);
    m.doc() = "The native core of sapper. Private: use the functions of the package instead.";
    bind_analysis(m);
    bind_batch(m);
    bind_matrix(m);
    bind_deal(m);
    bind_metrics(m);
    bind_value(m);
    bind_pictures(m);
    bind_player(m);
    bind_games(m);
    bind_decisions(m);
    bind_generate(m);
    bind_deep(m);
    bind_vector_env(m);
    bind_digest(m);
}
