"""Draw a board as rows of cells with row and column numbers, as wide as the terminal allows.

A board that does not fit is printed in parts, some columns at a time. A cell is two, three or four
characters wide; what it shows begins at its second character, so that numbers stand below those of
their columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import click

from sapper.board.cell import Cell
from sapper.board.geometry import Geometry

__all__ = ["Drawn", "board_parts", "is_drawable"]

_LARGEST_SIDE = 100  # rows or columns of a board that is still drawn


class Drawn(NamedTuple):
    """What one cell shows: text of the cell's width, and its style for `click.style`."""

    text: str
    style: dict[str, Any]


def is_drawable(geometry: Geometry) -> bool:
    """Return whether a board is small enough to be drawn in a terminal."""
    return max(geometry.rows, geometry.columns) <= _LARGEST_SIDE


def board_parts(
    geometry: Geometry, widths: Sequence[int], width: int, draw: Callable[[Cell, int], Drawn]
) -> str:
    """Return the whole board, in as few parts as possible and then in the widest cells.

    `widths` are the possible widths of a cell, widest first; `draw` gets the one that was chosen.
    """
    count = geometry.columns
    needed = {each: -(-count // _columns_that_fit(geometry, each, width)) for each in widths}
    parts = min(needed.values())
    cell = next(each for each in widths if needed[each] == parts)
    texts = []
    for part in range(parts):
        columns = range(part * count // parts, (part + 1) * count // parts)
        title = f"columns {columns[0]} to {columns[-1]} of {count}"
        lines = [_quiet(title)] * (parts > 1) + _header(geometry, columns, cell)
        for row in range(geometry.rows):
            shift = " " * (_shift(geometry, cell) if row % 2 else 0)
            cells = (_styled(draw(Cell(row, column), cell)) for column in columns)
            lines.append(_quiet(f"{row:>{_margin(geometry) - 1}} ") + shift + "".join(cells))
        texts.append("\n".join(lines))
    return "\n\n".join(texts)


def _styled(drawn: Drawn) -> str:
    return click.style(drawn.text, **drawn.style) if drawn.style else drawn.text


def _quiet(text: str) -> str:
    return click.style(text, dim=True)


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
        return [_quiet(margin + "".join(names))]
    names = [f"{column:>{digits}}" for column in columns]
    return [
        _quiet(margin + "".join(f" {name[line]}".ljust(cell) for name in names))
        for line in range(digits)
    ]
