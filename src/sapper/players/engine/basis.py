"""The bases of a decision, and the words for each."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal, NamedTuple

__all__ = ["Basis", "Compared"]


Compared = Literal["safety", "score", "estimate", "win", "rollouts"]
"""A figure of a candidate, as `Candidate` names it."""


class Basis(StrEnum):
    """What a move was decided by; the values are the names in the core."""

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
        """Why this cell was chosen, as a clause."""
        return _WORDS[self].short

    @property
    def long(self) -> str:
        """How the cells were compared."""
        return _WORDS[self].long

    @property
    def compared(self) -> Compared | None:
        """The figure of the candidates by which they were compared; None if they were not."""
        return _WORDS[self].compared

    @property
    def is_compared(self) -> bool:
        """Whether several cells were compared."""
        return self not in (Basis.REGION, Basis.ROUGH)


class _Words(NamedTuple):
    short: str
    long: str
    compared: Compared | None = None


_WORDS: Final = {
    Basis.CERTAIN: _Words(
        "no layout has a mine there",
        "certain: no layout has a mine there",
    ),
    Basis.WINNING_CHANCE: _Words(
        "one step of look-ahead promises the best chance to win, as learned",
        "one step of look-ahead: the learned chance to win after every possible number",
        "estimate",
    ),
    Basis.SECOND_STEP: _Words(
        "two steps of look-ahead promise the best chance to win, as learned",
        "two steps of look-ahead between close cells: the learned chance to win after a next guess",
        "estimate",
    ),
    Basis.LOOK_AHEAD: _Words(
        "one step of look-ahead prefers it",
        "one step of look-ahead: the next safety after every possible number",
        "score",
    ),
    Basis.SAFEST: _Words(
        "it is among the safest",
        "the least chance of a mine, and of nearly equal cells the one with fewer unknown "
        "neighbours; no more was compared: a single cell to choose, an unknown mine count, a board "
        "beyond the look-ahead, or a budget that ended it",
        "safety",
    ),
    Basis.ENDGAME: _Words(
        "the rest of the game was searched to its end",
        "exact search of the rest of the game",
        "win",
    ),
    Basis.REGION: _Words(
        "no cell outside its region gives information about it",
        "exact search of a closed region, about which no other cell gives information",
    ),
    Basis.ROUGH: _Words(
        "by a rough estimate: the exact count exceeded its budget",
        "a rough estimate: the exact count exceeded its budget",
    ),
    Basis.ROLLOUTS: _Words(
        "no other cell wins more of the sampled layouts",
        "rollouts: sampled layouts, each played to the end from every candidate",
        "rollouts",
    ),
}
