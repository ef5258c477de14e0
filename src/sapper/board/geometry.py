"""Which cells are neighbours: square grid, torus, hexagons, or any graph.

The other rooms know a board only as lists of neighbours (CSR arrays: the neighbours of cell i are
`neighbours[offsets[i]:offsets[i + 1]]`), so a new shape is one entry in `_STEPS`; only a shape that
wraps around, as the torus does, needs code in `_apply_steps` as well.
Cells lie in `rows` times `columns`; cell (r, c) has index r * columns + c.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from sapper.board.cell import MAX_NUMBER, Cell, CellLike, cell_of
from sapper.errors import CellError, GeometryError
from sapper.language import _

__all__ = ["MAX_CELLS", "SHAPES", "Geometry", "Shape"]

Shape = Literal["grid", "torus", "hex", "graph"]
Indices = npt.NDArray[np.int32]

MAX_CELLS: Final = 4_000_000
"""The most cells of a board; its lists of neighbours then take about 130 MB."""

_MOST_CELLS_SHARED = 65_536

_SQUARE = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
# Hexagons in "odd-r" layout: odd rows are shifted half a cell to the right.
_HEX_EVEN_ROW = [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0)]
_HEX_ODD_ROW = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1)]

_STEPS: Final[dict[Shape, tuple[list[tuple[int, int]], list[tuple[int, int]]]]] = {
    "grid": (_SQUARE, _SQUARE),
    "torus": (_SQUARE, _SQUARE),
    "hex": (_HEX_EVEN_ROW, _HEX_ODD_ROW),
}
"""The steps to a cell's neighbours, in even and in odd rows: as many in one as in the other."""

SHAPES: Final[tuple[Shape, ...]] = tuple(_STEPS)
"""The shapes that a size makes a board of; a graph also needs its neighbours."""


class Geometry:
    """A board's shape: its cells and their neighbours; immutable, hashable, shared."""

    __slots__ = ("__dict__", "columns", "neighbours", "offsets", "rows", "shape")

    shape: Shape
    rows: int
    columns: int
    offsets: Indices
    neighbours: Indices

    def __init__(
        self, shape: Shape, rows: int, columns: int, offsets: Indices, neighbours: Indices
    ) -> None:
        offsets.setflags(write=False)
        neighbours.setflags(write=False)
        for name, value in (
            ("shape", shape), ("rows", rows), ("columns", columns),
            ("offsets", offsets), ("neighbours", neighbours),
        ):  # fmt: skip
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Geometry is frozen: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Geometry is frozen: cannot delete {name!r}")

    @classmethod
    def grid(cls, rows: int, columns: int) -> Geometry:
        """Return the ordinary board, where a cell touches up to eight others."""
        return _shared_geometry("grid", rows, columns)

    @classmethod
    def torus(cls, rows: int, columns: int) -> Geometry:
        """Return the board whose opposite edges are joined."""
        return _shared_geometry("torus", rows, columns)

    @classmethod
    def hex(cls, rows: int, columns: int) -> Geometry:
        """Return the board of hexagons (odd rows shifted right), with up to six neighbours each."""
        return _shared_geometry("hex", rows, columns)

    @classmethod
    def of_shape(cls, shape: Shape, rows: int, columns: int) -> Geometry:
        """Return the board of this size, by the name of one of `SHAPES`."""
        return _shared_geometry(shape, rows, columns)

    @classmethod
    def graph(
        cls, neighbours: Sequence[Iterable[int]], *, rows: int = 1, columns: int | None = None
    ) -> Geometry:
        """Return a board from a symmetric list of neighbours, one entry per cell.

        The cells lie in one row unless `rows` and `columns` say otherwise.
        """
        try:
            neighbours = [list(around) for around in neighbours]
        except TypeError:
            raise GeometryError(
                "expected a list of neighbours for every cell, such as [[1], [0]], got "
                f"{reprlib.repr(neighbours)}"
            ) from None
        columns = len(neighbours) // max(rows, 1) if columns is None else columns
        _check_size(rows, columns)
        if rows * columns != len(neighbours):
            raise GeometryError(
                f"expected {rows} x {columns} neighbour lists, got {len(neighbours)}"
            )
        lists = [_neighbour_list(i, around, len(neighbours)) for i, around in enumerate(neighbours)]
        _check_symmetric(lists)
        offsets = np.cumsum([0, *map(len, lists)], dtype=np.int32)
        flat = np.array([i for around in lists for i in around], dtype=np.int32)
        return cls("graph", rows, columns, offsets, flat)

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    def index(self, cell: CellLike) -> int:
        """Return the index of a cell; raise `CellError` outside the board."""
        row, column = cell if type(cell) is Cell else cell_of(cell)
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise CellError(
                _(
                    "expected a cell within {rows} rows and {columns} columns (zero-based), got "
                    "({row}, {column})"
                ).format(rows=self.rows, columns=self.columns, row=row, column=column),
                row=row,
                column=column,
            )
        return row * self.columns + column

    def cell(self, index: int) -> Cell:
        """Return the cell of an index."""
        return Cell(*divmod(index, self.columns))

    def cells(self) -> Iterable[Cell]:
        """Yield all cells, row by row."""
        return (Cell(r, c) for r in range(self.rows) for c in range(self.columns))

    def around(self, cell: CellLike) -> tuple[Cell, ...]:
        """Return the neighbours of a cell."""
        return tuple(map(self.cell, self.neighbour_lists[self.index(cell)]))

    @cached_property
    def neighbour_lists(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of every cell as tuples of indices, fast to iterate in Python."""
        flat, ends = self.neighbours.tolist(), self.offsets.tolist()
        return tuple(tuple(flat[a:b]) for a, b in pairwise(ends))

    @cached_property
    def native(self) -> Any:
        """The same graph in the native core, built once."""
        from sapper import _core

        return _core.Graph(self.rows, self.columns, self.offsets, self.neighbours)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Geometry):
            return NotImplemented
        return self._key == other._key and (
            self.shape != "graph"
            or (
                np.array_equal(self.offsets, other.offsets)
                and np.array_equal(self.neighbours, other.neighbours)
            )
        )

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        if self.shape == "graph":  # it has too many neighbours to show
            return f"<Geometry graph {self.rows}x{self.columns}, {len(self.neighbours) // 2} pairs>"
        return f"Geometry.{self.shape}({self.rows}, {self.columns})"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.shape == "graph":
            return Geometry, (
                self.shape, self.rows, self.columns, self.offsets.copy(), self.neighbours.copy()
            )  # fmt: skip
        return _shared_geometry, (self.shape, self.rows, self.columns)

    @property
    def _key(self) -> tuple[str, int, int, int]:
        return self.shape, self.rows, self.columns, len(self.neighbours)


def _shared_geometry(shape: Shape, rows: int, columns: int) -> Geometry:
    if shape not in SHAPES:
        raise GeometryError(f"expected one of the shapes {', '.join(SHAPES)}, got {shape!r}")
    _check_size(rows, columns)
    # Huge boards are not cached: sixty-four of them would fill the memory.
    make = _build_cached if rows * columns <= _MOST_CELLS_SHARED else _build_cached.__wrapped__
    return make(shape, int(rows), int(columns))


@lru_cache(maxsize=64)
def _build_cached(shape: Shape, rows: int, columns: int) -> Geometry:
    return Geometry(shape, rows, columns, *_apply_steps(shape, rows, columns))


def _check_size(rows: int, columns: int) -> None:
    for count in (rows, columns):
        if not isinstance(count, (int, np.integer)):
            raise GeometryError(f"expected whole numbers of rows and columns, got {count!r}")
    if rows < 1 or columns < 1:
        raise GeometryError(
            _("expected at least 1 row and 1 column, got {rows}x{columns}").format(
                rows=rows, columns=columns
            )
        )
    if rows * columns > MAX_CELLS:
        raise GeometryError(
            _("expected at most {max_cells} cells, got {rows}x{columns}").format(
                max_cells=MAX_CELLS, rows=rows, columns=columns
            )
        )


def _apply_steps(shape: Shape, rows: int, columns: int) -> tuple[Indices, Indices]:
    """Return offsets and neighbours; every step is applied to all cells at once."""
    row, column = np.divmod(np.arange(rows * columns, dtype=np.int32), np.int32(columns))
    even, odd = _STEPS[shape]
    reached = np.full((rows * columns, len(even)), -1, dtype=np.int32)
    for k, steps in enumerate(zip(even, odd, strict=True)):
        if steps[0] == steps[1]:
            to_row, to_column = row + steps[0][0], column + steps[0][1]
        else:
            by_parity = np.array(steps, dtype=np.int32)
            to_row, to_column = row + by_parity[row % 2, 0], column + by_parity[row % 2, 1]
        if shape == "torus":
            to_row, to_column = to_row % rows, to_column % columns
        inside = (to_row >= 0) & (to_row < rows) & (to_column >= 0) & (to_column < columns)
        reached[:, k] = np.where(inside, to_row * columns + to_column, -1)
    if shape == "torus" and (rows < 3 or columns < 3):
        _drop_repeats(reached)  # a narrow torus reaches a cell twice, or itself
    reached.sort(axis=1)
    kept = reached >= 0
    offsets = np.concatenate([[0], np.cumsum(kept.sum(axis=1))]).astype(np.int32)
    return offsets, reached[kept]


def _drop_repeats(reached: Indices) -> None:
    reached[reached == np.arange(len(reached), dtype=np.int32)[:, None]] = -1
    reached.sort(axis=1)
    reached[:, 1:][reached[:, 1:] == reached[:, :-1]] = -1


def _neighbour_list(index: int, around: Iterable[int], size: int) -> list[int]:
    cells = list(around)
    for other in cells:
        is_index = isinstance(other, (int, np.integer)) and not isinstance(other, bool)
        if not is_index or not 0 <= other < size or other == index:
            raise GeometryError(f"expected other cells 0..{size - 1} around {index}, got {other!r}")
    once = sorted(set(map(int, cells)))
    if len(once) > MAX_NUMBER:
        raise GeometryError(
            f"expected at most {MAX_NUMBER} neighbours, got {len(once)} around {index}"
        )
    return once


def _check_symmetric(lists: list[list[int]]) -> None:
    pairs = {(i, j) for i, around in enumerate(lists) for j in around}
    for i, around in enumerate(lists):
        for j in around:
            if (j, i) not in pairs:
                raise GeometryError(f"expected a symmetric list: {i} has {j} but {j} lacks {i}")
