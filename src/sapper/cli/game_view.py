"""Draw a game in the terminal: the cells, a cursor, and all mines once it is over.

A cell is one character and a gap, which is nearly square in a terminal; the cursor is a pair of
brackets in the gaps, visible without colour too. An expert board is 64 characters wide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.console import Console
from rich.style import Style
from rich.text import Text

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION, Cell, is_covered
from sapper.board.formats.alphabet import CANONICAL
from sapper.board.geometry import Geometry
from sapper.games import Game, Status

__all__ = ["LEGEND", "Window", "count_noun", "game_text", "lines_of", "window_on"]

LEGEND = "X the mine that was opened   ✱ other mines   ‽ wrong flags"
_QUIET = Style(dim=True)
_CURSOR = Style(bold=True, reverse=True)
_LOUD = Style(color="bright_red", bold=True)
_FLAG = Style(color="red", bold=True)
_NUMBERS = {
    1: Style(color="bright_blue", bold=True), 2: Style(color="green", bold=True),
    3: Style(color="bright_red", bold=True), 4: Style(color="magenta", bold=True),
    5: Style(color="yellow", bold=True), 6: Style(color="cyan", bold=True),
}  # fmt: skip
_MARKS = {
    0: ("·", _QUIET),
    HIDDEN: ("■", Style()),
    FLAG: ("⚑", _FLAG),
    QUESTION: ("?", Style(color="yellow", bold=True)),
    MINE: ("X", _LOUD),
}


@dataclass(frozen=True)
class Window:
    """The part of a board that is shown."""

    rows: range
    columns: range
    is_whole: bool

    def __str__(self) -> str:
        rows, columns = self.rows, self.columns
        return f"rows {rows[0]}-{rows[-1]}, columns {columns[0]}-{columns[-1]}"


def window_on(geometry: Geometry, cursor: Cell, width: int, height: int) -> Window:
    """Return the part of the board around the cursor that fits into so many characters."""
    is_hex = geometry.shape == "hex"
    rows = max(1, height - _header_lines(geometry))
    columns = max(1, (width - _margin(geometry) - 1 - is_hex) // 2)
    return Window(
        _part(cursor.row, rows, geometry.rows),
        _part(cursor.column, columns, geometry.columns),
        rows >= geometry.rows and columns >= geometry.columns,
    )


def game_text(
    game: Game,
    window: Window | None = None,
    cursor: Cell | None = None,
    marked: Mapping[Cell, Style] | None = None,
) -> Text:
    """Return the board, or the window on it, with some cells marked."""
    geometry = game.geometry
    window = window or Window(range(geometry.rows), range(geometry.columns), True)
    text = Text("\n", no_wrap=True).join(_header(geometry, window))
    for row in window.rows:
        text.append("\n")
        text.append(f"{row:>{_margin(geometry) - 1}} ", _QUIET)
        text.append(" " if geometry.shape == "hex" and row % 2 else "")
        for column in window.columns:
            cell = Cell(row, column)
            character, style = _shown(game, cell)
            style += (marked or {}).get(cell, Style())
            text.append(*_gap(cell, cursor))
            text.append(character, style + _CURSOR if cell == cursor else style)
        if cursor == Cell(row, window.columns[-1]):
            text.append("]", _CURSOR)
    return text


def count_noun(count: int, noun: str) -> str:
    """Return a count with its noun: 1 move, 2 moves."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def lines_of(words: str, console: Console, most: int, style: str = "") -> list[Text]:
    """Return text as exactly `most` lines of the terminal, cut or padded."""
    lines = list(Text(words, style).wrap(console, console.size.width))[:most]
    return lines + [Text()] * (most - len(lines))


def _part(at: int, room: int, size: int) -> range:
    begin = max(0, min(at - room // 2, size - room))
    return range(begin, min(size, begin + room))


def _margin(geometry: Geometry) -> int:
    return len(str(geometry.rows - 1)) + 1


def _header_lines(geometry: Geometry) -> int:
    return len(str(geometry.columns - 1))


def _header(geometry: Geometry, window: Window) -> list[Text]:
    """Return the column numbers, written from top to bottom."""
    digits = _header_lines(geometry)
    names = [f"{column:>{digits}}" for column in window.columns]
    margin = " " * _margin(geometry)
    return [
        Text(margin + "".join(f" {name[line]}" for name in names), _QUIET) for line in range(digits)
    ]


def _gap(cell: Cell, cursor: Cell | None) -> tuple[str, Style]:
    """Return the character to the left of a cell."""
    if cell == cursor:
        return "[", _CURSOR
    is_behind = cursor == Cell(cell.row, cell.column - 1)
    return ("]", _CURSOR) if is_behind else (" ", Style())


def _shown(game: Game, cell: Cell) -> tuple[str, Style]:
    face = game.position.face(cell)
    if game.is_over and is_covered(face):
        return _uncovered(game, cell, face)
    if face in _MARKS:
        return _MARKS[face]
    return CANONICAL.write(bytes([face])), _NUMBERS.get(face, Style(bold=True))


def _uncovered(game: Game, cell: Cell, face: int) -> tuple[str, Style]:
    """Return a covered cell at the end of a game: a win flags every mine, a loss shows them."""
    assert game.layout is not None
    is_mine = game.layout[game.geometry.index(cell)]
    if is_mine:
        return ("⚑", _FLAG) if face == FLAG or game.status is Status.WON else ("✱", _LOUD)
    return ("‽", _LOUD) if face == FLAG else _MARKS[face]
