"""The moves of a game in their order: what each changed, for undo, and when it was made."""

from __future__ import annotations

import math
from typing import NamedTuple

from sapper.errors import InputError
from sapper.games.game_line import write_timed
from sapper.language import _
from sapper.players.decision import Move

__all__ = ["History", "MadeMove"]

_LONGEST_TIME = 1e9  # seconds


class MadeMove(NamedTuple):
    """A move, the faces that it changed, whether the mines were dealt by it, and its time."""

    move: Move
    changed: list[tuple[int, int]]
    dealt: bool
    time: float | None


class History:
    """The moves made so far, without undone ones."""

    def __init__(self) -> None:
        self._made: list[MadeMove] = []

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves."""
        return tuple(made.move for made in self._made)

    @property
    def times(self) -> tuple[float | None, ...]:
        """The time of every move, None where it is not known."""
        return tuple(made.time for made in self._made)

    @property
    def words(self) -> tuple[str, ...]:
        """The moves as a game line writes them."""
        return tuple(write_timed(made.move, made.time) for made in self._made)

    def append(self, made: MadeMove) -> None:
        """Add the next move."""
        self._made.append(made)

    def pop(self) -> MadeMove:
        """Remove the last move and return it; raise `InputError` if there is none."""
        if not self._made:
            raise InputError(_("there is no move to undo"))
        return self._made.pop()

    def check_time(self, time: float | None) -> float | None:
        """Return a time to the millisecond; raise `InputError` for one before the last."""
        if time is None:
            return None
        if isinstance(time, bool) or not isinstance(time, int | float) or not math.isfinite(time):
            raise InputError(f"expected a time in seconds, got {time!r}")
        last = next((made.time for made in reversed(self._made) if made.time is not None), 0.0)
        time = round(float(time), 3)
        if not last <= time < _LONGEST_TIME:
            raise InputError(
                _("expected a time from {last} s on, got {time} s").format(last=last, time=time)
            )
        return time
