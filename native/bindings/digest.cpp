#include <nanobind/nanobind.h>

#include "bindings.hpp"

void bind_digest(nanobind::module_& m) {
    m.def(
        "decision_digest",
        [] {
            return
#include "decision_digest.inc"
                ;
        },
        "Return a hash of the sources that this core was built from, learned weights included.\n"
        "Comments and messages do not count, and no compiler or folder changes it.");
}
