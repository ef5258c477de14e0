"""The answers of the engine: a choice with its candidates, and the chance to win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypedDict

from sapper.board.cell import Cell, CellPair
from sapper.board.position import Position
from sapper.board.shown import Shown
from sapper.players.engine.basis import Basis, Compared
from sapper.players.engine.bias import Bias, BiasDocument, bias_of

if TYPE_CHECKING:
    from sapper.board.views import View

__all__ = [
    "Candidate",
    "CandidateDocument",
    "Choice",
    "ChoiceDocument",
    "ChoicePlayerName",
    "NativePlayerName",
    "Rollouts",
    "RolloutsDocument",
    "WinChance",
    "WinChanceDocument",
]

NativePlayerName = Literal["champion", "patient", "lookahead", "fast"]
ChoicePlayerName = Literal[NativePlayerName, "deep"]


class RolloutsDocument(TypedDict):
    """How a candidate did on drawn layouts, with 95 % intervals.

    `low` and `high` are the bounds of `chance`; `behind_error` is half the width for `behind`.
    """

    games: int
    chance: float
    low: float
    high: float
    behind: float
    behind_error: float
    is_dropped: bool


class CandidateDocument(TypedDict):
    """A cell that was compared; what was not computed is null."""

    cell: CellPair
    safety: float
    progress: float | None
    score: float | None
    estimate: float | None
    win: float | None
    rollouts: RolloutsDocument | None


class ChoiceDocument(TypedDict):
    """The best move, what decided, and the candidates from best to worst."""

    position: str
    player: ChoicePlayerName
    basis: str
    compared: Compared | None
    """The key by which the candidates were compared; of rollouts, by `behind`."""
    reason: str
    is_guess: bool
    is_exact: bool
    cell: CellPair
    candidates: list[CandidateDocument]
    bias: BiasDocument | None
    """How far the estimates can be trusted; null if they did not decide."""


class WinChanceDocument(TypedDict):
    """The winning chance with good play; `low` and `high` are its 95 % interval."""

    chance: float
    is_exact: bool
    games: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Rollouts:
    """The rollouts of one candidate.

    `low` and `high` are the 95 % interval of `chance`. `behind` is the lead of the best candidate
    on the layouts that both played, `behind_error` half the width of its interval. A candidate that
    `is_dropped` was clearly worse and played no further layouts.
    """

    games: int
    chance: float
    low: float
    high: float
    behind: float
    behind_error: float
    is_dropped: bool

    def to_dict(self) -> RolloutsDocument:
        """Return plain data for JSON."""
        return RolloutsDocument(
            games=self.games,
            chance=self.chance,
            low=self.low,
            high=self.high,
            behind=self.behind,
            behind_error=self.behind_error,
            is_dropped=self.is_dropped,
        )


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

    @property
    def winning(self) -> float | None:
        """The chance to win by the best evidence: rollouts, exact, learned."""
        if self.rollouts is not None:
            return self.rollouts.chance
        return self.estimate if self.win is None else self.win

    def to_dict(self) -> CandidateDocument:
        """Return plain data for JSON."""
        return CandidateDocument(
            cell=self.cell.pair,
            safety=self.safety,
            progress=self.progress,
            score=self.score,
            estimate=self.estimate,
            win=self.win,
            rollouts=None if self.rollouts is None else self.rollouts.to_dict(),
        )


@dataclass(frozen=True, slots=True)
class Choice(Shown):
    """A move and its basis; the candidates from best to worst, or all certain cells."""

    position: Position
    player: ChoicePlayerName
    basis: Basis
    candidates: tuple[Candidate, ...]

    @property
    def cell(self) -> Cell:
        """The cell to open."""
        return self.candidates[0].cell

    @property
    def is_guess(self) -> bool:
        """Whether the move may lose."""
        return self.basis is not Basis.CERTAIN

    @property
    def is_exact(self) -> bool:
        """Whether the winning chances are exact: the search reached the end of the game."""
        return self.basis is Basis.ENDGAME

    @property
    def bias(self) -> Bias | None:
        """How far off estimates were on boards like this; None if they did not decide."""
        return bias_of(self.position) if self.basis.compared == "estimate" else None

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
        kind = f"guess, {len(self.candidates)} candidates" if self.is_guess else "certain"
        return f"<Choice of {self.cell} by {self.player}: {kind}, {self.basis}>"

    def to_dict(self) -> ChoiceDocument:
        """Return plain data for JSON."""
        return ChoiceDocument(
            position=str(self.position),
            player=self.player,
            basis=self.basis.value,
            compared=self.basis.compared,
            reason=self.reason,
            is_guess=self.is_guess,
            is_exact=self.is_exact,
            cell=self.cell.pair,
            candidates=[candidate.to_dict() for candidate in self.candidates],
            bias=None if self.bias is None else self.bias.to_dict(),
        )


@dataclass(frozen=True, slots=True)
class WinChance:
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

    def to_dict(self) -> WinChanceDocument:
        """Return plain data for JSON."""
        return WinChanceDocument(
            chance=self.chance,
            is_exact=self.is_exact,
            games=self.games,
            low=self.low,
            high=self.high,
        )
