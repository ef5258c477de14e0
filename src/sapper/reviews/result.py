"""The result of a review: every move with its winning chances, and figures that add up.

The words, the document, the graph and the page are made from these values in modules of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.board.shown import Shown
from sapper.board.views import View
from sapper.games.game import Status
from sapper.players.decision import Move
from sapper.proofs import Proof
from sapper.reviews import document, graph, page, words
from sapper.reviews.classify import Verdict
from sapper.reviews.evaluator import Value

__all__ = ["Grade", "MoveReview", "Review"]

Grade = Literal["inaccuracy", "mistake", "blunder"]

_INACCURACY, _MISTAKE, _BLUNDER = 0.01, 0.05, 0.15


@dataclass(frozen=True)
class MoveReview:
    """One move: its risk, the best alternative, and what skill and luck changed.

    `chance` is the chance of a mine, `best` the cell to open instead and `best_chance` its chance
    of a mine. `missed` proves a safe cell that was there when the player guessed; `refuted` proves
    that the opened cell was a mine. `played` is the winning chance of the choice before its result.
    `skill_bounds` are the 95 % interval of `skill`.
    """

    number: int
    move: Move
    position: Position
    verdict: Verdict
    chance: float | None
    best: Cell | None
    best_chance: float | None
    missed: Proof | None
    refuted: Proof | None
    before: Value
    played: Value
    after: Value
    skill_bounds: tuple[float, float]
    time: float | None = None
    """Seconds since the start of the game, if they are known."""

    @property
    def skill(self) -> float:
        """The winning chance that the choice gave away: 0 or below."""
        return self.played.chance - self.before.chance

    @property
    def luck(self) -> float:
        """The winning chance that the reveal gave or took."""
        return self.after.chance - self.played.chance

    @property
    def is_guess(self) -> bool:
        """Whether the move could lose; the first cell does not count."""
        return self.verdict in (Verdict.FORCED, Verdict.UNFORCED, Verdict.MINE)

    @property
    def grade(self) -> Grade | None:
        """How bad the choice was; None if it was good or the interval has room for no loss."""
        loss, is_sure = -self.skill, self.skill_bounds[1] < 0
        if self.verdict is Verdict.MINE or (loss >= _BLUNDER and is_sure):
            return "blunder"
        if loss < _INACCURACY or not is_sure:
            return None
        return "mistake" if loss >= _MISTAKE else "inaccuracy"

    @property
    def text(self) -> str:
        """The comment on the move."""
        return words.move_text(self)

    def to_dict(self) -> document.MoveReviewDocument:
        """Return plain data for JSON."""
        return document.move_document(self)

    def __repr__(self) -> str:
        figures = f"skill {self.skill:+.3f}, luck {self.luck:+.3f}"
        return f"<MoveReview {self.number}: {self.move}, {self.verdict.value}, {figures}>"


@dataclass(frozen=True)
class Review(Shown):
    """A game, move by move. `opening` is the chance before the first cell, if it is known."""

    game: str
    status: Status
    final: Position
    opening: Value | None
    start: Value
    end: Value
    moves: tuple[MoveReview, ...]

    @property
    def skill(self) -> float:
        """The winning chance given away by choices: 0 or below."""
        return sum(move.skill for move in self.moves)

    @property
    def luck(self) -> float:
        """The winning chance that the reveals gave or took, without the first cell."""
        return sum(move.luck for move in self.moves)

    @property
    def has_times(self) -> bool:
        """Whether the time of any move is known."""
        return any(move.time is not None for move in self.moves)

    @property
    def is_clean(self) -> bool:
        """Whether the choices together gave away less than an inaccuracy."""
        return self.skill > -_INACCURACY

    @property
    def guesses(self) -> tuple[MoveReview, ...]:
        """The moves that could lose, without the first cell."""
        return tuple(move for move in self.moves if move.is_guess)

    @property
    def accuracy(self) -> float:
        """The share of the winning chance that a choice preserved, on average over the guesses."""
        kept = [g.played.chance / g.before.chance for g in self.guesses if g.before.chance > 0]
        return sum(kept) / len(kept) if kept else 1.0

    @property
    def text(self) -> str:
        """The review as plain text: a summary, the totals and a table of moves."""
        return words.review_text(self)

    def to_dict(self) -> document.ReviewDocument:
        """Return the review as plain data, ready for JSON."""
        return document.review_document(self)

    def svg(self) -> str:
        """Return the graph of the winning chance."""
        return graph.graph_svg(self)

    def html(self) -> str:
        """Return the review as one self-contained HTML page."""
        return page.page_html(self)

    def view(self) -> View:
        """Return what a notebook shows: the summary and the graph of the winning chance."""
        return View(
            title=words.describe_game(self),
            picture=self.svg(),
            sentences=[words.summary(self), *words.legend(self)],
        )

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return (
            f"<Review of {len(self.moves)} moves, {self.status}: "
            f"skill {self.skill:+.3f}, luck {self.luck:+.3f}>"
        )
