"""Solve a position with some of its numbers only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sapper import _core
from sapper.analysis.core_query import CoreAnswer, CoreQuery
from sapper.analysis.exact import mine_range
from sapper.analysis.premises import MINE_COUNT, Premise, Premises
from sapper.board.cell import HIDDEN, MINE, SILENT

__all__ = ["PartialBoard"]


class PartialBoard:
    """A board of the cells around some numbers, to see what subsets of those numbers force.

    One answer takes a few microseconds. With the mine count the board has all unknown cells.
    """

    def __init__(
        self, puzzle: Premises, numbers: Sequence[int], *, with_count: bool = False
    ) -> None:
        premises = [puzzle.premise(i) for i in numbers]
        touched = {cell for premise in premises for cell in premise.cells}
        self._cells = puzzle.unknown if with_count else sorted(touched)
        self._cell_place = {cell: i for i, cell in enumerate(self._cells)}
        self._number_place = {n: len(self._cells) + i for i, n in enumerate(numbers)}
        self._needs = {premise.source: premise.need for premise in premises}
        self._graph = self._make_graph(premises)
        self._blank = bytes([HIDDEN]) * len(self._cells) + bytes([SILENT]) * len(numbers)
        self._mines = puzzle.premise(MINE_COUNT).need if with_count else None
        self._allowance = puzzle.allowance

    def __len__(self) -> int:
        """Return how many cells and numbers the board has."""
        return len(self._blank)

    def solve(self, numbers: Iterable[int]) -> CoreAnswer:
        """Return what follows from these numbers alone."""
        faces = bytearray(self._blank)
        for number in numbers:
            faces[self._number_place[number]] = self._needs[number]
        return CoreQuery(self._graph, bytes(faces), self._mines).solve(self._allowance)

    def forces(self, cell: int, numbers: Iterable[int]) -> bool:
        """Return whether the numbers alone make the cell certain; they must not clash."""
        place = self._cell_place.get(cell)
        if place is None:
            return False
        answer = self.solve(numbers)
        assert answer.is_possible
        return answer.is_certain(place)

    def knows(self, number: int) -> bool:
        """Return whether the number is on this board."""
        return number in self._number_place

    def clashes(self, numbers: Iterable[int]) -> bool:
        """Return whether no layout fits these numbers."""
        return not self.solve(numbers).is_possible

    def forced_cells(self, numbers: Iterable[int]) -> frozenset[int]:
        """Return all cells that the numbers alone make certain."""
        answer = self.solve(numbers)
        assert answer.is_possible
        return frozenset(c for i, c in enumerate(self._cells) if answer.is_certain(i))

    def mine_range(
        self, numbers: Iterable[int], supposed: Mapping[int, bool]
    ) -> tuple[int, int] | None:
        """Return the fewest and the most mines that the numbers allow on this board.

        `supposed` cells are taken as mines or safe. Return None if the numbers clash with them.
        """
        faces = bytearray(self._blank)
        for number in numbers:
            faces[self._number_place[number]] = self._needs[number]
        for cell, is_mine in supposed.items():
            faces[self._cell_place[cell]] = MINE if is_mine else SILENT
        counts = CoreQuery(self._graph, bytes(faces)).exact_counts(self._allowance)
        return None if counts is None else mine_range(counts)

    def _make_graph(self, premises: Sequence[Premise]) -> _core.Graph:
        lists: list[list[int]] = [[] for _ in range(len(self._cells) + len(premises))]
        for premise in premises:
            place = self._number_place[premise.source]
            around = lists[place] = sorted(self._cell_place[cell] for cell in premise.cells)
            for cell in around:
                lists[cell].append(place)
        return _core.Graph(1, len(lists), lists)
