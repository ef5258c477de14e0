"""The best move in a position and the chance to win it, as the native player sees them.

What is shown is what decided: the candidates carry the very quantities by which the player
compared them, and say which of them are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final, Literal, get_args

from sapper import _core
from sapper.analysis import Budget, analyse
from sapper.analysis.budget import DEFAULT_BUDGET, budget_errors
from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.errors import InputError

__all__ = ["Advice", "Basis", "Candidate", "Setting", "WinChance", "best", "win_chance"]

Setting = Literal["champion", "fast"]
Basis = Literal["certain", "look-ahead", "safest", "endgame", "region", "rough"]

BASIS_WORDS: Final[dict[Basis, str]] = {
    "certain": "certain: no layout has a mine there",
    "look-ahead": "one step of look-ahead: the next safety after every number it can show",
    "safest": "the least chance of a mine",
    "endgame": "exact search of the rest of the game",
    "region": "exact search of a closed region that nothing outside can tell about",
    "rough": "a rough estimate: the budget ended the exact count",
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """One cell that was compared.

    `progress` is the chance to survive and have a certain cell next; `score` is what the
    look-ahead compares; `win` is the exact chance to win with this cell. What was not
    computed is None.
    """

    cell: Cell
    safety: float
    progress: float | None = None
    score: float | None = None
    win: float | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """The best move: candidates from best to worst, and what decided."""

    position: Position
    setting: Setting
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


def best(
    position: Position,
    *,
    setting: Setting = "champion",
    limit: int | None = None,
    budget: Budget | None = None,
) -> Advice:
    """Return the best move, with at most `limit` candidates.

    Raise `ContradictionError` when no layout fits and `InputError` when no safe cell is left.
    """
    if limit is not None and limit < 1:
        raise InputError(f"expected a limit of at least 1 candidate, got {limit}")
    adviser = _adviser(setting)
    mines = _known_mines(position)
    limits = (budget or DEFAULT_BUDGET).limits
    answer = adviser.decide(position.geometry.native, position.faces, mines, *limits)
    if answer is None:
        analyse(position)  # raises with the reason, unless nothing is left to open
        raise InputError("expected a move to make, got a board without another safe cell")
    basis, certain, guess, safety, win, compared = answer
    candidates = [Candidate(position.geometry.cell(i), 1.0) for i in certain]
    if basis == "endgame":
        only = Candidate(position.geometry.cell(guess), safety, win=win)
        candidates = _endgame_candidates(position, adviser) or [only]
    elif compared:
        candidates = [_candidate(position, *entry) for entry in compared]
    elif not certain:
        candidates = [Candidate(position.geometry.cell(guess), safety)]
    assert basis in get_args(Basis)
    return Advice(position, setting, basis, tuple(candidates[:limit]))  # type: ignore[arg-type]


def win_chance(
    position: Position,
    *,
    games: int = 1000,
    seed: int = 0,
    setting: Setting = "champion",
    budget: Budget | None = None,
) -> WinChance:
    """Return the chance to win, exact where the rest of the game can be searched.

    Elsewhere `games` layouts are drawn and played out by the setting's player.
    """
    if games < 1:
        raise InputError(f"expected at least 1 game, got {games}")
    analyse(position, budget=budget)  # an impossible position is told here
    graph, mines = position.geometry.native, _known_mines(position)
    with budget_errors():
        exact = _adviser("champion").exact_wins(
            graph, position.faces, mines, *(budget or DEFAULT_BUDGET).limits
        )
    if exact is not None:
        return WinChance(exact[0] / exact[1], True, 0, 0.0)
    with budget_errors():
        played, wins = _core.roll_out(graph, position.faces, mines, -1, games, seed, setting)
    if played == 0:
        raise InputError(
            "expected a position of at most 1000 unknown cells in narrow components, "
            f"got {position!r}"
        )
    return _estimate(wins, played)


def _estimate(wins: int, games: int) -> WinChance:
    """Return the share with its interval, which is not zero even when all games go alike."""
    smoothed = (wins + 2) / (games + 4)
    error = 1.96 * sqrt(smoothed * (1 - smoothed) / (games + 4))
    return WinChance(wins / games, False, games, error)


def _adviser(setting: str) -> _core.Adviser:
    if setting not in get_args(Setting):
        raise InputError(f"expected setting champion or fast, got {setting!r}")
    return _core.Adviser(setting)


def _known_mines(position: Position) -> int:
    if position.mines is None:
        raise InputError("the mine count is unknown: the best move and the chance to win need it")
    return position.mines


def _candidate(
    position: Position, index: int, safety: float, progress: float, score: float
) -> Candidate:
    if progress < 0:  # it was not looked ahead from
        return Candidate(position.geometry.cell(index), safety)
    return Candidate(position.geometry.cell(index), safety, progress, score)


def _endgame_candidates(position: Position, adviser: _core.Adviser) -> list[Candidate]:
    found = adviser.endgame()
    if found is None:  # to search every guess to its end takes more than to find the best
        return []
    layouts, _, guesses = found
    return [
        Candidate(position.geometry.cell(i), safe / layouts, win=wins / layouts)
        for i, safe, wins in guesses
    ]
