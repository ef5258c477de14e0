"""How many clicks a game took, and how many of them did nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sapper.players.decision import Move

__all__ = ["ClickCounts"]


@dataclass(frozen=True, slots=True)
class ClickCounts:
    """All clicks by kind, and those of them that changed nothing on the board.

    A left click opens, a right click marks, a chord opens around a number.
    """

    left: int = 0
    right: int = 0
    chord: int = 0
    wasted_left: int = 0
    wasted_right: int = 0
    wasted_chord: int = 0

    @classmethod
    def of_moves(cls, moves: Iterable[Move]) -> ClickCounts:
        """Return the clicks of moves that all changed something, as those of a `Game` do."""
        kinds = [move.kind for move in moves]
        left, chord = kinds.count("open"), kinds.count("chord")
        return cls(left, len(kinds) - left - chord, chord)

    @property
    def wasted(self) -> int:
        """The number of clicks that changed nothing."""
        return self.wasted_left + self.wasted_right + self.wasted_chord

    @property
    def total(self) -> int:
        """The number of all clicks."""
        return self.left + self.right + self.chord

    @property
    def effective(self) -> int:
        """The number of clicks that changed something."""
        return self.total - self.wasted
