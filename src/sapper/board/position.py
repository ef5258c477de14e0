"""What a player sees: the board's shape, the total mines, and the face of every cell.

Each text format lives in a module of its own, which imports this one; so the methods of Position
that read, write or draw import their format when they are called.
"""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sapper.board.cell import (
    FLAG,
    HIDDEN,
    MAX_NUMBER,
    MINE,
    QUESTION,
    Cell,
    CellLike,
    CellMap,
    cell_of,
    is_covered,
    is_number,
)
from sapper.board.geometry import Geometry
from sapper.board.notebook_value import Frozen, NotebookValue, View, shorten
from sapper.errors import CellError, InputError
from sapper.language import _

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


__all__ = ["Position", "mine_count"]

_KNOWN_FACES = bytes([*range(MAX_NUMBER + 1), HIDDEN, FLAG, QUESTION, MINE])
_MOST_CELLS_DRAWN = 10_000  # a notebook draws larger boards only on request: megabytes of SVG


class Position(Frozen, NotebookValue):
    """A position: frozen, hashable, equal by value.

    `faces` holds one byte per cell in row order (see `sapper.board.cell`);
    `mines` is the total on the board, or None when it is unknown.
    """

    __slots__ = ("faces", "geometry", "mines")

    geometry: Geometry
    mines: int | None
    faces: bytes

    document_as = str

    def __init__(self, geometry: Geometry, mines: int | None, faces: bytes) -> None:
        faces = bytes(faces)
        _check_faces(geometry, faces)
        _set(self, "geometry", geometry)
        _set(self, "mines", mine_count(geometry, mines))
        _set(self, "faces", faces)

    @classmethod
    def hidden(cls, geometry: Geometry, mines: int | None) -> Position:
        """Return the position before the first move."""
        return cls(geometry, mines, bytes([HIDDEN]) * geometry.size)

    @classmethod
    def parse(
        cls, text: str, mines: int | None = None, *, geometry: Geometry | None = None
    ) -> Position:
        """Return the position of a text in any format of docs/start/notation.md.

        `mines` and `geometry` supply what the text leaves open; `read_position` also returns notes.
        Raise `ParseError` for any other text, or for one that contradicts them.
        """
        from sapper.board.formats.reading import read_position

        return read_position(text, mines, geometry).position

    @classmethod
    def from_matrix(
        cls,
        rows: Sequence[Any] | npt.NDArray[Any],
        mines: int | None = None,
        *,
        geometry: Geometry | None = None,
    ) -> Position:
        """Return the position of the papers' matrix, given as lists or array.

        -1, 999, NaN, None or "_" covered, 0-8 numbers, 9 flag, 10 question mark, -2 shown mine.
        Raise `ParseError` for anything else.
        """
        from sapper.board.formats.matrix import position_of_matrix

        return position_of_matrix(rows, mines, geometry)

    @classmethod
    def _trusted(cls, geometry: Geometry, mines: int | None, faces: bytes) -> Position:
        """Return a position without checking it, for code that built the bytes itself."""
        self = object.__new__(cls)
        _set(self, "geometry", geometry)
        _set(self, "mines", mines)
        _set(self, "faces", faces)
        return self

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.geometry.rows

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.geometry.columns

    def face(self, cell: CellLike) -> int:
        """Return what the cell shows: its number, or HIDDEN, FLAG, QUESTION, MINE."""
        return self.faces[self.geometry.index(cell)]

    def is_covered(self, cell: CellLike) -> bool:
        """Return whether the cell is unopened, marked or not."""
        return is_covered(self.face(cell))

    def covered_index(self, cell: CellLike) -> int:
        """Return the index of a covered cell; raise `CellError` for another."""
        index = self.geometry.index(cell)
        if not is_covered(self.faces[index]):
            row, column = self.geometry.cell(index)
            text = _("expected a covered cell, got {cell} which is open")
            message = text.format(cell=Cell(row, column))
            raise CellError(message, row=row, column=column)
        return index

    def covered(self) -> Iterator[Cell]:
        """Yield the unopened cells, marked or not."""
        return (self.geometry.cell(i) for i, face in enumerate(self.faces) if is_covered(face))

    def numbers(self) -> Iterator[tuple[Cell, int]]:
        """Yield the opened cells with their numbers."""
        return ((self.geometry.cell(i), n) for i, n in enumerate(self.faces) if is_number(n))

    def with_faces(self, changes: CellMap[int] | Iterable[tuple[CellLike, int]]) -> Position:
        """Return this position with some faces changed."""
        faces = bytearray(self.faces)
        for cell, face in changes.items() if isinstance(changes, Mapping) else changes:
            if face not in _KNOWN_FACES_SET:
                raise InputError(f"expected a known face at {cell_of(cell)}, got {face!r}")
            faces[self.geometry.index(cell)] = face
        return Position._trusted(self.geometry, self.mines, bytes(faces))

    def with_mines(self, mines: int | None) -> Position:
        """Return this position with another total of mines."""
        return Position(self.geometry, mines, self.faces)

    def pretty(self) -> str:
        """Return a readable block of rows under a header, which `parse` reads back."""
        from sapper.board.formats.block import format_pretty

        return format_pretty(self)

    def matrix(self) -> npt.NDArray[np.int16]:
        """Return the papers' matrix: -1 covered, 9 flag, 10 question mark, -2 shown mine.

        Raise `InputError` for a number above 8, which a matrix cannot distinguish from a flag.
        """
        import numpy as np

        from sapper.board.formats.matrix import matrix_of

        return np.array(matrix_of(self), np.int16)

    def to_json(self) -> str:
        """Return the position as JSON: shape, rows, columns, mines, cells; `parse` reads it."""
        import json  # slow, and only for JSON

        from sapper.board.formats.document import document_of

        return json.dumps(document_of(self))

    def svg(
        self,
        *,
        labels: CellMap[str] | None = None,
        fills: CellMap[str] | None = None,
        cell_size: int = 28,
        coordinates: bool = True,
    ) -> str:
        """Return a picture of the board; see `sapper.board.svg.draw`."""
        from sapper.board.svg import draw

        return draw(self, labels=labels, fills=fills, cell_size=cell_size, coordinates=coordinates)

    @property
    def is_drawn(self) -> bool:
        """Whether a notebook draws the board by itself; a huge one only on request."""
        return self.geometry.size <= _MOST_CELLS_DRAWN

    def view(self) -> View:
        """Return what a notebook shows: the board."""
        from sapper.board.svg import legend_of

        return self.view_with(self.svg, View(f"board {self._header}", legend=legend_of(self)))

    def view_with(self, draw: Callable[[], str], view: View) -> View:
        """Return a view with a picture of this board, or with a note that it is too large."""
        if self.is_drawn:
            return view._replace(picture=draw())
        note = _(
            "not drawn automatically: {size} cells are more than {most}; the "
            "method svg() draws them"
        ).format(size=self.geometry.size, most=_MOST_CELLS_DRAWN)
        return view._replace(sentences=(note, *view.sentences), legend=())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.faces == other.faces
            and self.mines == other.mines
            and self.geometry == other.geometry
        )

    def __hash__(self) -> int:
        return hash((self.faces, self.mines))

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.geometry, self.mines, self.faces)

    def __str__(self) -> str:
        from sapper.board.formats.line import format_line

        return format_line(self)

    def __repr__(self) -> str:
        return f"Position({shorten(str(self))!r})"

    @property
    def _header(self) -> str:
        return str(self).partition(":")[0] if self.is_drawn else f"{self.rows}x{self.columns}"


_KNOWN_FACES_SET = frozenset(_KNOWN_FACES)
_set = object.__setattr__


def _check_faces(geometry: Geometry, faces: bytes) -> None:
    if len(faces) != geometry.size:
        raise InputError(f"expected {geometry.size} faces, got {len(faces)}")
    # Deleting the known bytes takes a tenth of the time of a loop or a set.
    unknown = faces.translate(None, _KNOWN_FACES)
    if unknown:
        where = geometry.cell(faces.index(unknown[0]))
        raise InputError(f"expected a known face at {where}, got {unknown[0]}")


def mine_count(geometry: Geometry, mines: int | None) -> int | None:
    """Return a mine count as a plain integer; raise `InputError` if it does not fit the board."""
    if mines is None:
        return None
    try:
        count = operator.index(mines)  # a numpy integer becomes a plain one
    except TypeError:
        raise InputError(
            f"expected a whole number of mines or None, got {reprlib.repr(mines)}"
        ) from None
    if not 0 <= count <= geometry.size:
        raise InputError(
            _("expected 0 to {size} mines, got {mines}").format(size=geometry.size, mines=mines)
        )
    return count
