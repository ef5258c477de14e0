"""What a review says, as data: values that add up, with their words and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.games.game import Status
from sapper.players.decision import Move
from sapper.proofs import Proof
from sapper.reviews.moves import Verdict
from sapper.reviews.values import Value

if TYPE_CHECKING:
    from sapper.reviews.document import ReviewDocument

__all__ = ["MoveReview", "Review"]


@dataclass(frozen=True)
class MoveReview:
    """One move: what it risked, what there was instead, what it gave away and what it got.

    `chance` is that of hitting a mine, `best` the cell to open instead with `best_chance`.
    `missed` proves a cell that was certain when the player guessed; `refuted` proves that what
    was opened was a mine. `played` is the winning chance of the choice, whatever it then showed.
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
    skill_error: float

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
        """Whether the move could lose, the first cell apart."""
        return self.verdict in (Verdict.FORCED, Verdict.UNFORCED, Verdict.MINE)

    @property
    def text(self) -> str:
        """What is to be said about the move."""
        from sapper.reviews.words import move_text

        return move_text(self)


@dataclass(frozen=True)
class Review:
    """A game, move by move. `opening` is the chance before the first cell, where it is known."""

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
        """The winning chance that the reveals gave or took, the first cell's apart."""
        return sum(move.luck for move in self.moves)

    @property
    def guesses(self) -> tuple[MoveReview, ...]:
        """The moves that could lose, the first cell apart."""
        return tuple(move for move in self.moves if move.is_guess)

    @property
    def accuracy(self) -> float:
        """The share of the winning chance that the choices kept, on average over the guesses."""
        kept = [g.played.chance / g.before.chance for g in self.guesses if g.before.chance > 0]
        return sum(kept) / len(kept) if kept else 1.0

    @property
    def text(self) -> str:
        """The review as a list to read."""
        from sapper.reviews.words import review_text

        return review_text(self)

    def to_dict(self) -> ReviewDocument:
        """Return plain data for JSON."""
        from sapper.reviews.document import review_document

        return review_document(self)

    def svg(self) -> str:
        """Return the graph of the winning chance."""
        from sapper.reviews.graph import graph_svg

        return graph_svg(self)

    def html(self) -> str:
        """Return a page that needs nothing else."""
        from sapper.reviews.page import page_html

        return page_html(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return (
            f"<Review of {len(self.moves)} moves, {self.status}: "
            f"skill {self.skill:+.3f}, luck {self.luck:+.3f}>"
        )
