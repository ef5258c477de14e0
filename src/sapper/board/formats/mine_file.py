"""The `.mine` text that JSMinesweeper saves: `WIDTHxHEIGHTxMINES`, then the rows.

    30x16x99
    HHHHHH1001H...

Its characters are `0`-`8`, `H` hidden, `F` flag, and `?` which that program writes for a mine
that exploded, so here it is a mine that is shown. Note that the width comes first.
"""

from __future__ import annotations

import re

from sapper.board.cell import FLAG, HIDDEN, MINE
from sapper.board.formats.alphabet import Alphabet
from sapper.board.formats.block import taken_for
from sapper.board.formats.header import Header, settle_geometry, settle_mines, whole_number
from sapper.board.geometry import Geometry
from sapper.board.position import Position

__all__ = ["is_mine_header", "parse_mine"]

_ALPHABET = Alphabet(
    {str(number): number for number in range(9)} | {"H": HIDDEN, "F": FLAG, "?": MINE},
    "0-8, H (hidden), F (flag) or ? (exploded mine)",
)
_HEADER = re.compile(r"([0-9]+)x([0-9]+)x([0-9]+)")


def is_mine_header(line: str) -> bool:
    """Return whether a first line is that of a `.mine` text."""
    return _HEADER.fullmatch(line.strip()) is not None


def parse_mine(
    text: str, mines: int | None = None, geometry: Geometry | None = None
) -> tuple[Position, list[str]]:
    """Return the position of a `.mine` text, and a note on its `?`.

    Raise `ParseError` for rows that do not fit the header or for other characters.
    """
    first, *rows = [line.strip() for line in text.strip().split("\n")]
    match = _HEADER.fullmatch(first)
    assert match is not None, "is_mine_header() said so"
    width, height, total = map(whole_number, match.groups(), ("columns", "rows", "mines"))
    header = Header(height, width, total)
    count = settle_mines(header, mines)
    faces = _ALPHABET.read(rows, header)
    position = Position(settle_geometry(header, geometry), count, faces)
    times = faces.count(MINE)
    return position, [taken_for("'?'", "an exploded mine", times)] if times else []
