"""Solve a position with some of its numbers only, and find minimal sets of them by deletion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set

from sapper import _core
from sapper.analysis.core_query import CoreAnswer, CoreQuery
from sapper.analysis.exact import mine_range
from sapper.analysis.premises import MINE_COUNT, Premise, Premises
from sapper.board.cell import HIDDEN, MINE, SILENT

__all__ = ["PartialBoard", "count_orders", "shrink"]


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
        faces = self._faces(numbers)
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
        faces = self._faces(numbers)
        for cell, is_mine in supposed.items():
            faces[self._cell_place[cell]] = MINE if is_mine else SILENT
        counts = CoreQuery(self._graph, bytes(faces)).exact_counts(self._allowance)
        return None if counts is None else mine_range(counts)

    def _faces(self, numbers: Iterable[int]) -> bytearray:
        faces = bytearray(self._blank)
        for number in numbers:
            faces[self._number_place[number]] = self._needs[number]
        return faces

    def _make_graph(self, premises: Sequence[Premise]) -> _core.Graph:
        lists: list[list[int]] = [[] for _ in range(len(self._cells) + len(premises))]
        for premise in premises:
            place = self._number_place[premise.source]
            around = lists[place] = sorted(self._cell_place[cell] for cell in premise.cells)
            for cell in around:
                lists[cell].append(place)
        return _core.Graph(1, len(lists), lists)


def shrink(holds: Callable[[Sequence[int]], bool], premises: Sequence[int]) -> tuple[int, ...]:
    """Return a minimal subset of the premises that still `holds`, dropping the first ones first.

    Blocks are tried before single premises, so few calls are needed when few premises are.
    """
    kept = list(premises)
    size = len(kept) // 2
    while size > 1:
        kept = _drop_blocks(holds, kept, size)
        size //= 2
    return tuple(_drop_blocks(holds, kept, 1))


def _drop_blocks(holds: Callable[[Sequence[int]], bool], kept: list[int], size: int) -> list[int]:
    start = 0
    while start < len(kept):
        trial = kept[:start] + kept[start + size :]
        if holds(trial):
            kept = trial
        else:
            start += size
    return kept


def count_orders(puzzle: Premises, near: Set[int]) -> Iterator[list[int]]:
    """Yield two orders in which to drop numbers.

    The first drops the near numbers last, the second a set of disjoint, demanding ones.
    """
    premises = [puzzle.premise(i) for i in puzzle.numbers]
    premises.sort(key=lambda p: (p.source in near, p.need, -len(p.cells), p.source))
    yield [p.source for p in premises]
    apart: list[int] = []
    covered: set[int] = set()
    for premise in sorted(premises, key=lambda p: (-p.need / len(p.cells), p.source)):
        if covered.isdisjoint(premise.cells):
            covered |= premise.cells
            apart.append(premise.source)
    taken = set(apart)
    yield [*(p.source for p in premises if p.source not in taken), *reversed(apart)]
