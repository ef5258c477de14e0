// The door between Python and the core: names, types, docstrings, and the GIL. No arithmetic.
#include <nanobind/nanobind.h>

#include "bindings.hpp"

NB_MODULE(_core, m) {
    m.doc() = "The native heart of sapper; use the package's own names instead.";
    bind_analysis(m);
    bind_deal(m);
    bind_player(m);
}
