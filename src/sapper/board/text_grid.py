"""Draw a board with text, with row and column numbers, as wide as the terminal allows.

A board that does not fit is printed in parts, some columns at a time. A cell is two, three or more
characters wide; what it shows begins at its second character, so that numbers stand below those of
their columns.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sapper.board.cell import MINE, Cell, is_number
from sapper.board.formats.alphabet import CANONICAL
from sapper.board.geometry import Geometry
from sapper.board.position import Position

__all__ = ["CERTAIN_MINE", "SAFE", "CellText", "Paint", "board_text", "is_drawable", "plain"]

Paint = Callable[..., str]
"""`click.style`, or `plain` where there are no colours."""

_LARGEST_SIDE = 100  # rows or columns of a board that is still drawn


class CellText(NamedTuple):
    """What one cell shows: its text, and its style for `click.style`."""

    text: str
    style: dict[str, Any]


SAFE: Final = CellText(" ✓", {"fg": 231, "bg": 28, "bold": True})
CERTAIN_MINE: Final = CellText(" ✱", {"fg": 231, "bg": 88, "bold": True})


def plain(text: str, **_style: Any) -> str:
    """Return the text as it is."""
    return text


def is_drawable(geometry: Geometry) -> bool:
    """Return whether a board is small enough to be drawn in a terminal."""
    return max(geometry.rows, geometry.columns) <= _LARGEST_SIDE


def board_text(
    position: Position,
    width: int,
    *,
    shown: Mapping[Cell, CellText] | None = None,
    marked: Collection[Cell] = (),
    widths: Sequence[int] = (3, 2),
    paint: Paint = plain,
) -> str:
    """Return the board, in as few parts as possible and then in the widest cells.

    `shown` replaces what cells show by themselves, and `marked` opened cells are pointed at.
    `widths` are the possible widths of a cell, widest first.
    """
    geometry, count, shown = position.geometry, position.columns, shown or {}
    needed = {each: -(-count // _columns_that_fit(geometry, each, width)) for each in widths}
    parts = min(needed.values())
    room = next(each for each in widths if needed[each] == parts)

    def draw(cell: Cell) -> str:
        text, style = shown.get(cell) or _drawn(position.face(cell), cell in marked)
        return paint(text[:room].ljust(room), **style)

    texts = []
    for part in range(parts):
        columns = range(part * count // parts, (part + 1) * count // parts)
        title = f"columns {columns[0]} to {columns[-1]} of {count}"
        heads = [title] * (parts > 1) + _header(geometry, columns, room)
        lines = [paint(head, dim=True) for head in heads]
        for row in range(geometry.rows):
            shift = " " * (_shift(geometry, room) if row % 2 else 0)
            number = paint(f"{row:>{_margin(geometry) - 1}} ", dim=True)
            lines.append(number + shift + "".join(draw(Cell(row, column)) for column in columns))
        texts.append("\n".join(lines))
    return "\n\n".join(texts)


def _drawn(face: int, is_marked: bool) -> CellText:
    sign = "✱" if face == MINE else CANONICAL.write(bytes([face]))
    if is_marked:
        return CellText(f"›{sign}‹", CERTAIN_MINE.style)
    if face == 0:
        return CellText(" ·", {"dim": True})
    return CellText(f" {sign}", {"bold": True} if is_number(face) else {"dim": True})


def _columns_that_fit(geometry: Geometry, cell: int, width: int) -> int:
    room = width - _margin(geometry) - _shift(geometry, cell)
    return min(geometry.columns, max(1, room // cell))


def _margin(geometry: Geometry) -> int:
    return len(str(geometry.rows - 1)) + 1


def _shift(geometry: Geometry, cell: int) -> int:
    """Return by how much odd rows are shifted: half a cell on a board of hexagons."""
    return (cell + 1) // 2 if geometry.shape == "hex" else 0


def _header(geometry: Geometry, columns: range, cell: int) -> list[str]:
    """Return the column numbers: in one line, or from top to bottom where cells are narrow."""
    digits, margin = len(str(geometry.columns - 1)), " " * _margin(geometry)
    if digits < cell:
        names = [f"{column:>2}".ljust(cell) for column in columns]
        return [margin + "".join(names)]
    names = [f"{column:>{digits}}" for column in columns]
    return [
        margin + "".join(f" {name[line]}".ljust(cell) for name in names) for line in range(digits)
    ]
