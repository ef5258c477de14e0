"""One bar on standard error for work of a known size: drawn only in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from rich.progress import BarColumn, Progress, TextColumn

from sapper.cli.console import error_console

__all__ = ["show_bar"]

_WIDTH = 20
_PATIENCE = 0.4  # seconds before a bar appears: quick work draws none


@contextmanager
def show_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a callback for (done, total), which draws a bar if standard error is a terminal."""
    console = error_console()
    progress = Progress(
        TextColumn(what),
        BarColumn(bar_width=_WIDTH),
        TextColumn("{task.percentage:.0f} %"),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    task = progress.add_task("", total=None)
    due = monotonic() + _PATIENCE

    def show(done: int, total: int) -> None:
        progress.update(task, completed=done, total=total)
        if not progress.live.is_started and monotonic() > due:
            progress.start()

    try:
        yield show
    finally:
        progress.stop()
