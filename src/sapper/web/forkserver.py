"""Fork processes from a server that has imported sapper, so that one is ready within milliseconds.

Every request that is cancelled ends its process, and a new interpreter would import for a second.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import forkserver, resource_tracker
from multiprocessing.context import ForkServerContext
from threading import Lock
from types import ModuleType

__all__ = ["hide_main_module", "start_method"]

_MAIN_MODULE_LOCK = Lock()


def start_method() -> ForkServerContext:
    """Return the start method: forkserver, with the imported modules of sapper preloaded.

    SIGINT is blocked while the server starts: it ignores Ctrl-C by itself, but only after its
    imports, which would end with a traceback. SIGHUP it would never ignore, nor would the tracker:
    blocked now, it stays blocked for them.
    """
    context = multiprocessing.get_context("forkserver")
    modules = sorted(name for name in [*sys.modules] if name.partition(".")[0] == "sapper")
    context.set_forkserver_preload(modules)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    try:
        resource_tracker.ensure_running()  # the server needs it; its start would unblock SIGINT
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return context


@contextmanager
def hide_main_module() -> Iterator[None]:
    """Keep new processes from importing the main script, which would run it again."""
    with _MAIN_MODULE_LOCK:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main
