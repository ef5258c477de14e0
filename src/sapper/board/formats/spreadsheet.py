"""Boards of spreadsheets: CSV with a comma or semicolon between cells.

    *,2,1,
    2,*,1,

An entry is a number or a sign of a block (`#` hidden, `F` flag, `?` question mark, `*` `X` `M`
mine); an empty one is an opened 0. Entries that are all integers make a matrix instead, where -1 is
covered.
"""

from __future__ import annotations

import csv

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION
from sapper.board.formats.block import Block, taken_for
from sapper.board.formats.header import Header, settle_geometry, settle_mines
from sapper.board.formats.line import cut_rows
from sapper.board.formats.matrix import check_numbers, faces_of_rows
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.errors import ParseError
from sapper.language import N_, _

__all__ = ["format_csv", "is_csv", "parse_csv"]

_FACE_OF = {str(number): number for number in range(9)} | {
    "#": HIDDEN, "_": HIDDEN, "H": HIDDEN, "F": FLAG, "?": QUESTION, "Q": QUESTION,
    "*": MINE, "X": MINE, "M": MINE, "": 0,
}  # fmt: skip
_SIGN_OF = {face: sign for sign, face in reversed(_FACE_OF.items())}
_EXPECTED = N_("0-8, nothing (opened 0), # _ H (hidden), F (flag), ? Q (question) or * X M (mine)")
_LONGEST_LINE = 1 << 20


def is_csv(block: Block) -> bool:
    """Return whether every line has a comma, or every line a semicolon, and no bracket."""
    lines = [line for line in block.lines if line.strip()]
    if not lines or lines[0].lstrip().startswith("["):
        return False
    return any(all(sign in line for line in lines) for sign in ";,")


def parse_csv(
    block: Block, mines: int | None = None, geometry: Geometry | None = None
) -> tuple[Position, list[str]]:
    """Return the position of rows of CSV, and a note on empty entries; raise `ParseError`."""
    lines = [line.strip() for line in block.lines if line.strip()]
    if max(map(len, lines)) > _LONGEST_LINE:
        raise ParseError(
            _("expected lines of at most {most} characters").format(most=_LONGEST_LINE)
        )
    separator = ";" if all(";" in line for line in lines) else ","
    try:
        rows = [[e.strip() for e in row] for row in csv.reader(lines, delimiter=separator)]
    except csv.Error as error:
        raise ParseError(
            _("expected rows of CSV, got a text that is none: {error}").format(error=error)
        ) from None
    header = block.header or Header(len(rows), len(rows[0]), block.mines)
    faces = faces_of_rows(rows, header, _FACE_OF, _EXPECTED)
    position = Position(settle_geometry(header, geometry), settle_mines(header, mines), faces)
    empty = sum(row.count("") for row in rows)
    return position, [taken_for(N_("an empty entry"), N_("an opened 0"), empty)] if empty else []


def format_csv(position: Position) -> str:
    """Return the rows of the position as CSV; raise `InputError` for numbers above 8."""
    check_numbers(position, "CSV")
    signs = "".join(_SIGN_OF[face] if face else "0" for face in position.faces)
    return "\n".join(",".join(row) for row in cut_rows(signs, position.columns))
