"""Draw a board as rows of cells with row and column numbers, as wide as the terminal allows.

A board that does not fit is printed in parts, some columns at a time. A cell is two, three or four
characters wide; what it shows begins at its second character, so that numbers stand below those of
their columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sapper.board.cell import Cell
from sapper.board.geometry import Geometry

__all__ = ["Drawn", "Paint", "board_parts", "is_drawable", "plain"]

Paint = Callable[..., str]
"""`click.style`, or `plain` where there are no colours."""

_LARGEST_SIDE = 100  # rows or columns of a board that is still drawn


class Drawn(NamedTuple):
    """What one cell shows: text of the cell's width, and its style for `click.style`."""

    text: str
    style: dict[str, Any]


def plain(text: str, **_style: Any) -> str:
    """Return the text as it is."""
    return text


def is_drawable(geometry: Geometry) -> bool:
    """Return whether a board is small enough to be drawn in a terminal."""
    return max(geometry.rows, geometry.columns) <= _LARGEST_SIDE


def board_parts(
    geometry: Geometry, widths: Sequence[int], width: int, draw: Callable[[Cell, int], Drawn],
    paint: Paint,
) -> str:  # fmt: skip
    """Return the whole board, in as few parts as possible and then in the widest cells.

    `widths` are the possible widths of a cell, widest first; `draw` gets the one that was chosen,
    and `paint` the style of what it draws.
    """
    count = geometry.columns
    needed = {each: -(-count // _columns_that_fit(geometry, each, width)) for each in widths}
    parts = min(needed.values())
    cell = next(each for each in widths if needed[each] == parts)
    texts = []
    for part in range(parts):
        columns = range(part * count // parts, (part + 1) * count // parts)
        title = f"columns {columns[0]} to {columns[-1]} of {count}"
        heads = [title] * (parts > 1) + _header(geometry, columns, cell)
        lines = [paint(head, dim=True) for head in heads]
        for row in range(geometry.rows):
            shift = " " * (_shift(geometry, cell) if row % 2 else 0)
            drawn = (draw(Cell(row, column), cell) for column in columns)
            cells = (paint(each.text, **each.style) if each.style else each.text for each in drawn)
            number = paint(f"{row:>{_margin(geometry) - 1}} ", dim=True)
            lines.append(number + shift + "".join(cells))
        texts.append("\n".join(lines))
    return "\n\n".join(texts)


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
