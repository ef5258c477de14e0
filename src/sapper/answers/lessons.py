"""The questions of students: how a player decides, the lessons on the five papers, exercises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from sapper.answers.positions import PositionQuestion
from sapper.answers.question import Lane, PlainQuestion, Question, Work
from sapper.board.position import Position
from sapper.errors import InputError
from sapper.players.papers.layout_problem import LAYOUT_METHODS
from sapper.players.registry import player_spec
from sapper.players.tracing.frames import Film, film_of
from sapper.players.tracing.tracer import Trace, trace, trace_tree

__all__ = ["LESSON_QUESTIONS"]


@dataclass(kw_only=True, eq=False, repr=False)
class TracePlayer(PositionQuestion):
    """The steps by which a player decides; with `tree` only the search trees of `backtracking`.

    With `film` also its frames, to watch it step by step.
    """

    player: str = "backtracking"
    seed: int = 0
    tree: bool = False
    film: bool = False

    more: ClassVar[Mapping[str, Any]] = {"film": Film | None}

    def answer(self, work: Work) -> Trace:
        """Return the steps."""
        if work.limits.is_served and self.player not in LAYOUT_METHODS:
            player_spec(self.player)  # raises for what is no name
        found = self._trace(self.read(work))
        work.more["film"] = film_of(found) if self.film else None
        return found

    def _trace(self, position: Position) -> Trace:
        if not self.tree:
            return trace(position, self.player, seed=self.seed)
        if self.player != "backtracking":
            raise InputError(f"only player backtracking has a search tree, not {self.player!r}")
        return trace_tree(position)


@dataclass(kw_only=True, eq=False, repr=False)
class AskLessons(PlainQuestion):
    """The lessons on the five papers."""

    usual_lane: ClassVar[Lane] = "quick"

    def answer(self, _work: Work) -> object:
        """Return all lessons."""
        from sapper.players.papers.lessons import lessons

        return lessons()


@dataclass(kw_only=True, eq=False, repr=False)
class Exercise(PlainQuestion):
    """A position where the next certain cell needs one technique; `explain` judges an answer."""

    technique: str
    seed: int = 0

    def answer(self, _work: Work) -> object:
        """Return the drill."""
        from sapper.games.drills.drill import find_drills

        return next(find_drills(self.technique, 1, board="8x8/13", seed=self.seed))


LESSON_QUESTIONS: Final[Mapping[str, type[Question]]] = {
    "trace": TracePlayer,
    "lessons": AskLessons,
    "exercise": Exercise,
}
