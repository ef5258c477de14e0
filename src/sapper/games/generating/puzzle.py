"""A puzzle: a board with its first cell, how it was made, and what is known about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sapper.board.cell import Cell
from sapper.board.layout import Layout
from sapper.board.metrics import BoardMetrics
from sapper.board.notebook_value import NotebookValue, View, shorten
from sapper.board.spec import BoardSpec, StartRule
from sapper.documents import Digits
from sapper.games.game import Game
from sapper.games.grades import Grade, Grading, grade_of
from sapper.language import _
from sapper.nouns import count_noun

if TYPE_CHECKING:
    from sapper.games.certificates import Certificate

__all__ = ["Puzzle"]


@dataclass(frozen=True)
class Puzzle(NotebookValue):
    """A board to play from its first cell; frozen, and equal by value.

    It is made by the thousand, so everything that can wait is computed when it is asked for. In a
    document `game` is the line with the first cell open.
    """

    board: BoardSpec
    """The board: shape, size and number of mines."""
    first: Cell
    """The cell to open first."""
    start: StartRule
    """What is promised of the first cell."""
    seed: Digits
    """The seed of its deals."""
    number: Digits
    """Which puzzle of the seed it is."""
    cells: bytes
    """One byte per cell in row order: 1 for a mine."""
    tries: int
    """The number of boards that were tried for it, this one included."""
    dealt: int
    """The number of the game of the seed that has this layout."""
    level: int
    """The hardest level of the core's reasoning: the rank of the grade."""
    rounds: tuple[int, ...]
    """The number of rounds of each level that the reasoning takes."""

    document_as = (
        ("game", "line"), "link", "board", ("layout", "layout.text"), "mines", "start", "first",
        "grade", "hard_steps", "difficulty", "seed", "number", "tries",
        "acceptance", ("3bv", "metrics.bbbv"), ("openings", "metrics.openings"),
    )  # fmt: skip

    @cached_property
    def layout(self) -> Layout:
        """Where the mines are."""
        return Layout(self.board.geometry, self.cells)

    @property
    def mines(self) -> frozenset[Cell]:
        """The cells with a mine."""
        return self.layout.mines

    @property
    def acceptance(self) -> float:
        """The share of the tried boards that were accepted: one of `tries`."""
        return 1 / self.tries

    @cached_property
    def grading(self) -> Grading:
        """The reasoning that the board needs, in detail."""
        return grade_of(self.layout, self.first, start=self.start)

    @property
    def grade(self) -> Grade:
        """The hardest reasoning that is needed."""
        return list(Grade)[self.level]

    @property
    def hard_steps(self) -> int:
        """The number of rounds beyond single numbers."""
        return sum(self.rounds[Grade.PAIR.rank :])

    @property
    def difficulty(self) -> float:
        """How much reasoning it takes, see `Grading`."""
        return self.grading.difficulty

    @cached_property
    def certificate(self) -> Certificate:
        """The moves that clear the board, each with its proof."""
        from sapper.games.certificates import make_certificate

        return make_certificate(self.layout, self.first, start=self.start)

    @property
    def metrics(self) -> BoardMetrics:
        """What the board measures: 3BV, openings and more."""
        return self.layout.metrics

    def game(self) -> Game:
        """Return a new game of this board, with its first cell open."""
        game = Game(self.board, self.start, seed=self.seed, game=self.dealt)
        game.open(self.first)
        return game

    @property
    def line(self) -> str:
        """The line of the game, which `Game.parse`, the page and all commands read."""
        return self.game().text

    @property
    def link(self) -> str:
        """The part of an address that plays it on the page, after `http://127.0.0.1:8765/`."""
        return "#play:" + self.line.replace(" ", "_")

    def svg(self, *, cell_size: int = 28) -> str:
        """Return the board with its first cell open."""
        return self.game().svg(cell_size=cell_size)

    @property
    def kind(self) -> str:
        """What it is in a few words: that it needs no guess, and the grade."""
        return _("no guess, {grade}").format(grade=self.grade.label)

    def view(self) -> View:
        """Return what a notebook shows: the board with its first cell open, and the figures."""
        rows = [
            [_("hard steps"), str(self.hard_steps)],
            [_("difficulty"), f"{self.difficulty:.2f}"],
            ["3BV", str(self.metrics.bbbv)],
            [_("openings"), str(self.metrics.openings)],
            [_("boards tried"), f"{self.tries:,}"],
            [_("line"), shorten(self.line, 100)],
        ]
        view = View(title=f"{self.board}: {self.kind}", rows=rows)
        return self.game().position.view_with(self.svg, view)

    def __repr__(self) -> str:
        tries = count_noun(self.tries, "try", "tries")
        return f"<Puzzle {shorten(self.line, 80)}: {self.kind}, {tries}>"
