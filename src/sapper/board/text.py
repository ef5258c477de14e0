"""The canonical line: a position as one short text that is safe in a URL.

    4x4/2:1_11/12_1/0111/0000        hex-3x3/?:___/_2_/___

A header (shape unless it is a grid, rows x columns / mines or `?`), a colon, the rows. One
character per cell, translated a whole board at a time, so a million cells take milliseconds.
"""

from __future__ import annotations

import string

from sapper.board.cell import FLAG, HIDDEN, MAX_NUMBER, MINE, QUESTION
from sapper.board.claims import Header, excerpt, read_header, settle_geometry, settle_mines
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.errors import ParseError

__all__ = ["faces_of_rows", "format_line", "header_of", "parse_line", "rows_of"]

_FACE_OF = {
    **{
        character: number for number, character in enumerate(string.digits + string.ascii_lowercase)
    },
    "_": HIDDEN,
    "F": FLAG,
    "Q": QUESTION,
    "X": MINE,
}
_KNOWN = "".join(_FACE_OF).encode()
_TO_FACES = bytes.maketrans(_KNOWN, bytes(_FACE_OF.values()))
_TO_TEXT = bytes.maketrans(bytes(_FACE_OF.values()), _KNOWN)
_EXPECTED = f"0-9, a-z (10-{MAX_NUMBER}), _ (hidden), F (flag), Q (question mark) or X (mine)"


def format_line(position: Position) -> str:
    """Return the canonical line, as `str(position)` does."""
    return f"{header_of(position)}:{'/'.join(rows_of(position))}"


def parse_line(text: str, mines: int | None = None, geometry: Geometry | None = None) -> Position:
    """Return the position that a canonical line tells.

    A `graph-` line needs its `geometry`. Raise `ParseError` for any other text, or when
    `mines` or `geometry` say otherwise.
    """
    claims, colon, body = text.partition(":")
    if not colon:
        raise ParseError(f"expected ':' between header and rows, got none in {excerpt(text)}")
    header = read_header(claims)
    count = settle_mines(header, mines)
    faces = faces_of_rows(body.split("/"), header)
    return Position(settle_geometry(header, geometry), count, faces)


def header_of(position: Position) -> Header:
    """Return what a text says about the position before its rows."""
    geometry = position.geometry
    return Header(geometry.rows, geometry.columns, position.mines, geometry.shape)


def rows_of(position: Position) -> list[str]:
    """Return the rows in canonical characters."""
    text, width = position.faces.translate(_TO_TEXT).decode("ascii"), position.columns
    return [text[start : start + width] for start in range(0, len(text), width)]


def faces_of_rows(rows: list[str], header: Header) -> bytes:
    """Return the faces that rows of canonical characters show.

    Raise `ParseError` where they do not have the header's size or bear unknown characters.
    """
    if len(rows) != header.rows:
        raise ParseError(f"expected {header.rows} rows, got {len(rows)}")
    for number, row in enumerate(rows):
        if len(row) != header.columns:
            raise ParseError(
                f"expected {header.columns} cells in row {number}, got {len(row)}: {excerpt(row)}"
            )
    # What is not ASCII becomes '?', which is not in the alphabet either.
    text = "".join(rows).encode("ascii", errors="replace")
    if text.translate(None, _KNOWN):
        raise _unknown_character(rows)
    return text.translate(_TO_FACES)


def _unknown_character(rows: list[str]) -> ParseError:
    row, column, character = next(
        (r, c, character)
        for r, row in enumerate(rows)
        for c, character in enumerate(row)
        if character not in _FACE_OF
    )
    return ParseError(f"expected {_EXPECTED} at row {row}, column {column}, got {character!r}")
