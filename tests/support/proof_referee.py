"""Brute force: all layouts of a small board, and which of them each premise allows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

import numpy as np
import numpy.typing as npt

from sapper.board.cell import Cell
from sapper.board.position import Position
from tests.support.brute_force import placements

Allowed = npt.NDArray[np.bool_]


class Referee:
    """All ways to place mines in the covered cells."""

    def __init__(self, position: Position, trust_flags: bool = False) -> None:
        geometry = position.geometry
        self.position = position
        placed = list(placements(position, trust_flags))
        self.mines = np.zeros((len(placed), geometry.size), dtype=np.int64)
        for row, mines in zip(self.mines, placed, strict=True):
            row[list(mines)] = 1
        self.by_number: dict[Cell, Allowed] = {
            cell: self.mines[:, list(map(geometry.index, geometry.around(cell)))].sum(axis=1) == n
            for cell, n in position.numbers()
        }
        everything = np.ones(len(placed), dtype=np.bool_)
        self.by_count: Allowed = (
            everything if position.mines is None else self.mines.sum(axis=1) == position.mines
        )
        self.everything = everything

    def allowed(self, numbers: Iterable[Cell], with_count: bool) -> Allowed:
        """Return which layouts fit these numbers alone."""
        start = self.by_count if with_count else self.everything
        return reduce(np.logical_and, (self.by_number[n] for n in numbers), start)

    @property
    def fitting(self) -> Allowed:
        return self.allowed(self.by_number, True)

    def values(self, cell: Cell, allowed: Allowed) -> set[int]:
        """Return what the cell can be: 1 a mine, 0 safe."""
        return set(self.mines[allowed, self.position.geometry.index(cell)].tolist())

    def layouts(self) -> set[frozenset[Cell]]:
        cell = self.position.geometry.cell
        return {
            frozenset(cell(int(i)) for i in np.flatnonzero(row)) for row in self.mines[self.fitting]
        }
