"""Imported last by the server that worker processes are forked from, and nowhere else.

It lets a worker that is still starting end without a traceback when its command has ended.
"""

from __future__ import annotations

import sys
from types import TracebackType

__all__: list[str] = []


def _report_failed_start(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Print why a worker could not start, unless the command that wanted it has ended.

    Then its semaphores are gone, and what it was sending ends early.
    """
    if not isinstance(error, FileNotFoundError | EOFError):
        sys.__excepthook__(kind, error, trace)


sys.excepthook = _report_failed_start  # errors of a worker that has started never get there
