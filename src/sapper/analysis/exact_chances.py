"""The chances of a position as exact fractions, counted when they are asked for.

A fraction counts the layouts again with a mine in the cell, which costs far more than the chances
in floating point.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

import numpy as np

from sapper.analysis.budget import Allowance, Budget
from sapper.analysis.exact import layouts, weight
from sapper.analysis.question import Answer, Question
from sapper.board.cell import MINE
from sapper.board.position import Position

__all__ = ["ExactChances"]


class ExactChances:
    """The exact chances that belong to an answer of the core."""

    def __init__(
        self,
        position: Position,
        answer: Answer,
        trust_flags: bool,
        density: float | Fraction | None,
        budget: Budget,
    ) -> None:
        self._position, self._answer, self._trust_flags = position, answer, trust_flags
        self._density, self._budget = density, budget

    def at(self, index: int, budget: Budget | Allowance) -> Fraction:
        """Return the exact chance of a mine in a covered cell."""
        if self._answer.is_certain(index):
            return Fraction(self._answer.is_mine(index))
        marked = self._position.with_faces({self._position.geometry.cell(index): MINE})
        return self._weight_of(marked, budget) / self._weight_of_all

    def rows(self) -> list[list[str | None]]:
        """Return the chances of all covered cells, None elsewhere, as a document has them.

        The budget is for all of them together. Cells that touch the same numbers have the same
        chance, so one of them is counted.
        """
        allowance, columns = Allowance(self._budget), self._position.columns
        known: dict[tuple[int, ...], str] = {}
        texts: list[str | None] = [None] * self._position.geometry.size
        for index in np.flatnonzero(~np.isnan(self._answer.chances)).tolist():
            allowance.check()
            key = (-1, index) if self._answer.is_certain(index) else self._open_around(index)
            if key not in known:
                known[key] = str(self.at(index, allowance))
            texts[index] = known[key]
        return [texts[start : start + columns] for start in range(0, len(texts), columns)]

    def _open_around(self, index: int) -> tuple[int, ...]:
        geometry = self._position.geometry
        around = geometry.neighbours[geometry.offsets[index] : geometry.offsets[index + 1]]
        return tuple(cell for cell in around.tolist() if not self._answer.is_covered(cell))

    @cached_property
    def _weight_of_all(self) -> Fraction:
        return self._weight_of(self._position, self._budget)

    def _weight_of(self, position: Position, budget: Budget | Allowance) -> Fraction:
        counts = Question.about(position, self._trust_flags).exact_counts(budget)
        if self._density is None:
            return Fraction(layouts(counts, position.mines))
        density = Fraction(str(self._density))
        return weight(counts, density / (1 - density))
