"""The result of a review: every move with its winning chances, and figures that add up.

The words and the graph are made from these values in modules of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.board.cell import Cell
from sapper.board.notebook_value import NotebookValue, View
from sapper.board.position import Position
from sapper.games.game import Status
from sapper.games.game_line import GameLine
from sapper.players.decision import MoveKind
from sapper.reviews import graph, words
from sapper.reviews.classify import ClassifiedMove, MoveVerdict
from sapper.reviews.evaluator import Value
from sapper.reviews.guess_score import GuessScore

__all__ = ["Grade", "MoveReview", "Review"]

Grade = Literal["inaccuracy", "mistake", "blunder"]

_INACCURACY, _MISTAKE, _BLUNDER = 0.01, 0.05, 0.15


@dataclass(frozen=True, kw_only=True)
class MoveReview(ClassifiedMove):
    """A classified move with its winning chances, and what skill and luck changed.

    `played` is the winning chance of the choice before its result, `skill_low` to `skill_high` the
    95 % interval of `skill`.
    """

    before: Value
    played: Value
    after: Value
    skill_low: float
    skill_high: float

    document_as = (
        "number", "kind", "cell", "time", "verdict", "grade", "chance", "best", "best_chance",
        "before", "played", "after", "skill", "skill_low", "skill_high", "luck",
        ("position", "guessed_position"), "missed", "refuted", "text",
    )  # fmt: skip

    @property
    def kind(self) -> MoveKind:
        """The kind of the move."""
        return self.move.kind

    @property
    def cell(self) -> Cell:
        """The cell of the move."""
        return self.move.cell

    @property
    def guessed_position(self) -> Position | None:
        """The position before the move; None if the move is not a guess."""
        return self.position if self.is_guess else None

    @property
    def skill(self) -> float:
        """The winning chance that the choice gave away: 0 or below."""
        return self.played.chance - self.before.chance

    @property
    def luck(self) -> float:
        """The winning chance that the reveal gave or took."""
        return self.after.chance - self.played.chance

    @property
    def grade(self) -> Grade | None:
        """How bad the choice was; None if it was good or the interval has room for no loss."""
        loss, is_sure = -self.skill, self.skill_high < 0
        if self.verdict is MoveVerdict.MINE or (loss >= _BLUNDER and is_sure):
            return "blunder"
        if loss < _INACCURACY or not is_sure:
            return None
        return "mistake" if loss >= _MISTAKE else "inaccuracy"

    @property
    def text(self) -> str:
        """The comment on the move."""
        return words.move_text(self)

    def __repr__(self) -> str:
        figures = f"skill {self.skill:+.3f}, luck {self.luck:+.3f}"
        return f"<MoveReview {self.number}: {self.move}, {self.verdict.value}, {figures}>"


@dataclass(frozen=True)
class Review(NotebookValue):
    """A game, move by move: end - start = skill + luck.

    `game` is its line, `position` the one at its end, `opening` the chance before the first cell,
    if it is known.
    """

    game: GameLine
    status: Status
    position: Position
    opening: Value | None
    start: Value
    end: Value
    moves: tuple[MoveReview, ...]
    score: GuessScore | None = None
    """The score of a game in guess mode."""

    document_as = (
        "game", "status", "score", "position", "opening", "start", "end", "skill", "luck",
        "accuracy", ("guesses", "guess_count"), "unforced_guesses", "certain_losses", "summary",
        "moves",
    )  # fmt: skip

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
        """The moves that could lose, certain losses among them, without the first cell."""
        return tuple(move for move in self.moves if move.is_guess)

    @property
    def guess_count(self) -> int:
        """The number of guesses; a certain loss is none."""
        return len(self.guesses) - self.certain_losses

    @property
    def unforced_guesses(self) -> int:
        """The number of guesses where a cell was certainly safe."""
        return self._count(MoveVerdict.UNFORCED)

    @property
    def certain_losses(self) -> int:
        """The number of moves that opened a certain mine, or lost in every layout."""
        return self._count(MoveVerdict.MINE)

    def _count(self, verdict: MoveVerdict) -> int:
        return sum(move.verdict is verdict for move in self.moves)

    @property
    def accuracy(self) -> float:
        """The share of the winning chance that a choice preserved, on average over the guesses."""
        kept = [g.played.chance / g.before.chance for g in self.guesses if g.before.chance > 0]
        return sum(kept) / len(kept) if kept else 1.0

    @property
    def summary(self) -> str:
        """How the game ended and by what, in one sentence."""
        return words.summary(self)

    @property
    def text(self) -> str:
        """The review as plain text: a summary, the totals and a table of moves."""
        return words.review_text(self)

    def svg(self) -> str:
        """Return the graph of the winning chance."""
        return graph.graph_svg(self)

    def view(self) -> View:
        """Return what a notebook shows: the summary and the graph of the winning chance."""
        return View(
            title=words.describe_game(self),
            picture=self.svg(),
            sentences=[self.summary, *words.legend(self)],
        )

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return (
            f"<Review of {len(self.moves)} moves, {self.status}: "
            f"skill {self.skill:+.3f}, luck {self.luck:+.3f}>"
        )
