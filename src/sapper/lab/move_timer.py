"""Interrupt a move that takes too long, in the main thread of a process made for playing.

A timer of the system raises `MoveTimedOut` in the player's code; should that catch it, again every
tenth of a second. Code in C does not see it: then `faulthandler`'s thread, which needs no part of
the interpreter, ends the whole process a second later, and leaves a trace in a file as evidence.
"""

from __future__ import annotations

import faulthandler
import signal
from typing import IO, Final

__all__ = ["GRACE_SECONDS", "MoveTimedOut", "MoveTimer"]

GRACE_SECONDS: Final = 1.0
"""After the limit, until the process is ended."""

_AGAIN_SECONDS = 0.1


class MoveTimedOut(BaseException):
    """A move has taken longer than its limit; no `Exception`, since players catch those."""


class MoveTimer:
    """A guard for `turns`: entered around every decision."""

    def __init__(self, seconds: float, evidence: IO[str]) -> None:
        self._seconds, self._evidence = seconds, evidence
        self._is_running = False
        signal.signal(signal.SIGALRM, self._interrupt)

    def __enter__(self) -> None:
        faulthandler.dump_traceback_later(
            self._seconds + GRACE_SECONDS, exit=True, file=self._evidence
        )
        self._is_running = True
        signal.setitimer(signal.ITIMER_REAL, self._seconds, _AGAIN_SECONDS)

    def __exit__(self, *_: object) -> None:
        self._is_running = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()

    def _interrupt(self, *_: object) -> None:
        if self._is_running:
            raise MoveTimedOut
