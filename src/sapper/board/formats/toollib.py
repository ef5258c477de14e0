"""The matrix of ms_toollib: -1 is a mine, 0 to 8 are numbers, 10 is unopened, 11 a flag.

As a layout every cell is a number or -1. As a position it is told from the matrix of the papers,
where -1 is covered and 10 a question mark, by an 11: that one has none.
"""

from __future__ import annotations

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION
from sapper.board.formats.block import Block, taken_for
from sapper.board.formats.header import Header, settle_geometry, settle_mines
from sapper.board.formats.matrix import check_numbers, faces_of_rows, rows_of_text
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.language import N_

__all__ = ["format_toollib", "has_toollib_flag", "parse_toollib"]

_FACE_OF = {str(number): number for number in range(9)} | {"-1": MINE, "10": HIDDEN, "11": FLAG}
_CODE_OF = {face: code for code, face in _FACE_OF.items()} | {QUESTION: "10"}
_EXPECTED = N_("0-8, -1 (mine), 10 (unopened) or 11 (flag)")
_UNUSUAL = {"-1": N_("a shown mine"), "10": N_("an unopened cell"), "11": N_("a flag")}


def has_toollib_flag(block: Block) -> bool:
    """Return whether a matrix has an 11, which only ms_toollib writes."""
    return any("11" in line.replace(",", " ").replace("]", " ").replace("[", " ").split()
               for line in block.lines)  # fmt: skip


def parse_toollib(
    block: Block, mines: int | None = None, geometry: Geometry | None = None
) -> tuple[Position, list[str]]:
    """Return the position of such a matrix, and notes on its integers; raise `ParseError`."""
    rows = rows_of_text(block)
    header = block.header or Header(len(rows), len(rows[0]), block.mines)
    faces = faces_of_rows(rows, header, _FACE_OF, _EXPECTED)
    position = Position(settle_geometry(header, geometry), settle_mines(header, mines), faces)
    times = {code: sum(row.count(code) for row in rows) for code in _UNUSUAL}
    return position, [taken_for(code, _UNUSUAL[code], n) for code, n in times.items() if n]


def format_toollib(position: Position) -> str:
    """Return the matrix as text; raise `InputError` for numbers above 8."""
    check_numbers(position, "the matrix of ms_toollib")
    codes = [_CODE_OF[face] for face in position.faces]
    columns = position.columns
    rows = (codes[at : at + columns] for at in range(0, len(codes), columns))
    return "[" + ",\n ".join(f"[{', '.join(row)}]" for row in rows) + "]"
