"""RunLimits for a player: seconds for a move, moves for a game; and how a move is ended.

A limit decides games, so games with different limits are stored apart. `strict`
decides nothing: it only ends the run at the first fault.
"""

from __future__ import annotations

import faulthandler
import math
import reprlib
from contextlib import nullcontext
from dataclasses import dataclass
from numbers import Real
from time import perf_counter
from typing import ClassVar

from sapper.board.number_checks import whole_number
from sapper.errors import InputError
from sapper.games.playing import Guard

__all__ = ["MoveLimit", "MoveTimedOut", "RunLimits", "move_guard"]

_MOST_SECONDS = 1e6
_MOST_MOVES = 2**31 - 1


@dataclass(frozen=True)
class RunLimits:
    """The most seconds of a move and moves of a game; None is no limit of the user's.

    Raise `InputError` for a limit that no player could keep.
    """

    move_time: float | None = None
    game_moves: int | None = None
    strict: bool = False

    def __post_init__(self) -> None:
        if self.move_time is not None:
            object.__setattr__(self, "move_time", _seconds(self.move_time))
        if self.game_moves is not None:
            moves = whole_number(self.game_moves, 1, _MOST_MOVES, "1 move in a game or more")
            object.__setattr__(self, "game_moves", moves)

    @classmethod
    def from_key(cls, key: str) -> RunLimits:
        """Return the limits of a `key`."""
        seconds, moves = key.split() if key else ("None", "None")
        return cls(
            None if seconds == "None" else float(seconds), None if moves == "None" else int(moves)
        )

    @property
    def key(self) -> str:
        """What decides games, as text; empty without limits."""
        return (
            "" if self == RunLimits(strict=self.strict) else f"{self.move_time} {self.game_moves}"
        )


def _seconds(value: object) -> float:
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not is_number or not 0.001 <= float(value) <= _MOST_SECONDS:  # type: ignore[arg-type]
        raise InputError(f"expected 0.001 seconds for a move or more, got {reprlib.repr(value)}")
    seconds = float(value)  # type: ignore[arg-type]
    assert math.isfinite(seconds)
    return seconds


class MoveTimedOut(BaseException):
    """A move has taken longer than its limit; no `Exception`, since players catch those."""


class MoveLimit:
    """A guard for `turns`, entered around every decision: a move that takes too long is a fault.

    In a worker process it ends the process and reports that to a file. `faulthandler` does so in a
    thread of its own that needs no part of the interpreter, so code in C is ended too. Elsewhere a
    move is judged when it has ended.
    """

    report: ClassVar[int | None] = None
    """The file of the report, in a worker process."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._began = seconds, 0.0

    def __enter__(self) -> None:
        self._began = perf_counter()
        if self.report is not None:
            faulthandler.dump_traceback_later(self._seconds, exit=True, file=self.report)

    def __exit__(self, *_: object) -> None:
        if self.report is not None:
            faulthandler.cancel_dump_traceback_later()
        if perf_counter() - self._began > self._seconds:
            raise MoveTimedOut


def move_guard(seconds: float | None) -> Guard:
    """Return what is entered around every decision."""
    return nullcontext() if seconds is None else MoveLimit(seconds)
