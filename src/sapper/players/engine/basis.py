"""The bases of a decision, and the words for each."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal, NamedTuple

from sapper.language import N_, _

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
        return _(_WORDS[self].short)

    @property
    def long(self) -> str:
        """How the cells were compared."""
        return _(_WORDS[self].long)

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
        N_("no layout has a mine there"),
        N_("certain: no layout has a mine there"),
    ),
    Basis.WINNING_CHANCE: _Words(
        N_("one step of look-ahead gives it the best learned chance to win"),
        N_("one step of look-ahead: the learned chance to win after every possible number"),
        "estimate",
    ),
    Basis.SECOND_STEP: _Words(
        N_("two steps of look-ahead give it the best learned chance to win"),
        N_(
            "two steps of look-ahead between close cells: the learned chance to win after a next "
            "guess"
        ),
        "estimate",
    ),
    Basis.LOOK_AHEAD: _Words(
        N_("one step of look-ahead prefers it"),
        N_("one step of look-ahead: the next safety after every possible number"),
        "score",
    ),
    Basis.SAFEST: _Words(
        N_("it is among the safest"),
        N_(
            "the least chance of a mine, and of nearly equal cells the one with fewer unknown "
            "neighbours; no more was compared: a single cell to choose, an unknown mine count, a "
            "board beyond the look-ahead, or a budget that ended it"
        ),
        "safety",
    ),
    Basis.ENDGAME: _Words(
        N_("the rest of the game was searched to its end"),
        N_("exact search of the rest of the game"),
        "win",
    ),
    Basis.REGION: _Words(
        N_("no cell outside its region gives information about it"),
        N_("exact search of a closed region, about which no other cell gives information"),
    ),
    Basis.ROUGH: _Words(
        N_("by a rough estimate: the exact count exceeded its budget"),
        N_("a rough estimate: the exact count exceeded its budget"),
    ),
    Basis.ROLLOUTS: _Words(
        N_("no other cell is ahead after the sampled layouts"),
        N_(
            "rollouts: sampled layouts, each played to the end from every close candidate, weighed "
            "against the learned value"
        ),
        "rollouts",
    ),
}
