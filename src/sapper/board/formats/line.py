"""The canonical line: a position as one short text that is safe in a URL.

    4x4/2:1__1/12_1/0111/0000        hex-3x3/?:___/_2_/___

A header (shape unless it is a grid, rows x columns / mines or `?`), a colon, the rows.
"""

from __future__ import annotations

from sapper.board.formats.alphabet import CANONICAL
from sapper.board.formats.header import Header, excerpt, read_header, settle_position
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.errors import ParseError
from sapper.language import _

__all__ = ["cut_rows", "format_line", "header_of", "parse_line"]


def format_line(position: Position) -> str:
    """Return the canonical line, as `str(position)` does."""
    rows = cut_rows(CANONICAL.write(position.faces), position.columns)
    return f"{header_of(position)}:{'/'.join(rows)}"


def parse_line(text: str, mines: int | None = None, geometry: Geometry | None = None) -> Position:
    """Return the position of a canonical line.

    A `graph-` line needs its `geometry`. Raise `ParseError` for any other text, or when
    `mines` or `geometry` contradict it.
    """
    claims, colon, body = text.partition(":")
    if not colon:
        raise ParseError(
            _("expected ':' and rows behind it, as in 3x3/2:01_/12_/___, got {excerpt}").format(
                excerpt=excerpt(text)
            )
        )
    header = read_header(claims)
    faces = CANONICAL.read(body.split("/"), header)
    return settle_position(header, faces, mines, geometry)


def header_of(position: Position) -> Header:
    """Return the header that a text of the position begins with."""
    geometry = position.geometry
    return Header(geometry.rows, geometry.columns, position.mines, geometry.shape)


def cut_rows(text: str, columns: int) -> list[str]:
    """Return the characters of a board as one string per row."""
    return [text[start : start + columns] for start in range(0, len(text), columns)]
