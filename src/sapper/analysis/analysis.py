"""Analyse a position exactly: chances, certain cells, layouts, numbers behind cells.

`analyse` calls the native core once. Everything that costs more (exact integers, the numbers behind
one cell, the components) is computed on demand.
"""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sapper.analysis.budget import Budget, budget_of
from sapper.analysis.clash import contradiction
from sapper.analysis.exact import layouts
from sapper.analysis.exact_chances import ExactChances
from sapper.analysis.puzzle import Puzzle
from sapper.analysis.question import Answer, Chances, Mask, Question, check_prior, rows_of_chances
from sapper.analysis.schema import AnalysisDocument, CellDocument, ComponentDocument
from sapper.board.cell import Cell, CellLike, CellPair, cell_of, pairs_at, pairs_of
from sapper.board.inputs import PositionLike, position_of
from sapper.board.position import Position
from sapper.board.shown import Shown, shorten

if TYPE_CHECKING:
    from sapper.board.views import View

__all__ = [
    "Analysis",
    "AnalysisDocument",
    "CellDocument",
    "Component",
    "ComponentDocument",
    "analyse",
]


class Component(NamedTuple):
    """Covered cells tied together by numbers, with the mines they can hold among them.

    Cells that a single number settles are not part of any component.
    """

    cells: tuple[Cell, ...]
    numbers: tuple[Cell, ...]
    fewest_mines: int
    most_mines: int

    def __repr__(self) -> str:
        mines = f"{self.fewest_mines} to {self.most_mines} mines"
        return f"<Component of {len(self.cells)} cells, {len(self.numbers)} numbers, {mines}>"

    def to_dict(self) -> ComponentDocument:
        """Return plain data for JSON."""
        return ComponentDocument(
            cells=pairs_of(self.cells),
            numbers=pairs_of(self.numbers),
            fewest_mines=self.fewest_mines,
            most_mines=self.most_mines,
        )


def analyse(
    position: PositionLike,
    *,
    mines: int | None = None,
    trust_flags: bool = False,
    density: float | Fraction | None = None,
    budget: Budget | None = None,
) -> Analysis:
    """Return what follows from the position: a `Position`, its text, or rows of integers.

    `mines` is the total where the text or the rows leave it open. Flags are marks without meaning
    unless `trust_flags`. A position whose mine count is unknown needs a `density`: the chance of a
    mine in a cell about which nothing is known.
    Raise `ContradictionError` when no layout fits, `BudgetExceeded` when the work grows too large.
    """
    position = position_of(position, mines)
    if position.mines is None or density is not None:
        check_prior(position.mines, density)
    budget = budget_of(budget)
    question = Question.about(position, trust_flags, density)
    answer = question.solve(budget)
    if not answer.is_possible:
        raise contradiction(Puzzle(position, trust_flags, budget, answer))
    return Analysis(position, question, answer, density, budget)


class Analysis(Shown):
    """The exact analysis of one position; made by `analyse`."""

    def __init__(
        self,
        position: Position,
        question: Question,
        answer: Answer,
        density: float | Fraction | None,
        budget: Budget,
    ) -> None:
        self.position = position
        self.density = density
        self.budget = budget
        self._question = question
        self._answer = answer
        self.chances: Chances = answer.chances
        """The chance of a mine in every covered cell, rows x columns; nan elsewhere; read-only."""

    @property
    def trust_flags(self) -> bool:
        """Whether flags count as mines."""
        return self._question.trust_flags

    def chance(self, cell: CellLike) -> float:
        """Return the chance of a mine in a covered cell."""
        return float(self.chances.flat[self.position.covered_index(cell)])

    def fraction(self, cell: CellLike) -> Fraction:
        """Return the exact chance of a mine in a covered cell."""
        return self._exact.at(self.position.covered_index(cell), self.budget)

    @cached_property
    def ways(self) -> int:
        """The exact number of layouts (of any mine count, where that is unknown)."""
        return layouts(self._question.exact_counts(self.budget), self.position.mines)

    @cached_property
    def ways_log10(self) -> float:
        """The decimal logarithm of `ways`; quick also where `ways` has too many digits to print."""
        return math.log10(self.ways) if self._is_printable else self._answer.ways_log10

    @cached_property
    def safe(self) -> frozenset[Cell]:
        """All covered cells that are certainly safe."""
        return self._cells(self._answer.safe)

    @cached_property
    def mines(self) -> frozenset[Cell]:
        """All covered cells that are certainly mines."""
        return self._cells(self._answer.mines)

    @cached_property
    def by_mine_count(self) -> frozenset[Cell]:
        """The certain cells that follow only with the mine count."""
        return self._cells(self._answer.by_mine_count)

    @cached_property
    def safest(self) -> tuple[Cell, ...]:
        """The covered cells with the least chance of a mine, in row order."""
        return tuple(Cell(*pair) for pair in self._pairs(self._safest_mask))

    @property
    def untouched(self) -> int:
        """How many covered cells no number touches."""
        return self._answer.untouched

    @property
    def untouched_chance(self) -> float | None:
        """The chance of a mine in a cell that no number touches, or None without such cells."""
        return self._answer.untouched_chance if self._answer.untouched else None

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """The groups of covered cells that share numbers; each can be counted separately."""
        cell = self.position.geometry.cell
        return tuple(
            Component(tuple(map(cell, cells)), tuple(map(cell, numbers)), fewest, most)
            for cells, numbers, fewest, most in self._question.components(self.budget)
        )

    def numbers(self, cell: CellLike) -> Chances:
        """Return the chance that the cell is safe and shows n, for n = 0, 1, ... 8."""
        index = self.position.covered_index(cell)
        result = np.zeros(max(9, len(self.position.geometry.around(cell)) + 1))
        if self._answer.is_mine(index):
            return result
        shown = self._question.numbers(index, self.budget)
        result[: len(shown)] = shown
        return result * (1.0 - self.chance(cell))

    def to_dict(self, *, with_fractions: bool = False) -> AnalysisDocument:
        """Return plain data for JSON, with the chances as exact fractions if asked for."""
        rows, safest = rows_of_chances(self.chances), self._pairs(self._safest_mask)
        document = AnalysisDocument(
            position=str(self.position),
            ways=str(self.ways) if self._is_printable else None,
            ways_log10=self.ways_log10,
            safe=self._pairs(self._answer.safe),
            mines=self._pairs(self._answer.mines),
            by_mine_count=self._pairs(self._answer.by_mine_count),
            safest=safest,
            safest_chance=self.chance(safest[0]) if safest else None,
            chances=rows,
            untouched=self.untouched,
            untouched_chance=self.untouched_chance,
            components=self._component_documents(),
        )
        if with_fractions:
            document["fractions"] = self._exact.rows()
        return document

    def cell_dict(self, cell: CellLike) -> CellDocument:
        """Return plain data on one covered cell."""
        return CellDocument(
            cell=cell_of(cell).pair,
            chance=self.chance(cell),
            fraction=str(self.fraction(cell)),
            numbers=self.numbers(cell).tolist(),
        )

    def view(self) -> View:
        """Return what a notebook shows: the heat map."""
        from sapper.analysis.picture import analysis_view

        return analysis_view(self)

    def __repr__(self) -> str:
        return (
            f"<Analysis of {shorten(str(self.position), 80)}: {len(self.safe)} safe, "
            f"{len(self.mines)} mines, least chance {np.nanmin(self.chances, initial=1.0):.4g}>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (
            self.position, self.trust_flags, self.density, self.budget, self._answer
        )  # fmt: skip

    @property
    def _is_printable(self) -> bool:
        """Whether Python prints `ways`: decided before counting, which would take far longer."""
        limit = sys.get_int_max_str_digits()
        return limit == 0 or self._answer.ways_log10 < limit - 1

    def _cells(self, mask: Mask) -> frozenset[Cell]:
        return frozenset(Cell(*pair) for pair in self._pairs(mask))

    def _pairs(self, mask: Mask) -> list[CellPair]:
        return pairs_at(np.flatnonzero(mask).tolist(), self.position.columns)

    @property
    def _safest_mask(self) -> Mask:
        safe = self._answer.safe
        if safe.any():
            return safe
        least = np.nanmin(self.chances, initial=np.inf)
        # Equal chances of different cells may differ in the last digits of a double: relatively.
        with np.errstate(invalid="ignore"):
            mask: Mask = self.chances <= least * (1 + 1e-12)
        return mask

    def _component_documents(self) -> list[ComponentDocument]:
        """Return the same as `to_dict` of every component, without making the cells."""
        columns = self.position.columns
        return [
            ComponentDocument(
                cells=pairs_at(cells, columns),
                numbers=pairs_at(numbers, columns),
                fewest_mines=fewest,
                most_mines=most,
            )
            for cells, numbers, fewest, most in self._question.components(self.budget)
        ]

    @cached_property
    def _exact(self) -> ExactChances:
        return ExactChances(
            self.position, self._answer, self.trust_flags, self.density, self.budget
        )


def _restore(
    position: Position,
    trust_flags: bool,
    density: float | Fraction | None,
    budget: Budget,
    answer: Answer,
) -> Analysis:
    """Return an analysis that was pickled; nothing is computed again."""
    question = Question.about(position, trust_flags, density)
    return Analysis(position, question, answer, density, budget)
