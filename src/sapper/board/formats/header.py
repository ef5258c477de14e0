"""The header of a text, compared with what the caller says.

Most formats begin with a header (`4x4/2`, `hex-4x4/?`) of shape, size and mine count; the caller
may give the same things. Both must agree before a board is built, so a short text that claims an
enormous board costs nothing. `split_header` is the only parser of ROWSxCOLUMNS/MINES.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, get_args

from sapper.board.cell import MAX_NUMBER
from sapper.board.geometry import MAX_CELLS, Geometry, Shape
from sapper.board.position import Position
from sapper.errors import ParseError
from sapper.language import _

__all__ = [
    "SIGNS",
    "Header",
    "check_rows",
    "excerpt",
    "is_header",
    "is_position_line",
    "read_header",
    "read_shape",
    "settle_geometry",
    "settle_mines",
    "settle_position",
    "split_header",
    "unknown_entry",
    "whole_number",
]

_SHAPES: tuple[Shape, ...] = get_args(Shape)
_HEADER = re.compile(r"(?:([^\W\d_]+)-)?([0-9]+)x([0-9]+)/([0-9]+|\?)")
_EXCERPT = 24

SIGNS: Final = string.digits + string.ascii_lowercase
"""Every number is one character: 0-9, then a-z for 10 to 35."""


@dataclass(frozen=True, slots=True)
class Header:
    """Shape, size and mines as a text gives them; None where it says nothing.

    Raise `ParseError` for a size that no board has.
    """

    rows: int
    columns: int
    mines: int | None
    shape: Shape | None = None

    def __post_init__(self) -> None:
        if not (self.rows >= 1 and self.columns >= 1 and self.rows * self.columns <= MAX_CELLS):
            raise ParseError(
                _("expected 1 to {max_cells} cells, got {rows}x{columns}").format(
                    max_cells=MAX_CELLS, rows=self.rows, columns=self.columns
                )
            )

    def __str__(self) -> str:
        prefix = "" if self.shape in (None, "grid") else f"{self.shape}-"
        return f"{prefix}{self.rows}x{self.columns}/{'?' if self.mines is None else self.mines}"


def read_header(text: str) -> Header:
    """Return the values of a header such as `4x4/2` or `torus-4x4/?`; no prefix is a grid.

    Raise `ParseError` for anything else.
    """
    return Header(*split_header(text))


def split_header(text: str) -> tuple[int, int, int | None, Shape]:
    """Return rows, columns, mines and shape of a header, before any check of its size.

    Raise `ParseError` for any other text.
    """
    match = _HEADER.fullmatch(text)
    if match is None:
        raise ParseError(
            _("expected a header such as 16x30/99 (rows x columns / mines), got {excerpt}").format(
                excerpt=excerpt(text)
            )
        )
    name, rows, columns, mines = match.groups(default="grid")
    count = None if mines == "?" else whole_number(mines, "mines")
    return whole_number(rows, "rows"), whole_number(columns, "columns"), count, read_shape(name)


def is_header(text: str) -> bool:
    """Return whether a text has the form `SHAPE-ROWSxCOLUMNS/MINES`."""
    return _HEADER.fullmatch(text) is not None


def is_position_line(text: str) -> bool:
    """Return whether a text is meant as the line of a position: a header and a colon."""
    head, colon, _cells = text.partition(":")
    return bool(colon) and is_header(head)


def read_shape(name: object) -> Shape:
    """Return the shape of this name; raise `ParseError` if there is none."""
    for shape in _SHAPES:
        if name == shape:
            return shape
    raise ParseError(
        _("expected the shape {shapes}, got {excerpt}").format(
            shapes=", ".join(_SHAPES), excerpt=excerpt(str(name))
        )
    )


def whole_number(digits: str, what: str) -> int:
    """Return the number of some ASCII digits; raise `ParseError` if there are too many."""
    if len(digits) > 9:  # also avoids Python's own limit on the length of integers
        raise ParseError(
            _("expected a number of {what} below 1000000000, got {excerpt}").format(
                what=_(what), excerpt=excerpt(digits)
            )
        )
    return int(digits)


def check_rows(rows: Sequence[Sequence[Any]], header: Header) -> None:
    """Raise `ParseError` for rows of another size than the header's."""
    if len(rows) != header.rows:
        raise ParseError(
            _("expected {rows} rows, got {count}").format(rows=header.rows, count=len(rows))
        )
    for number, row in enumerate(rows):
        if len(row) != header.columns:
            text = row if isinstance(row, str) else " ".join(map(str, row))
            raise ParseError(
                _("expected {columns} cells in row {number}, got {count}: {excerpt}").format(
                    columns=header.columns, number=number, count=len(row), excerpt=excerpt(text)
                ),
                row=number,
            )


def unknown_entry(rows: Sequence[Iterable[Any]], known: Iterable[Any], expected: str) -> ParseError:
    """Return the error for the first entry of these rows that is not known."""
    known = list(known)  # a list compares, while a dictionary would need a hash
    row, column, entry = next(
        (r, c, entry)
        for r, row in enumerate(rows)
        for c, entry in enumerate(row)
        if entry not in known
    )
    message = _("expected {expected} at row {row}, column {column}, got {excerpt}").format(
        expected=_(expected),
        row=row,
        column=column,
        excerpt=excerpt(entry if isinstance(entry, str) else repr(entry)),
    )
    return ParseError(message, row=row, column=column)


def settle_geometry(header: Header, given: Geometry | None) -> Geometry:
    """Return the geometry that text and caller agree on; raise `ParseError` if they do not."""
    rows, columns = header.rows, header.columns
    if given is None:
        if header.shape == "graph":
            raise ParseError(
                _("a graph needs geometry=, because the text does not contain its neighbours")
            )
        return Geometry.of_shape(header.shape or "grid", rows, columns)
    if (given.rows, given.columns) != (rows, columns) or header.shape not in (None, given.shape):
        expected = Header(given.rows, given.columns, None, given.shape)
        raise ParseError(
            _("expected {expected} as the given geometry says, got {board}").format(
                expected=_board(expected), board=_board(header)
            )
        )
    return given


def settle_mines(header: Header, given: int | None) -> int | None:
    """Return the mine count that text and caller agree on; either may leave it out."""
    mines, cells = header.mines, header.rows * header.columns
    if None not in (mines, given) and mines != given:
        raise ParseError(
            _("expected {given} mines as the caller says, got {mines} in the text").format(
                given=given, mines=mines
            )
        )
    mines = given if mines is None else mines
    if mines is not None and not 0 <= mines <= cells:
        raise ParseError(
            _("expected 0 to {cells} mines on {rows}x{columns} cells, got {mines}").format(
                cells=cells, rows=header.rows, columns=header.columns, mines=mines
            )
        )
    return mines


def settle_position(
    header: Header, faces: bytes, mines: int | None, geometry: Geometry | None
) -> Position:
    """Return the position that text and caller agree on.

    Raise `ParseError` if they do not, and for a number that no cell of the shape can show.
    """
    count = settle_mines(header, mines)
    geometry = settle_geometry(header, geometry)
    most = geometry.largest_number
    if len(faces.translate(None, bytes(range(most + 1, MAX_NUMBER + 1)))) < len(faces):
        number = next(face for face in faces if most < face <= MAX_NUMBER)
        cell = geometry.cell(faces.index(number))
        raise ParseError(
            _(
                "expected no number above {most} at row {row}, column {column}, got {sign!r}; "
                "boards are read from texts such as 3x3/2:01_/12_/___ or lines such as 1 2 # F"
            ).format(most=most, row=cell.row, column=cell.column, sign=SIGNS[number]),
            row=cell.row,
            column=cell.column,
        )
    return Position(geometry, count, faces)


def excerpt(text: str) -> str:
    """Return the text in quotes for a message, shortened if it is long."""
    return repr(text if len(text) <= _EXCERPT else text[: _EXCERPT - 3] + "...")


def _board(header: Header) -> str:
    return str(header).partition("/")[0]
