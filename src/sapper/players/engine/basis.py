"""What decided a move: one table, with the words for each entry."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

__all__ = ["Basis"]


class Basis(StrEnum):
    """What decided a move, by the names that the core gives."""

    CERTAIN = "certain"
    WINNING_CHANCE = "winning-chance"
    SECOND_STEP = "second-step"
    LOOK_AHEAD = "look-ahead"
    SAFEST = "safest"
    ENDGAME = "endgame"
    REGION = "region"
    ROUGH = "rough"
    ROLLOUTS = "rollouts"

    @property
    def short(self) -> str:
        """Why this cell was chosen, as the end of a sentence about it."""
        return _WORDS[self].short

    @property
    def long(self) -> str:
        """How the cells were compared."""
        return _WORDS[self].long

    @property
    def is_compared(self) -> bool:
        """Whether several cells were compared; otherwise the engine names a single one."""
        return self not in (Basis.REGION, Basis.ROUGH)


class _Words(NamedTuple):
    short: str
    long: str


_WORDS: Final = {
    Basis.CERTAIN: _Words(
        "no layout has a mine there",
        "certain: no layout has a mine there",
    ),
    Basis.WINNING_CHANCE: _Words(
        "one step of look-ahead promises the best chance to win, as learned",
        "one step of look-ahead: the learned chance to win after every number it can show",
    ),
    Basis.SECOND_STEP: _Words(
        "two steps of look-ahead promise the best chance to win, as learned",
        "two steps of look-ahead between close cells: the learned chance to win after a next guess",
    ),
    Basis.LOOK_AHEAD: _Words(
        "one step of look-ahead prefers it",
        "one step of look-ahead: the next safety after every number it can show",
    ),
    Basis.SAFEST: _Words(
        "no cell is safer",
        "the least chance of a mine; no more was compared: a single cell to choose, a board beyond "
        "the look-ahead, or a budget that ended it",
    ),
    Basis.ENDGAME: _Words(
        "the rest of the game was searched to its end",
        "exact search of the rest of the game",
    ),
    Basis.REGION: _Words(
        "nothing outside its region will tell more about it",
        "exact search of a closed region that nothing outside can tell about",
    ),
    Basis.ROUGH: _Words(
        "by a rough estimate, since the budget ended the exact count",
        "a rough estimate: the budget ended the exact count",
    ),
    Basis.ROLLOUTS: _Words(
        "it wins most, played on over drawn layouts",
        "rollouts: drawn layouts, each played on from every candidate",
    ),
}
