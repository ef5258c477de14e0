"""Brute force: all layouts of a small board, and which of them each premise allows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

import numpy as np
import numpy.typing as npt

from sapper.board.cell import FLAG, MINE, Cell, is_covered, is_number
from sapper.board.position import Position

Allowed = npt.NDArray[np.bool_]


class Referee:
    """All ways to place mines in the covered cells."""

    def __init__(self, position: Position, trust_flags: bool = False) -> None:
        geometry, faces = position.geometry, position.faces
        self.position = position
        self.fixed = {i for i, f in enumerate(faces) if f == MINE or (trust_flags and f == FLAG)}
        self.free = [i for i, f in enumerate(faces) if is_covered(f) and i not in self.fixed]
        size = 1 << len(self.free)
        places = np.arange(size)[:, None] >> np.arange(max(len(self.free), 1))
        self.mines = np.zeros((size, geometry.size), dtype=np.int64)
        self.mines[:, self.free] = (places & 1)[:, : len(self.free)]
        self.mines[:, sorted(self.fixed)] = 1
        self.by_number: dict[Cell, Allowed] = {
            geometry.cell(i): self.mines[:, list(geometry.neighbour_lists[i])].sum(axis=1) == f
            for i, f in enumerate(faces)
            if is_number(f)
        }
        everything = np.ones(size, dtype=np.bool_)
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
