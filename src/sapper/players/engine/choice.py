"""The answers of the engine: a choice with its candidates, and the chance to win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.board.cell import Cell
from sapper.board.notebook_value import NotebookValue, View
from sapper.board.position import Position
from sapper.language import _
from sapper.percent import percent
from sapper.players.decision import Move
from sapper.players.engine.basis import Basis, Compared
from sapper.players.engine.intervals import interval_text

__all__ = [
    "Candidate",
    "Choice",
    "NativePlayerName",
    "Rollouts",
    "WinChance",
]

NativePlayerName = Literal["champion", "patient", "lookahead", "fast", "deep"]


@dataclass(frozen=True, slots=True)
class Rollouts:
    """The rollouts of one candidate.

    `low` and `high` are the 95 % interval of `chance`. `behind` is the lead of the best candidate
    by the layouts that both played and by the learned value, `behind_error` half the width of its
    interval. A candidate that `is_dropped` was too far behind and played no further layouts.
    """

    games: int
    chance: float
    low: float
    high: float
    behind: float
    behind_error: float
    is_dropped: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """One cell that was compared.

    `safety` is the chance of no mine. `progress` is the chance to survive and have a certain cell
    next; `score` is what the look-ahead by the next safety compares; `estimate` is the learned
    chance to win with this cell, `win` the exact one, `rollouts` the estimate by rollouts. Values
    that were not computed are None.
    """

    cell: Cell
    safety: float
    progress: float | None = None
    score: float | None = None
    estimate: float | None = None
    win: float | None = None
    rollouts: Rollouts | None = None

    @property
    def compared(self) -> Compared:
        """The strongest figure that was computed."""
        if self.rollouts is not None:
            return "rollouts"
        if self.win is not None:
            return "win"
        if self.estimate is not None:
            return "estimate"
        return "safety" if self.score is None else "score"

    def figure(self, compared: Compared) -> float | None:
        """Return a figure by which candidates are compared, larger is better; None if unknown.

        Of rollouts it is the lead over the best candidate on the same layouts, 0 or less.
        """
        if compared == "rollouts":
            return None if self.rollouts is None else -self.rollouts.behind
        value: float | None = getattr(self, compared)
        return value

    def __repr__(self) -> str:
        name, figure = self.compared, self.figure(self.compared)
        compared = "" if name == "safety" or figure is None else f", {name} {figure:.4g}"
        return f"<Candidate {self.cell}: safe {percent(self.safety)}{compared}>"


@dataclass(frozen=True, slots=True)
class Choice(NotebookValue):
    """A move and its basis; the candidates from best to worst, or all certain cells."""

    position: Position
    player: NativePlayerName
    basis: Basis
    candidates: tuple[Candidate, ...]

    document_as = (
        "position", "player", "basis", "compared", "reason", "is_guess", "is_exact", "cell",
        "candidates",
    )  # fmt: skip

    @property
    def cell(self) -> Cell:
        """The cell to open."""
        return self.candidates[0].cell

    @property
    def move(self) -> Move:
        """The move: open the cell."""
        return Move("open", self.cell)

    @property
    def is_guess(self) -> bool:
        """Whether the move may lose."""
        return self.basis is not Basis.CERTAIN

    @property
    def is_exact(self) -> bool:
        """Whether the winning chances are exact: the search reached the end of the game."""
        return self.basis is Basis.ENDGAME

    @property
    def compared(self) -> Compared | None:
        """The figure by which the candidates were compared; of rollouts, by `behind`."""
        return self.basis.compared

    @property
    def reason(self) -> str:
        """The basis in words."""
        return self.basis.long

    def svg(self, *, cell_size: int = 28) -> str:
        """Return the board with a letter on the candidates: A is the best."""
        from sapper.players.engine.picture import choice_svg

        return choice_svg(self, cell_size=cell_size)

    def view(self) -> View:
        """Return what a notebook shows: the candidates on the board and in a table."""
        from sapper.players.engine.picture import choice_view

        return choice_view(self)

    def __repr__(self) -> str:
        risk = percent(1 - self.candidates[0].safety)
        kind = f"a guess, {risk} chance of a mine" if self.is_guess else "certainly safe"
        return f"<Choice of {self.player}: open {self.cell}, {kind} ({self.basis})>"


@dataclass(frozen=True, slots=True)
class WinChance(NotebookValue):
    """The chance to win a position by good play.

    If `is_exact`, the chance of best play; otherwise the share of `games` sampled layouts that the
    player wins. `low` and `high` are its 95 % interval, of width 0 if exact.
    """

    chance: float
    is_exact: bool
    games: int
    low: float
    high: float

    @classmethod
    def exact(cls, chance: float) -> WinChance:
        """Return a chance that was found by search."""
        return cls(chance, True, 0, chance, chance)

    @property
    def source(self) -> str:
        """Where the chance comes from: the exact search, or an interval and its games."""
        source = _("exact") if self.is_exact else _("{interval}, {games} games")
        return source.format(interval=interval_text(self.low, self.high), games=self.games)

    def view(self) -> View:
        """Return what a notebook shows: the chance and where it comes from."""
        chance = _("winning chance {chance}").format(chance=percent(self.chance))
        return View(chance, sentences=[self.source])

    def __repr__(self) -> str:
        return f"<WinChance {percent(self.chance)}: {self.source}>"
