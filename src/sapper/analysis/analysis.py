"""Analyse a position exactly: chances, certain cells, layouts, numbers behind cells.

`analyse` calls the native core once. Everything that costs more (exact integers, the numbers behind
one cell, the components) is computed on demand.
"""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sapper.analysis.budget import Allowance, Budget, budget_of
from sapper.analysis.clash import contradiction
from sapper.analysis.core_query import CoreAnswer, CoreQuery, check_prior
from sapper.analysis.exact import layouts, weight
from sapper.analysis.premises import Premises
from sapper.board.cell import MINE, Cell, CellLike, CellPair, cell_of, cells_at, pairs_at
from sapper.board.inputs import PositionLike, position_of
from sapper.board.notebook_value import NotebookValue, View, shorten
from sapper.board.position import Position
from sapper.documents import Digits, Plain
from sapper.nouns import count_noun
from sapper.percent import percent

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


__all__ = ["Analysis", "CellAnalysis", "Component", "analyse"]


class Component(NamedTuple):
    """Covered cells tied together by numbers, with the mines they can hold among them.

    Cells that a single number settles are not part of any component.
    """

    cells: tuple[Cell, ...]
    numbers: tuple[Cell, ...]
    fewest_mines: int
    most_mines: int

    def __repr__(self) -> str:
        least, most = self.fewest_mines, count_noun(self.most_mines, "mine")
        mines = most if least == self.most_mines else f"{least} to {most}"
        cells, numbers = len(self.cells), count_noun(len(self.numbers), "number")
        return f"<Component: {count_noun(cells, 'cell')} with {mines}, by {numbers}>"


class CellAnalysis(NamedTuple):
    """One covered cell: its exact chance, and the chances that it is safe and shows 0, 1, ..."""

    cell: Cell
    chance: float
    fraction: Fraction
    numbers: tuple[float, ...]


def analyse(
    position: PositionLike,
    *,
    mines: int | None = None,
    trust_flags: bool = False,
    density: float | Fraction | None = None,
    budget: Budget | None = None,
) -> Analysis:
    """Return what follows from the position: a `Position`, its text, or rows of numbers.

    `mines` is the total where the text or the rows leave it open. Flags are marks without meaning
    unless `trust_flags`. A position whose mine count is unknown needs a `density`: the chance of a
    mine in a cell about which nothing is known.
    Raise `ContradictionError` when no layout fits, `BudgetExceeded` when the work grows too large.

    >>> analysis = analyse([[0, 1, None], [1, 2, None], [None, None, None]], mines=2)
    >>> print(analysis)
       0   1   2
    0  ·   1  50%
    1  1   2  50%
    2 50% 50%  ✓
    key       % chance of a mine   ✓ safe   · opened 0   1 opened number
    >>> analysis[2, 0], analysis["r2c2"]
    (0.5, 0.0)
    """
    position = position_of(position, mines)
    if position.mines is None or density is not None:
        check_prior(position.mines, density)
    budget = budget_of(budget)
    question = CoreQuery.about(position, trust_flags, density)
    answer = question.solve(budget)
    if not answer.is_possible:
        raise contradiction(Premises(position, trust_flags, budget, answer))
    return Analysis(position, question, answer, density, budget)


class Analysis(NotebookValue):
    """The exact analysis of one position; made by `analyse`."""

    position: Position

    document_as = (
        "position", ("ways", "printed_ways"), "ways_log10",
        ("safe", "safe_pairs"), ("mines", "mine_pairs"), ("by_mine_count", "mine_count_pairs"),
        "safest", "safest_chance", ("chances", "chance_rows"), "untouched",
        "untouched_chance", "components",
    )  # fmt: skip

    def __init__(
        self,
        position: Position,
        question: CoreQuery,
        answer: CoreAnswer,
        density: float | Fraction | None,
        budget: Budget,
    ) -> None:
        self.position = position
        self.density = density
        self.budget = budget
        self._question = question
        self._answer = answer

    @property
    def trust_flags(self) -> bool:
        """Whether flags count as mines."""
        return self._question.trust_flags

    @property
    def chances(self) -> npt.NDArray[np.float64]:
        """The chance of a mine in every covered cell, rows x columns; nan elsewhere; read-only."""
        import numpy as np

        return np.asarray(self._answer.chances).reshape(self.position.rows, -1)

    @property
    def chance_rows(self) -> Plain[list[float | None]]:
        """The same as lists, with None for nan."""
        columns = self.position.columns
        values = [None if math.isnan(chance) else chance for chance in self._answer.chances]
        return Plain(values[start : start + columns] for start in range(0, len(values), columns))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """Return the chances, for `np.asarray(analysis)`."""
        import numpy as np

        return np.array(self.chances, dtype, copy=copy is not False)

    __iter__ = None  # it has cells, in no order

    def __getitem__(self, cell: CellLike) -> float:
        """Return the chance of a mine in a covered cell: `analysis[2, 0]`, `analysis["r2c0"]`."""
        return self.chance(cell)

    def chance(self, cell: CellLike) -> float:
        """Return the chance of a mine in a covered cell."""
        return self._answer.chances[self.position.covered_index(cell)]

    def fraction(self, cell: CellLike) -> Fraction:
        """Return the exact chance of a mine in a covered cell; a density 0.2 is read as 1/5."""
        return self._fraction(self.position.covered_index(cell), self.budget)

    @cached_property
    def ways(self) -> int:
        """The exact number of layouts (of any mine count, where that is unknown)."""
        return layouts(self._question.exact_counts(self.budget), self.position.mines)

    @property
    def printed_ways(self) -> Digits | None:
        """The same where Python prints numbers of that length, else None."""
        return Digits(self.ways) if self._is_printable else None

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
        least = min((chance for chance in self._answer.chances if chance <= 1), default=1.0)
        # Equal chances of different cells may differ in the last digits of a double: relatively.
        most = least * (1 + 1e-12)
        safest = self._answer.safe or [i for i, p in enumerate(self._answer.chances) if p <= most]
        return cells_at(safest, self.position.columns)

    @property
    def safest_chance(self) -> float | None:
        """The chance of a mine in these cells, or None if no cell is covered."""
        return self.chance(self.safest[0]) if self.safest else None

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
        columns = self.position.columns
        return tuple(
            Component(cells_at(cells, columns), cells_at(numbers, columns), fewest, most)
            for cells, numbers, fewest, most in self._question.components(self.budget)
        )

    @property
    def safe_pairs(self) -> Plain[CellPair]:
        """The safe cells as plain pairs, in row order."""
        return pairs_at(self._answer.safe, self.position.columns)

    @property
    def mine_pairs(self) -> Plain[CellPair]:
        """The certain mines as plain pairs, in row order."""
        return pairs_at(self._answer.mines, self.position.columns)

    @property
    def mine_count_pairs(self) -> Plain[CellPair]:
        """The cells that follow only with the mine count as plain pairs, in row order."""
        return pairs_at(self._answer.by_mine_count, self.position.columns)

    def numbers(self, cell: CellLike) -> tuple[float, ...]:
        """Return the chance that the cell is safe and shows n, for n = 0, 1, ... 8."""
        index = self.position.covered_index(cell)
        result = [0.0] * max(9, len(self.position.geometry.around(cell)) + 1)
        if not self._answer.is_mine(index):
            shown, safety = self._question.numbers(index, self.budget), 1.0 - self.chance(cell)
            result[: len(shown)] = [chance * safety for chance in shown]
        return tuple(result)

    @cached_property
    def fractions(self) -> list[list[str | None]]:
        """The exact chance of a mine in every covered cell as text, rows x columns; else None.

        The budget is for all of them together. Cells that touch the same numbers have the same
        chance, so one of them is counted.
        """
        answer, position, allowance = self._answer, self.position, Allowance(self.budget)
        known: dict[tuple[int, ...], str] = {}
        texts: list[str | None] = [None] * position.geometry.size
        for index, around in enumerate(position.geometry.neighbour_lists):
            if not answer.is_covered(index):
                continue
            allowance.check()
            key = tuple(cell for cell in around if not answer.is_covered(cell))
            key = (-1, index) if answer.is_certain(index) else key
            if key not in known:
                known[key] = str(self._fraction(index, allowance))
            texts[index] = known[key]
        return [texts[i : i + position.columns] for i in range(0, len(texts), position.columns)]

    def at(self, cell: CellLike) -> CellAnalysis:
        """Return what is known about a covered cell."""
        return CellAnalysis(
            cell_of(cell), self.chance(cell), self.fraction(cell), self.numbers(cell)
        )

    def view(self) -> View:
        """Return what a notebook shows: the heat map."""
        from sapper.analysis.picture import analysis_view

        return analysis_view(self)

    def __str__(self) -> str:
        """Return the board with the chances, as `sapper analyse` prints it."""
        from sapper.analysis.picture import printed

        return printed(self)

    def __repr__(self) -> str:
        chance = self.safest_chance
        safest = "none" if chance is None else f"{percent(chance)} at {self.safest[0]}"
        return (
            f"<Analysis of {shorten(str(self.position), 80)}: {len(self.safe)} certainly safe, "
            f"{len(self.mines)} certainly mines, least chance of a mine {safest}>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        again = partial(
            analyse, trust_flags=self.trust_flags, density=self.density, budget=self.budget
        )
        return again, (self.position,)

    @property
    def _is_printable(self) -> bool:
        """Whether Python prints `ways`: decided before counting, which would take far longer."""
        limit = sys.get_int_max_str_digits()
        return limit == 0 or self._answer.ways_log10 < limit - 1

    def _cells(self, indices: list[int]) -> frozenset[Cell]:
        return frozenset(cells_at(indices, self.position.columns))

    def _fraction(self, index: int, budget: Budget | Allowance) -> Fraction:
        """Return an exact chance: the layouts are counted again with a mine in the cell."""
        if self._answer.is_certain(index):
            return Fraction(self._answer.is_mine(index))
        marked = self.position.with_faces({self.position.geometry.cell(index): MINE})
        return self._weight_of(marked, budget) / self._weight_of_all

    @cached_property
    def _weight_of_all(self) -> Fraction:
        return self._weight_of(self.position, self.budget)

    def _weight_of(self, position: Position, budget: Budget | Allowance) -> Fraction:
        counts = CoreQuery.about(position, self.trust_flags).exact_counts(budget)
        if self.density is None:
            return Fraction(layouts(counts, position.mines))
        density = Fraction(str(self.density))
        return weight(counts, density / (1 - density))
