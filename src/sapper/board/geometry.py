"""Which cells are neighbours: square grid, torus, hexagons, or any graph.

The other rooms know a board only as lists of neighbours; CONTRIBUTING says what a new shape takes.
Cells lie in `rows` times `columns`; cell (r, c) has index r * columns + c.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from numbers import Integral
from typing import Any, Final, Literal

from sapper import _core
from sapper.board.cell import MAX_NUMBER, Cell, CellLike, cell_of
from sapper.board.notebook_value import Frozen
from sapper.errors import CellError, GeometryError
from sapper.language import _
from sapper.nouns import count_noun

__all__ = ["MAX_CELLS", "SHAPES", "Geometry", "Shape"]

Shape = Literal["grid", "torus", "hex", "graph"]
NeighbourLists = tuple[tuple[int, ...], ...]

MAX_CELLS: Final = 4_000_000
"""The most cells of a board."""

_MOST_CELLS_SHARED = 65_536

SHAPES: Final[tuple[Shape, ...]] = ("grid", "torus", "hex")
"""The shapes that a size makes a board of; a graph also needs its neighbours."""


class Geometry(Frozen):
    """A board's shape: its cells and their neighbours; immutable, hashable, shared."""

    __slots__ = ("__dict__", "columns", "rows", "shape")

    shape: Shape
    rows: int
    columns: int

    def __init__(
        self, shape: Shape, rows: int, columns: int, neighbours: NeighbourLists | None = None
    ) -> None:
        object.__setattr__(self, "shape", shape)
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "columns", columns)
        if neighbours is not None:
            self.__dict__["neighbour_lists"] = neighbours

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
        return cls("graph", rows, columns, tuple(map(tuple, lists)))

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    @property
    def largest_number(self) -> int:
        """The largest number that a cell of this shape can show."""
        if self.shape == "graph":
            return max(map(len, self.neighbour_lists))
        return 6 if self.shape == "hex" else 8

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
    def neighbour_lists(self) -> NeighbourLists:
        """The neighbours of every cell as tuples of indices."""
        return self.native.neighbour_lists()

    @cached_property
    def native(self) -> _core.Graph:
        """The same graph in the native core, built once."""
        if self.shape == "graph":
            return _core.Graph(self.rows, self.columns, self.neighbour_lists)
        return _core.Graph.of_shape(self.shape, self.rows, self.columns)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Geometry):
            return NotImplemented
        return self._key == other._key and (
            self.shape != "graph" or self.neighbour_lists == other.neighbour_lists
        )

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        if self.shape == "graph":  # it has too many neighbours to show
            pairs = sum(map(len, self.neighbour_lists)) // 2
            return f"<Geometry graph {self.rows}x{self.columns}, {count_noun(pairs, 'pair')}>"
        return f"Geometry.{self.shape}({self.rows}, {self.columns})"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.shape == "graph":
            return Geometry, (*self._key, self.neighbour_lists)
        return _shared_geometry, self._key

    @property
    def _key(self) -> tuple[Shape, int, int]:
        return self.shape, self.rows, self.columns


def _shared_geometry(shape: Shape, rows: int, columns: int) -> Geometry:
    if shape not in SHAPES:
        raise GeometryError(f"expected one of the shapes {', '.join(SHAPES)}, got {shape!r}")
    _check_size(rows, columns)
    # Huge boards are not cached: sixty-four of them would fill the memory.
    make = _shared if rows * columns <= _MOST_CELLS_SHARED else _shared.__wrapped__
    return make(shape, int(rows), int(columns))


@lru_cache(maxsize=64)
def _shared(shape: Shape, rows: int, columns: int) -> Geometry:
    return Geometry(shape, rows, columns)


def _check_size(rows: int, columns: int) -> None:
    for count in (rows, columns):
        if not isinstance(count, Integral):
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


def _neighbour_list(index: int, around: Iterable[int], size: int) -> list[int]:
    cells = list(around)
    for other in cells:
        is_index = isinstance(other, Integral) and not isinstance(other, bool)
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
