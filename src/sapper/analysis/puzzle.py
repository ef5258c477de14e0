"""A position as premises: what every number says about the cells that are still unknown.

Facts of the board are never premises: an opened cell is no mine, a shown mine (and a trusted flag)
is one. A premise is what a number says, or the mine count. To drop a number is to forget what it
says; its cell stays open and so stays known to be no mine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sapper import _core
from sapper.analysis.budget import Allowance, Budget
from sapper.analysis.exact import mine_range
from sapper.analysis.question import Answer, Question
from sapper.board.cell import FLAG, HIDDEN, MAX_NUMBER, MINE, QUESTION, SILENT, Cell, is_covered
from sapper.board.position import Position
from sapper.errors import CellError

__all__ = ["MINE_COUNT", "Oracle", "Premise", "Puzzle"]

MINE_COUNT = -1
"""The mine count among the premises, which are otherwise the indices of numbers."""


class Premise(NamedTuple):
    """A number (or the mine count): exactly `need` of `cells` are mines besides the `known`.

    `source` is the index of the number or `MINE_COUNT`, `shown` its face or the total.
    """

    source: int
    shown: int
    known: tuple[int, ...]
    cells: frozenset[int]
    need: int

    @property
    def is_possible(self) -> bool:
        """Whether the number by itself can be right."""
        return 0 <= self.need <= len(self.cells)


class Puzzle:
    """The premises of one position, made when they are asked for."""

    def __init__(self, position: Position, trust_flags: bool, budget: Budget | None) -> None:
        self.position = position
        self.trust_flags = trust_flags
        self.allowance = Allowance(budget)
        self._mine_faces = frozenset((MINE, FLAG) if trust_flags else (MINE,))
        self._unknown_faces = frozenset(
            (HIDDEN, QUESTION) if trust_flags else (HIDDEN, QUESTION, FLAG)
        )
        self._around = position.geometry.neighbour_lists
        self._premises: dict[int, Premise] = {}
        self._tied: dict[int, tuple[int, ...]] = {}

    def cell(self, index: int) -> Cell:
        """Return the cell at an index."""
        return self.position.geometry.cell(index)

    def cells(self, indices: Iterable[int]) -> tuple[Cell, ...]:
        """Return the cells at some indices, sorted."""
        columns = self.position.geometry.columns
        return tuple([Cell(*divmod(i, columns)) for i in sorted(indices)])

    def covered_index(self, cell: tuple[int, int]) -> int:
        """Return the index of a covered cell; raise `CellError` for another."""
        index = self.position.geometry.index(cell)
        if not is_covered(self.position.faces[index]):
            raise CellError(f"expected a covered cell, got {Cell(*cell)} which is open")
        return index

    def premise(self, index: int) -> Premise:
        """Return what the number at this index (or `MINE_COUNT`) says."""
        found = self._premises.get(index)
        if found is None:
            found = self._count_premise() if index == MINE_COUNT else self._number_premise(index)
            self._premises[index] = found
        return found

    def is_unknown(self, index: int) -> bool:
        """Return whether the cell is covered and no trusted flag."""
        return self.position.faces[index] in self._unknown_faces

    def touching(self, cell: int) -> list[int]:
        """Return the numbers around a cell."""
        faces = self.position.faces
        return [i for i in self._around[cell] if faces[i] <= MAX_NUMBER]

    def is_touched(self, cell: int, numbers: Iterable[int]) -> bool:
        """Return whether any of these numbers lies around the cell."""
        return not set(self._around[cell]).isdisjoint(numbers)

    def tied(self, number: int) -> tuple[int, ...]:
        """Return the other numbers that share unknown cells with this one."""
        found = self._tied.get(number)
        if found is None:
            near = {i for cell in self.premise(number).cells for i in self.touching(cell)}
            found = self._tied[number] = tuple(sorted(near - {number}))
        return found

    @cached_property
    def unknown(self) -> tuple[int, ...]:
        """All unknown cells."""
        return tuple(i for i, f in enumerate(self.position.faces) if f in self._unknown_faces)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """All numbers that touch unknown cells."""
        return tuple(sorted({i for cell in self.unknown for i in self.touching(cell)}))

    @cached_property
    def shown_mines(self) -> int:
        """How many mines the board shows (or trusted flags claim)."""
        return sum(self.position.faces.count(face) for face in self._mine_faces)

    @cached_property
    def answer(self) -> Answer:
        """What follows from the whole position."""
        return Question.about(self.position, self.trust_flags).solve(self.allowance)

    def _number_premise(self, index: int) -> Premise:
        faces = self.position.faces
        around = self._around[index]
        known = tuple([i for i in around if faces[i] in self._mine_faces])
        cells = frozenset([i for i in around if faces[i] in self._unknown_faces])
        return Premise(index, faces[index], known, cells, faces[index] - len(known))

    def _count_premise(self) -> Premise:
        assert self.position.mines is not None
        faces = self.position.faces
        known = tuple(i for i, face in enumerate(faces) if face in self._mine_faces)
        need = self.position.mines - len(known)
        return Premise(MINE_COUNT, self.position.mines, known, frozenset(self.unknown), need)


class Oracle:
    """Answers what some of a list of numbers force, on a board of just their cells.

    One answer takes some microseconds. With the mine count the board has all unknown cells.
    """

    def __init__(self, puzzle: Puzzle, numbers: Sequence[int], *, with_count: bool = False) -> None:
        self.numbers = tuple(numbers)
        premises = [puzzle.premise(i) for i in self.numbers]
        touched = {cell for premise in premises for cell in premise.cells}
        self._cells = puzzle.unknown if with_count else sorted(touched)
        self._cell_place = {cell: i for i, cell in enumerate(self._cells)}
        self._number_place = {n: len(self._cells) + i for i, n in enumerate(self.numbers)}
        self._needs = {premise.source: premise.need for premise in premises}
        self._graph = self._make_graph(premises)
        self._blank = bytes([HIDDEN]) * len(self._cells) + bytes([SILENT]) * len(self.numbers)
        self._mines = puzzle.premise(MINE_COUNT).need if with_count else None
        self._allowance = puzzle.allowance

    def solve(self, numbers: Iterable[int]) -> Answer:
        """Return what follows from these numbers alone."""
        faces = bytearray(self._blank)
        for number in numbers:
            faces[self._number_place[number]] = self._needs[number]
        return Question(self._graph, bytes(faces), self._mines).solve(self._allowance)

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

    def forced(self, numbers: Iterable[int]) -> frozenset[int]:
        """Return all cells that the numbers alone make certain."""
        answer = self.solve(numbers)
        assert answer.is_possible
        return frozenset(c for i, c in enumerate(self._cells) if answer.is_certain(i))

    def mine_range(
        self, numbers: Iterable[int], supposed: Mapping[int, bool]
    ) -> tuple[int, int] | None:
        """Return the fewest and the most mines that the numbers allow on this board.

        `supposed` cells count as mines or not. None means that the numbers clash with them.
        """
        faces = bytearray(self._blank)
        for number in numbers:
            faces[self._number_place[number]] = self._needs[number]
        for cell, is_mine in supposed.items():
            faces[self._cell_place[cell]] = MINE if is_mine else SILENT
        counts = Question(self._graph, bytes(faces)).exact_counts(self._allowance)
        return None if counts is None else mine_range(counts)

    def _make_graph(self, premises: Sequence[Premise]) -> _core.Graph:
        lists: list[list[int]] = [[] for _ in range(len(self._cells) + len(premises))]
        for premise in premises:
            place = self._number_place[premise.source]
            around = lists[place] = sorted(self._cell_place[cell] for cell in premise.cells)
            for cell in around:
                lists[cell].append(place)
        offsets = np.zeros(len(lists) + 1, dtype=np.int32)
        np.cumsum([len(around) for around in lists], out=offsets[1:])
        flat = np.array([i for around in lists for i in around], dtype=np.int32)
        return _core.Graph(1, len(lists), offsets, flat)
