"""The values of advice: a candidate, what decided between candidates, the chance to win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from sapper.board.cell import Cell
from sapper.board.position import Position

__all__ = [
    "BASIS_WORDS",
    "Advice",
    "AdviceSetting",
    "Basis",
    "Candidate",
    "Rollouts",
    "Setting",
    "WinChance",
    "candidate_from",
]

Setting = Literal["champion", "patient", "lookahead", "fast"]
AdviceSetting = Literal[Setting, "deep"]
Basis = Literal[
    "certain",
    "winning-chance",
    "second-step",
    "look-ahead",
    "safest",
    "endgame",
    "region",
    "rough",
    "rollouts",
]

BASIS_WORDS: Final[dict[Basis, str]] = {
    "certain": "certain: no layout has a mine there",
    "winning-chance": (
        "one step of look-ahead: the learned chance to win after every number it can show"
    ),
    "second-step": (
        "two steps of look-ahead between close cells: the learned chance to win after a next guess"
    ),
    "look-ahead": "one step of look-ahead: the next safety after every number it can show",
    "safest": (
        "the least chance of a mine; no more was compared: a single cell to choose, a board beyond "
        "the look-ahead, or a budget that ended it"
    ),
    "endgame": "exact search of the rest of the game",
    "region": "exact search of a closed region that nothing outside can tell about",
    "rough": "a rough estimate: the budget ended the exact count",
    "rollouts": "rollouts: drawn layouts, each played on from every candidate",
}


@dataclass(frozen=True, slots=True)
class Rollouts:
    """How a candidate did when drawn layouts were played on from it.

    `error` is half the width of the 95 % interval of `chance`. `behind` is by how much the best
    candidate did better on the layouts that both played; `behind_error` belongs to it. A
    candidate that `is_dropped` fell clearly behind and played no further layouts.
    """

    games: int
    chance: float
    error: float
    behind: float
    behind_error: float
    is_dropped: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """One cell that was compared.

    `progress` is the chance to survive and have a certain cell next; `score` is what the
    look-ahead by the next safety compares; `estimate` is the learned chance to win with this
    cell; `win` is the exact one; `rollouts` is how games went on from it. What was not computed
    is None.
    """

    cell: Cell
    safety: float
    progress: float | None = None
    score: float | None = None
    estimate: float | None = None
    win: float | None = None
    rollouts: Rollouts | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """The best move: candidates from best to worst, and what decided."""

    position: Position
    setting: AdviceSetting
    basis: Basis
    candidates: tuple[Candidate, ...]

    @property
    def cell(self) -> Cell:
        """The cell to open."""
        return self.candidates[0].cell

    @property
    def is_guess(self) -> bool:
        """Whether the move may lose."""
        return self.basis != "certain"

    @property
    def is_exact(self) -> bool:
        """Whether the winning chances are exact: the search reached the end of the game."""
        return self.basis == "endgame"

    @property
    def reason(self) -> str:
        """What decided, in words."""
        return BASIS_WORDS[self.basis]


@dataclass(frozen=True, slots=True)
class WinChance:
    """The chance to win a position by good play.

    Exact for the best play there is when `is_exact`; otherwise the share of `games` layouts,
    drawn from all that fit, that the player of this setting wins; `error` is half the width of
    its 95 % interval.
    """

    chance: float
    is_exact: bool
    games: int
    error: float


def candidate_from(
    position: Position, index: int, safety: float, progress: float, value: float, is_weighed: bool
) -> Candidate:
    """Return a candidate from what the core says of it."""
    cell = position.geometry.cell(index)
    if is_weighed:
        return Candidate(cell, safety, progress, estimate=value)
    if progress < 0:  # it was not looked ahead from
        return Candidate(cell, safety)
    return Candidate(cell, safety, progress, score=value)
