"""A position as premises: what every number says about the cells that are still unknown.

Facts are not premises: an opened cell is not a mine, a shown mine (or a trusted flag) is one.
A premise is what a number says, or the mine count. Dropping a number drops only what it says;
its cell stays open, so it is still known not to be a mine.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from sapper.analysis.budget import Allowance, Budget
from sapper.analysis.core_query import CoreAnswer, CoreQuery
from sapper.board.cell import FLAG, HIDDEN, MAX_NUMBER, MINE, QUESTION, Cell
from sapper.board.position import Position

__all__ = ["MINE_COUNT", "Premise", "Premises"]

MINE_COUNT = -1
"""The index that stands for the mine count; other premises have the index of their number."""


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


class Premises:
    """The premises of one position, computed on demand.

    All questions about it share the budget. Pass an `answer` that you already have.
    """

    def __init__(
        self,
        position: Position,
        trust_flags: bool,
        budget: Budget | None,
        answer: CoreAnswer | None = None,
    ) -> None:
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
        if answer is not None:
            self.answer = answer

    def cell(self, index: int) -> Cell:
        """Return the cell at an index."""
        return self.position.geometry.cell(index)

    def cells(self, indices: Iterable[int]) -> tuple[Cell, ...]:
        """Return the cells at some indices, sorted."""
        columns = self.position.geometry.columns
        return tuple([Cell(*divmod(i, columns)) for i in sorted(indices)])

    def premise(self, index: int) -> Premise:
        """Return what the number at this index (or `MINE_COUNT`) says."""
        found = self._premises.get(index)
        if found is None:
            found = self._count_premise() if index == MINE_COUNT else self._number_premise(index)
            self._premises[index] = found
        return found

    def is_unknown(self, index: int) -> bool:
        """Return whether the cell is covered and not a trusted flag."""
        return self.position.faces[index] in self._unknown_faces

    def numbers_around(self, cell: int) -> list[int]:
        """Return the numbers around a cell."""
        faces = self.position.faces
        return [i for i in self._around[cell] if faces[i] <= MAX_NUMBER]  # `is_number`, inlined

    def tied_numbers(self, number: int) -> tuple[int, ...]:
        """Return the other numbers that share unknown cells with this one."""
        found = self._tied.get(number)
        if found is None:
            near = {i for cell in self.premise(number).cells for i in self.numbers_around(cell)}
            found = self._tied[number] = tuple(sorted(near - {number}))
        return found

    @cached_property
    def unknown(self) -> tuple[int, ...]:
        """All unknown cells."""
        return tuple(i for i, f in enumerate(self.position.faces) if f in self._unknown_faces)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """All numbers that touch unknown cells."""
        return tuple(sorted({i for cell in self.unknown for i in self.numbers_around(cell)}))

    @cached_property
    def shown_mines(self) -> int:
        """How many mines the board shows (or trusted flags claim)."""
        return sum(self.position.faces.count(face) for face in self._mine_faces)

    @cached_property
    def answer(self) -> CoreAnswer:
        """The core's answer about the whole position."""
        return CoreQuery.about(self.position, self.trust_flags).solve(self.allowance)

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
