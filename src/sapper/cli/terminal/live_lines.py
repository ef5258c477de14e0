"""Lines on standard error that are drawn again and again while work goes on: only in a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from sapper.cli.terminal.console import Console, say_note
from sapper.percent import percent

__all__ = ["LiveLines", "bar_text", "live_lines", "show_bar"]

_PATIENCE: Final = 0.4  # seconds before anything is drawn: quick work draws nothing
_PAUSE: Final = 0.25
_WIDTH: Final = 20


class LiveLines:
    """The lines by their keys."""

    def __init__(self) -> None:
        self._lines: dict[object, str] = {}
        self._console = Console(sys.stderr)
        self._next, self._drawn = time.monotonic() + _PATIENCE, 0

    def show(self, key: object, line: str) -> None:
        """Change a line, and draw all if it is time."""
        self._lines[key] = line
        if not self._console.is_terminal or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _PAUSE
        self.erase()
        with suppress(OSError, ValueError):
            for each in self._lines.values():
                self._console.print_line(each[: self._console.width - 1])
                self._drawn += 1
            self._console.stream.flush()

    def note(self, text: str) -> None:
        """Print a remark above the lines."""
        self.erase()
        say_note(text)

    def erase(self) -> None:
        """Erase what is drawn."""
        if self._drawn:
            with suppress(OSError, ValueError):
                self._console.stream.write(f"\r\x1b[{self._drawn}A\x1b[J")
                self._console.stream.flush()
            self._drawn = 0


@contextmanager
def live_lines() -> Iterator[LiveLines]:
    """Yield lines to change while work goes on."""
    lines = LiveLines()
    try:
        yield lines
    finally:
        lines.erase()


@contextmanager
def show_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a callback for (done, total), which draws a bar."""
    began = time.monotonic()
    with live_lines() as live:

        def update(done: int, total: int) -> None:
            seconds = time.monotonic() - began
            share = done / total if total else 0
            text = f"{bar_text(done, total)} {percent(share, 0)} {seconds:.0f} s"
            live.show(what, f"{what} {text}")

        yield update


def bar_text(done: float, total: float) -> str:
    """Return a bar of twenty signs."""
    filled = round(_WIDTH * min(1.0, done / total)) if total else 0
    return "━" * filled + "─" * (_WIDTH - filled)
