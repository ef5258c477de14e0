"""The header of a text, compared with what the caller says.

Most formats begin with a header (`4x4/2`, `hex-4x4/?`) of shape, size and mine count; the caller
may give the same things. Both must agree before a board is built, so a short text that claims an
enormous board costs nothing. `split_header` is the only parser of ROWSxCOLUMNS/MINES.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import get_args

from sapper.board.geometry import MAX_CELLS, Geometry, Shape
from sapper.errors import ParseError
from sapper.language import _

__all__ = [
    "Header",
    "excerpt",
    "is_header",
    "read_header",
    "read_shape",
    "settle_geometry",
    "settle_mines",
    "split_header",
    "whole_number",
]

_SHAPES: tuple[Shape, ...] = get_args(Shape)
_HEADER = re.compile(r"(?:([^\W\d_]+)-)?([0-9]+)x([0-9]+)/([0-9]+|\?)")
_EXCERPT = 24


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


def excerpt(text: str) -> str:
    """Return the text in quotes for a message, shortened if it is long."""
    return repr(text if len(text) <= _EXCERPT else text[: _EXCERPT - 3] + "...")


def _board(header: Header) -> str:
    return str(header).partition("/")[0]
