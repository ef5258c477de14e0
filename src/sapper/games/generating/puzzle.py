"""A puzzle: a board with its first cell, how it was made, and what is known about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypedDict

from sapper.board.cell import Cell, CellPair, pairs_of
from sapper.board.layout import Layout
from sapper.board.shown import Shown, shorten
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.game import Game
from sapper.games.generating.wish import GRADES_BY_LEVEL, Method
from sapper.games.grades import Grade, Grading, grade_of
from sapper.language import _
from sapper.nouns import count_noun

if TYPE_CHECKING:
    from sapper.board.metrics import BoardMetrics
    from sapper.board.views import View
    from sapper.games.certificates import Certificate

__all__ = ["Making", "Puzzle", "PuzzleDocument"]


class PuzzleDocument(TypedDict):
    """A generated board.

    `game` is the line that plays it, with its first cell open; `link` is the part of an address of
    the page that plays it. `grade`, `hard_steps` and `difficulty` are null if the board was not
    asked to need no guess. `tries` is how many boards were tried. For repaired boards `is_uniform`
    is false and `acceptance` null. Seed and number are text, because JavaScript has no integers of
    64 bits.
    """

    game: str
    link: str
    board: str
    layout: str
    mines: list[CellPair]
    start: str
    first: CellPair
    no_guess: bool
    mine_count: bool
    grade: str | None
    hard_steps: int | None
    difficulty: float | None
    method: str
    is_uniform: bool
    seed: str
    number: str
    tries: int
    acceptance: float | None
    bbbv: int
    openings: int


@dataclass(frozen=True)
class Making:
    """What all puzzles of one call have in common."""

    board: BoardSpec
    first: Cell
    start: StartRule
    no_guess: bool
    mine_count: bool
    method: Method
    seed: int


@dataclass(frozen=True)
class Puzzle(Shown):
    """A board to play from its first cell; frozen, and equal by value.

    It is made by the thousand, so everything that can wait is computed when it is asked for.
    """

    making: Making
    cells: bytes
    """One byte per cell in row order: 1 for a mine."""
    number: int
    """Which puzzle of the seed it is."""
    tries: int
    """How many boards were tried for it, this one included."""
    dealt: int | None = None
    """The number of the game of the seed that has this layout; None if mines were moved."""
    level: int = 0
    """The hardest level of the core's reasoning: `native/sapper/games/no_guess.hpp`."""
    rounds: tuple[int, ...] = ()
    """How many rounds of each level the reasoning takes."""

    @cached_property
    def layout(self) -> Layout:
        """Where the mines are."""
        return Layout(self.board.geometry, self.cells)

    @property
    def board(self) -> BoardSpec:
        """The board: shape, size and number of mines."""
        return self.making.board

    @property
    def first(self) -> Cell:
        """The cell to open first."""
        return self.making.first

    @property
    def start(self) -> StartRule:
        """What is promised of the first cell."""
        return self.making.start

    @property
    def no_guess(self) -> bool:
        """Whether it was asked to need no guess; otherwise nothing is known about that."""
        return self.making.no_guess

    @property
    def mine_count(self) -> bool:
        """Whether the reasoning may count mines."""
        return self.making.mine_count

    @property
    def method(self) -> Method:
        """How it was made: `uniform` or `repair`."""
        return self.making.method

    @property
    def seed(self) -> int:
        """The seed of its deals."""
        return self.making.seed

    @property
    def mines(self) -> frozenset[Cell]:
        """The cells with a mine."""
        return self.layout.mines

    @property
    def acceptance(self) -> float | None:
        """The share of the tried boards that were accepted: one of `tries`.

        None for a repaired board: most of its tries are changes of one board.
        """
        return 1 / self.tries if self.is_uniform else None

    @property
    def is_uniform(self) -> bool:
        """Whether every board that fits was equally likely."""
        return self.method == "uniform"

    @cached_property
    def grading(self) -> Grading | None:
        """The reasoning that the board needs, in detail; None unless it is known to be enough."""
        if not self.no_guess:
            return None
        return grade_of(self.layout, self.first, start=self.start, mine_count=self.mine_count)

    @property
    def grade(self) -> Grade | None:
        """The hardest reasoning that is needed; None for a board that may need a guess."""
        if not self.no_guess:
            return None
        of_level = GRADES_BY_LEVEL[self.level]
        if len(of_level) == 1:
            return of_level[0]
        return self.grading.grade if self.grading else None

    @property
    def steps_by_grade(self) -> Mapping[Grade, int]:
        """How many rounds of reasoning of each grade are needed."""
        return self.grading.steps_by_grade if self.grading else {}

    @property
    def hard_steps(self) -> int | None:
        """How many rounds need more than single numbers; None for a board that may need a guess."""
        if not self.no_guess:
            return None
        if not any(self.rounds[3:]):  # rounds of pairs are the same for the core and for `grading`
            return sum(self.rounds[2:])
        return self.grading.hard_steps if self.grading else None

    @property
    def difficulty(self) -> float | None:
        """How much reasoning it takes, see `Grading`; None for a board that may need a guess."""
        return self.grading.difficulty if self.grading else None

    @cached_property
    def certificate(self) -> Certificate:
        """The moves that clear the board, each with its proof.

        Raise `InputError` for a board that needs a guess.
        """
        from sapper.games.certificates import make_certificate

        return make_certificate(
            self.layout, self.first, start=self.start, mine_count=self.mine_count
        )

    @property
    def metrics(self) -> BoardMetrics:
        """What the board measures: 3BV, openings and more."""
        return self.layout.metrics

    def game(self) -> Game:
        """Return a new game of this board, with its first cell open."""
        if self.dealt is None:
            game = Game(self.board, self.start, layout=self.cells)
        else:
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

    def to_dict(self) -> PuzzleDocument:
        """Return plain data for JSON."""
        metrics = self.metrics
        return PuzzleDocument(
            game=self.line,
            link=self.link,
            board=str(self.board),
            layout=self.layout.text,
            mines=pairs_of(sorted(self.mines)),
            start=self.start.value,
            first=(self.first.row, self.first.column),
            no_guess=self.no_guess,
            mine_count=self.mine_count,
            grade=None if self.grade is None else self.grade.value,
            hard_steps=self.hard_steps,
            difficulty=self.difficulty,
            method=self.method,
            is_uniform=self.is_uniform,
            seed=str(self.seed),
            number=str(self.number),
            tries=self.tries,
            acceptance=self.acceptance,
            bbbv=metrics.bbbv,
            openings=metrics.openings,
        )

    def svg(self, *, cell_size: int = 28) -> str:
        """Return the board with its first cell open; the title says if it was repaired."""
        picture = self.game().svg(cell_size=cell_size)
        if self.is_uniform:
            return picture
        return picture.replace("</title>", f" ({_('repaired, not uniform')})</title>", 1)

    @property
    def kind(self) -> str:
        """What it is in a few words: the grade, or that it may need a guess; repaired if so."""
        if self.grade is None:
            words = _("may need a guess")
        else:
            words = _("no guess, {grade}").format(grade=self.grade.label)
        if self.is_uniform:
            return words
        return _("{kind}, repaired (not uniform)").format(kind=words)

    def view(self) -> View:
        """Return what a notebook shows: the board with its first cell open, and the figures."""
        from sapper.board.views import View

        rows = [
            [_("hard steps"), "" if self.hard_steps is None else str(self.hard_steps)],
            [_("difficulty"), "" if self.difficulty is None else f"{self.difficulty:.2f}"],
            ["3BV", str(self.metrics.bbbv)],
            [_("openings"), str(self.metrics.openings)],
            [_("boards tried"), f"{self.tries:,}"],
            [_("line"), shorten(self.line, 100)],
        ]
        view = View(title=f"{self.board}: {self.kind}", rows=[row for row in rows if row[1]])
        return self.game().position.view_with(self.svg, view)

    def __repr__(self) -> str:
        tries = count_noun(self.tries, "try", "tries")
        return f"<Puzzle {shorten(self.line, 80)}: {self.kind}, {tries}>"
