"""The `.mine` text that JSMinesweeper saves: `WIDTHxHEIGHTxMINES`, then the rows.

    30x16x99
    HHHHHH1001H...

Its characters are `0`-`8`, `H` hidden, `F` flag, and `?` which that program writes for a mine
that exploded, so here it is a mine that is shown. In a file of a whole board `M` and `m` are mines,
and so are flags. Note that the width comes first.
"""

from __future__ import annotations

import re

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION
from sapper.board.formats.alphabet import Alphabet
from sapper.board.formats.block import taken_for
from sapper.board.formats.header import Header, settle_position, whole_number
from sapper.board.formats.line import cut_rows
from sapper.board.formats.matrix import check_numbers
from sapper.board.geometry import Geometry
from sapper.board.layout import Layout
from sapper.board.position import Position
from sapper.errors import InputError
from sapper.language import N_

__all__ = ["format_mine", "format_mine_layout", "is_mine_header", "parse_mine"]

_FACES = {str(number): number for number in range(9)} | {"H": HIDDEN, "F": FLAG, "?": MINE}
_ALPHABET = Alphabet(_FACES, N_("0-8, H (hidden), F (flag) or ? (exploded mine)"))
_OF_BOARDS = Alphabet(
    _FACES | {"M": MINE, "m": MINE}, N_("0-8, H (hidden), F (flag), or M, m or ? (mine)")
)
_HEADER = re.compile(r"([0-9]+)x([0-9]+)x([0-9]+)")


def is_mine_header(line: str) -> bool:
    """Return whether a first line is that of a `.mine` text."""
    return _HEADER.fullmatch(line.strip()) is not None


def parse_mine(
    text: str,
    mines: int | None = None,
    geometry: Geometry | None = None,
    *,
    is_board: bool = False,
) -> tuple[Position, list[str]]:
    """Return the position of a `.mine` text, and a note on its `?`; a whole board may have M too.

    Raise `ParseError` for rows that do not fit the header or for other characters.
    """
    first, *rows = [line.strip() for line in text.strip().split("\n")]
    match = _HEADER.fullmatch(first)
    assert match is not None, "is_mine_header() said so"
    width, height, total = map(whole_number, match.groups(), ("columns", "rows", "mines"))
    header = Header(height, width, total)
    faces = (_OF_BOARDS if is_board else _ALPHABET).read(rows, header)
    position = settle_position(header, faces, mines, geometry)
    times = "".join(rows).count("?")
    return position, [taken_for("'?'", N_("an exploded mine"), times)] if times else []


def format_mine(position: Position) -> str:
    """Return the `.mine` text; question marks are written as hidden cells."""
    if position.geometry.shape != "grid" or position.mines is None:
        raise InputError("a .mine text holds plain grids with a known mine count only")
    check_numbers(position, "a .mine text")
    faces = position.faces.replace(bytes([QUESTION]), bytes([HIDDEN]))
    return _text(position.geometry, position.mines, _ALPHABET.write(faces))


def format_mine_layout(layout: Layout) -> str:
    """Return the `.mine` text of a whole board: M for the mines, all other cells hidden."""
    if layout.geometry.shape != "grid":
        raise InputError("a .mine text holds plain grids only")
    signs = "".join("HM"[mine] for mine in layout.cells)
    return _text(layout.geometry, sum(layout.cells), signs)


def _text(geometry: Geometry, mines: int, signs: str) -> str:
    head = f"{geometry.columns}x{geometry.rows}x{mines}"
    return "\n".join([head, *cut_rows(signs, geometry.columns)])
