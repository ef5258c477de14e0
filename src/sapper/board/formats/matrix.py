"""The matrix of the papers: a board as rows of integers.

-1 is covered, 0 to 8 are numbers, 9 is a flag, 10 a question mark and 999 covered again, as in
some papers; -2 is our own addition, a mine that is shown. In lists and arrays NaN, None and "_" are
covered too, and whole numbers may be floats. A matrix cannot hold numbers above 8, which only
graphs have: 9 would be a flag.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from itertools import chain
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from sapper import _core
from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION
from sapper.board.formats.block import Block, taken_for
from sapper.board.formats.header import (
    Header,
    check_rows,
    excerpt,
    settle_position,
    unknown_entry,
)
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.errors import InputError, ParseError
from sapper.language import N_, _

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = [
    "codes_of",
    "faces_of_rows",
    "is_matrix",
    "matrix_of",
    "parse_matrix",
    "position_of_matrix",
    "rows_of_text",
]

_FACE_OF = {number: number for number in range(9)} | {
    -1: HIDDEN, 999: HIDDEN, 9: FLAG, 10: QUESTION, -2: MINE,
}  # fmt: skip
_FACE_OF_TEXT = {str(code): face for code, face in _FACE_OF.items()}
_CODE_OF = {face: code for code, face in _FACE_OF.items()} | {HIDDEN: -1}
_CODES = bytes(_CODE_OF.get(face, 0) & 0xFF for face in range(256))
_EXPECTED = N_("0-8, -1 or 999 (covered), 9 (flag), 10 (question mark) or -2 (mine)")
_UNUSUAL = {
    "9": N_("a flag"),
    "10": N_("a question mark"),
    "999": N_("a covered cell"),
    "-2": N_("a shown mine"),
}
_BRACKETED_ROW = re.compile(r"\[([^\[\]]*)\]")


def is_matrix(block: Block) -> bool:
    """Return whether the lines are rows of integers, and not a block of single characters."""
    text = "\n".join(block.lines)
    if text.lstrip().startswith("["):
        return True
    if not re.fullmatch(r"[0-9, \n-]+", text) or not re.search("[0-9]", text):
        return False
    if "," in text or "-" in text:
        return True
    tokens = [line.split() for line in block.lines]
    is_spaced = any(len(row) > 1 for row in tokens)
    # Under a header with a size, spaced single digits are a block: there 9 is a number.
    return is_spaced and (block.header is None or any(len(t) > 1 for row in tokens for t in row))


def parse_matrix(
    block: Block, mines: int | None = None, geometry: Geometry | None = None
) -> tuple[Position, list[str]]:
    """Return the position of a matrix in text, and notes on its unusual integers.

    Raise `ParseError` for rows of unequal length or for other integers.
    """
    rows = rows_of_text(block)
    header = block.header or Header(len(rows), len(rows[0]), block.mines)
    faces = faces_of_rows(rows, header, _FACE_OF_TEXT)
    position = settle_position(header, faces, mines, geometry)
    times = {code: sum(row.count(code) for row in rows) for code in _UNUSUAL}
    return position, [taken_for(code, _UNUSUAL[code], n) for code, n in times.items() if n]


def position_of_matrix(
    rows: Sequence[Any] | npt.NDArray[Any],
    mines: int | None = None,
    geometry: Geometry | None = None,
) -> Position:
    """Return the position of a matrix, lists or array, as `Position.from_matrix`."""
    if hasattr(rows, "__array__"):
        import numpy as np

        rows = np.asarray(rows).tolist()
    if (read := _core.read_matrix(rows)) is not None:  # lists of plain integers
        return settle_position(Header(read[0], read[1], None), read[2], mines, geometry)
    lists = _lists_of(rows)
    header = Header(len(lists), len(lists[0]) if lists else 0, None)
    return settle_position(header, faces_of_rows(lists, header, _FACE_OF), mines, geometry)


def _lists_of(rows: Iterable[Iterable[Any]]) -> list[list[Any]]:
    try:
        lists = [[_code_of(entry) for entry in row] for row in rows]
    except TypeError:
        raise ParseError(
            _("expected rows of integers, got {excerpt}").format(excerpt=excerpt(repr(rows)))
        ) from None
    for r, row in enumerate(lists):
        for c, entry in enumerate(row):
            # True is equal to 1, but is not meant as a number.
            if isinstance(entry, bool) or not isinstance(entry, Integral):
                got = excerpt(entry if isinstance(entry, str) else repr(entry))
                message = _(
                    "expected an integer at row {row}, column {column}, got {excerpt}"
                ).format(row=r, column=c, excerpt=got)
                raise ParseError(message, row=r, column=c)
    return lists


def _code_of(entry: Any) -> Any:
    """Return the integer that an entry stands for; what stands for none is returned unchanged."""
    if entry is None or (isinstance(entry, str) and entry == "_"):
        return -1
    if isinstance(entry, Integral) or not isinstance(entry, Real):
        return entry
    if math.isnan(entry):
        return -1
    return int(float(entry)) if float(entry).is_integer() else entry


def matrix_of(position: Position) -> memoryview[int]:
    """Return the integers of a position, rows x columns, in signed bytes.

    Raise `InputError` for a number above 8.
    """
    if position.faces.translate(None, bytes(_FACE_OF.values())):
        cell, number = next((cell, n) for cell, n in position.numbers() if n > 8)
        message = f"expected numbers 0 to 8 for a matrix, got {number} at {cell}"
        raise InputError(message, row=cell.row, column=cell.column)
    return memoryview(codes_of(position.faces)).cast("b", (position.rows, position.columns))


def codes_of(faces: bytes) -> bytes:
    """Return the integers of faces, whose numbers are at most 8, as signed bytes."""
    return faces.translate(_CODES)


def rows_of_text(block: Block) -> list[list[str]]:
    """Return the entries of every row of a matrix in text; raise `ParseError` if there are none."""
    return [row.replace(",", " ").split() for row in _texts_of_rows(block.lines)]


def _texts_of_rows(lines: list[str]) -> list[str]:
    """Return the text of every row, with or without brackets as Python and numpy print them."""
    text = "\n".join(lines).strip()
    if not text.startswith("["):
        return lines
    rest = _BRACKETED_ROW.sub("", text)
    if not re.fullmatch(r"\[[\s,]*\]", rest) or rest == text:
        raise ParseError(
            _("expected rows such as [[1, -1], [0, 1]], got {excerpt}").format(
                excerpt=excerpt(text)
            )
        )
    return _BRACKETED_ROW.findall(text)


def faces_of_rows(
    rows: list[list[Any]], header: Header, face_of: dict[Any, int], expected: str = _EXPECTED
) -> bytes:
    """Return the faces that rows of entries stand for; raise `ParseError` for any other entry."""
    check_rows(rows, header)
    try:
        return bytes(map(face_of.__getitem__, chain.from_iterable(rows)))
    except (KeyError, TypeError):
        raise unknown_entry(rows, face_of, expected) from None
