"""Draw a board as rows of cells with row and column numbers, as wide as the terminal allows.

A board that does not fit is printed in parts, some columns at a time, or, in a full screen, shown
through a window that follows the cursor. A cell is two, three or four characters wide; what it
shows begins at its second character, so that numbers stand below those of their columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from sapper.board.cell import Cell
from sapper.board.geometry import Geometry

__all__ = ["Drawn", "Window", "board_parts", "grid_text", "is_drawable", "window_on"]

_QUIET = Style(dim=True)
_LARGEST_SIDE = 100  # rows or columns of a board that is still drawn


class Drawn(NamedTuple):
    """What one cell shows: text of the cell's width, and its style."""

    text: str
    style: Style


Pieces = Sequence[Drawn]
"""What one cell shows, piece by piece."""


@dataclass(frozen=True)
class Window:
    """The part of a board that is shown."""

    rows: range
    columns: range
    is_whole: bool

    def __str__(self) -> str:
        rows, columns = self.rows, self.columns
        return f"rows {rows[0]}-{rows[-1]}, columns {columns[0]}-{columns[-1]}"


def is_drawable(geometry: Geometry) -> bool:
    """Return whether a board is small enough to be drawn in a terminal."""
    return max(geometry.rows, geometry.columns) <= _LARGEST_SIDE


def window_on(geometry: Geometry, cursor: Cell, cell: int, width: int, height: int) -> Window:
    """Return the part of the board around the cursor that fits into so many characters."""
    rows = max(1, height - _header_lines(geometry, cell))
    columns = _columns_that_fit(geometry, cell, width)
    return Window(
        _around(cursor.row, rows, geometry.rows),
        _around(cursor.column, columns, geometry.columns),
        rows >= geometry.rows and columns >= geometry.columns,
    )


def board_parts(
    geometry: Geometry, widths: Sequence[int], width: int, draw: Callable[[Cell, int], Pieces]
) -> Text:
    """Return the whole board, in as few parts as possible and then in the widest cells.

    `widths` are the possible widths of a cell, widest first; `draw` gets the one that was chosen.
    """
    count = geometry.columns
    needed = {each: -(-count // _columns_that_fit(geometry, each, width)) for each in widths}
    parts = min(needed.values())
    cell = next(each for each in widths if needed[each] == parts)
    text = Text(no_wrap=True)
    for part in range(parts):
        columns = range(part * count // parts, (part + 1) * count // parts)
        if parts > 1:
            between = "\n\n" if part else ""
            text.append(f"{between}columns {columns[0]} to {columns[-1]} of {count}\n", _QUIET)
        window = Window(range(geometry.rows), columns, parts == 1)
        text.append_text(grid_text(geometry, window, cell, lambda at: draw(at, cell)))
    return text


def grid_text(
    geometry: Geometry, window: Window, cell: int, draw: Callable[[Cell], Pieces]
) -> Text:
    """Return the part of the board in the window, in cells of this width."""
    text = Text("\n", no_wrap=True).join(_header(geometry, window, cell))
    for row in window.rows:
        shift = " " * (_shift(geometry, cell) if row % 2 else 0)
        text.append(f"\n{row:>{_margin(geometry) - 1}} {shift}", _QUIET)
        for column in window.columns:
            for piece in draw(Cell(row, column)):
                text.append(*piece)
    return text


def _columns_that_fit(geometry: Geometry, cell: int, width: int) -> int:
    """Return how many columns fit; one character is left for a cursor behind the last."""
    room = width - _margin(geometry) - _shift(geometry, cell) - (cell == 2)
    return min(geometry.columns, max(1, room // cell))


def _around(at: int, room: int, size: int) -> range:
    begin = max(0, min(at - room // 2, size - room))
    return range(begin, min(size, begin + room))


def _margin(geometry: Geometry) -> int:
    return len(str(geometry.rows - 1)) + 1


def _shift(geometry: Geometry, cell: int) -> int:
    """Return by how much odd rows are shifted: half a cell on a board of hexagons."""
    return (cell + 1) // 2 if geometry.shape == "hex" else 0


def _header_lines(geometry: Geometry, cell: int) -> int:
    digits = len(str(geometry.columns - 1))
    return 1 if digits < cell else digits


def _header(geometry: Geometry, window: Window, cell: int) -> list[Text]:
    """Return the column numbers: in one line, or from top to bottom where cells are narrow."""
    lines, margin = _header_lines(geometry, cell), " " * _margin(geometry)
    if lines == 1:
        names = [f"{column:>2}".ljust(cell) for column in window.columns]
        return [Text(margin + "".join(names), _QUIET)]
    names = [f"{column:>{lines}}" for column in window.columns]
    return [
        Text(margin + "".join(f" {name[line]}".ljust(cell) for name in names), _QUIET)
        for line in range(lines)
    ]
