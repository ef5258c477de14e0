"""SHOW: the command `sapper`. A door: it reads arguments, calls the rooms, prints."""

from __future__ import annotations

import os
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command; a question for the version imports nothing else."""
    if sys.argv[1:] == ["--version"]:
        _print_version()
        return
    # numpy starts a thread per core for linear algebra, which sapper does not use.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from sapper.cli.app import run

    run()


def _print_version() -> None:
    from sapper import __version__

    try:
        sys.stdout.write(f"sapper {__version__}\n")
        sys.stdout.flush()
    except (OSError, AttributeError) as error:  # AttributeError: it is closed, so None
        _give_up(error)


def _give_up(error: Exception) -> None:
    """End at once: Python would try to write once more."""
    from contextlib import suppress

    from sapper.cli.exit_codes import OK, OUTPUT_FAILED

    if isinstance(error, BrokenPipeError):
        os._exit(OK)
    reason = getattr(error, "strerror", None) or "standard output is closed"
    with suppress(OSError, AttributeError):
        sys.stderr.write(f"sapper: cannot write the output: {reason}\n")
        sys.stderr.flush()
    os._exit(OUTPUT_FAILED)
