"""A full screen with a keyboard that always gives the terminal back.

Ctrl-Z shows the shell as it was, and `fg` draws the screen again; so does a change of the window's
size. SIGTERM, SIGHUP and errors restore the terminal before the command ends.

A signal may arrive in the middle of drawing, when nothing else may be written. So its handler only
notes it and ends the wait for a key; `key` does the rest.
"""

from __future__ import annotations

import os
import select
import signal
from contextlib import ExitStack, suppress
from types import FrameType, TracebackType
from typing import Any, Final

from rich.console import RenderableType
from rich.live import Live

from sapper.cli.console import Screen
from sapper.cli.keyboard import Keyboard

__all__ = ["REDRAW", "FullScreen"]

REDRAW: Final = "redraw"
"""Returned in place of a key: the screen must be drawn again."""

_ENDING: Final = (signal.SIGTERM, signal.SIGHUP)
_SIGNALLED = 128  # plus the number of the signal: the exit code of a command ended by it


class FullScreen:
    """The whole terminal as a context manager; without a keyboard if standard input is none."""

    def __init__(self, console: Screen, *, with_keys: bool = True) -> None:
        self._console = console
        self._keyboard = Keyboard() if with_keys else None
        self._live = Live(console=console, screen=True, auto_refresh=False)
        self._handlers: dict[int, Any] = {}
        self._noted: list[int] = []  # signals to act on

    @property
    def has_keys(self) -> bool:
        """Whether keys can be read."""
        return self._keyboard is not None

    def __enter__(self) -> FullScreen:
        with ExitStack() as undo:
            self._awake, self._waker = os.pipe()
            for end in (self._awake, self._waker):
                os.set_blocking(end, False)
                undo.callback(os.close, end)
            if self._keyboard is not None:
                undo.enter_context(self._keyboard)
            undo.callback(self._forget_signals)
            self._heed_signals()
            undo.enter_context(self._live)
            self._undo = undo.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError):  # the terminal may be gone
            self._undo.__exit__(kind, error, trace)

    def draw(self, frame: RenderableType) -> None:
        """Show a frame in place of the last one."""
        self._live.update(frame, refresh=True)

    def key(self, seconds: float) -> str | None:
        """Return the next key, None if none was pressed in time, or `REDRAW`."""
        if self._keyboard is None:
            select.select([self._awake], [], [], seconds)
        key = None if self._keyboard is None else self._keyboard.key(seconds, self._awake)
        with suppress(BlockingIOError):  # always, or the next wait would end at once
            os.read(self._awake, 1024)
        if not self._noted:
            return key
        if self._keyboard is not None and key is not None:
            self._keyboard.put_back(key)
        self._act_on_signals()
        return REDRAW

    def _heed_signals(self) -> None:
        for number in _ENDING:
            self._heed(number, self._end)
        if signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL:  # a shell without jobs ignores it
            self._heed(signal.SIGTSTP, self._note)
        self._heed(signal.SIGCONT, self._note)
        self._heed(signal.SIGWINCH, self._note)

    def _heed(self, number: int, handler: Any) -> None:
        self._handlers[number] = signal.signal(number, handler)

    def _forget_signals(self) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def _end(self, number: int, _: FrameType | None) -> None:
        raise SystemExit(_SIGNALLED + number)

    def _note(self, number: int, _: FrameType | None) -> None:
        self._noted.append(number)
        with suppress(BlockingIOError):
            os.write(self._waker, b"!")

    def _act_on_signals(self) -> None:
        while self._noted:
            number = self._noted.pop(0)
            if number == signal.SIGTSTP:
                self._stop()
            if number != signal.SIGWINCH:
                self._take_terminal()

    def _stop(self) -> None:
        """Give the terminal back and stop; the call of `kill` returns when we are continued."""
        self._console.set_alt_screen(False)
        self._console.show_cursor(True)
        if self._keyboard is not None:
            self._keyboard.release()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._note)

    def _take_terminal(self) -> None:
        """Take the terminal again, also after SIGSTOP, which cannot be noticed before."""
        if self._keyboard is not None:
            self._keyboard.take()
        self._console.set_alt_screen(True)
        self._console.show_cursor(False)
