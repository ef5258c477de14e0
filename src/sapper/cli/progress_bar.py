"""One bar on standard error for work of a known size: drawn only in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from sapper.cli.console import error_console

__all__ = ["show_bar"]

_WIDTH = 20
_PATIENCE = 0.4  # seconds before a bar appears: quick work draws none


@contextmanager
def show_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a callback for (done, total), for a bar if standard error is a terminal.

    The bar and its clock appear by themselves, so a long wait for the first part is seen too.
    """
    console = error_console()
    progress = Progress(
        TextColumn(what),
        BarColumn(bar_width=_WIDTH),
        TextColumn("{task.percentage:.0f} %"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    task = progress.add_task("", total=None)
    lock, has_ended = Lock(), False

    def start() -> None:
        with lock:
            if not has_ended:
                progress.start()

    timer = Timer(_PATIENCE, start)
    timer.daemon = True
    if console.is_terminal:
        timer.start()
    try:
        yield lambda done, total: progress.update(task, completed=done, total=total)
    finally:
        timer.cancel()
        with lock:
            has_ended = True
            progress.stop()
