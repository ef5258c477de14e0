"""Limits for a player: seconds for a move, moves for a game.

A limit decides games, so games with different limits are stored apart (`lab/identity/`). `strict`
decides nothing: it only ends the run at the first fault.
"""

from __future__ import annotations

import math
import reprlib
from dataclasses import dataclass
from numbers import Real

from sapper.board.seeds import whole_number
from sapper.errors import InputError

__all__ = ["Limits"]

_MOST_SECONDS = 1e6
_MOST_MOVES = 2**31 - 1


@dataclass(frozen=True)
class Limits:
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
    def from_key(cls, key: str) -> Limits:
        """Return the limits of a `key`."""
        seconds, moves = key.split() if key else ("None", "None")
        return cls(
            None if seconds == "None" else float(seconds), None if moves == "None" else int(moves)
        )

    @property
    def key(self) -> str:
        """What decides games, as text; empty without limits."""
        return "" if self == Limits(strict=self.strict) else f"{self.move_time} {self.game_moves}"


def _seconds(value: object) -> float:
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not is_number or not 0.001 <= float(value) <= _MOST_SECONDS:  # type: ignore[arg-type]
        raise InputError(f"expected 0.001 seconds for a move or more, got {reprlib.repr(value)}")
    seconds = float(value)  # type: ignore[arg-type]
    assert math.isfinite(seconds)
    return seconds
