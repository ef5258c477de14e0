"""SHOW: the command `sapper`. A door: it reads arguments, calls the rooms, prints."""

from __future__ import annotations

import os
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command; a question for the version imports nothing else."""
    if sys.argv[1:] == ["--version"]:
        _print_version()
    # numpy starts a thread per core for linear algebra, which sapper does not use.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from sapper.cli.app import run

    run()


def _print_version() -> None:
    from sapper import __version__
    from sapper.cli.output import guard_output

    with guard_output():
        sys.stdout.write(f"sapper {__version__}\n")
        sys.exit()
