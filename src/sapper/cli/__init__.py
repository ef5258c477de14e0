"""SHOW: the command `sapper`. A door: it reads arguments, calls the rooms, prints."""

from __future__ import annotations

import atexit
import gc
import os

__all__ = ["main"]


def main() -> None:
    """Run the command."""
    # numpy starts a thread per core for linear algebra, which sapper does not use.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(100_000)  # modules are loaded, and little is freed
    atexit.register(gc.freeze)  # or Python would look through all of them once more
    from sapper.cli.app import run

    run()
