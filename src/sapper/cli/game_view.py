"""Draw a game in the terminal: the cells, a cursor, and all mines once it is over.

A cell is one character and a gap, which is nearly square in a terminal; the cursor is a pair of
brackets in the gaps, visible without colour too. An expert board is 64 characters wide.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.style import Style
from rich.text import Text

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION, Cell, is_covered
from sapper.board.formats.alphabet import CANONICAL
from sapper.board.geometry import Geometry
from sapper.cli.console import Screen
from sapper.cli.grid import Drawn, Window, board_parts, grid_text, window_on
from sapper.cli.wrapping import wrap_text
from sapper.games import Game, Status
from sapper.language import N_

__all__ = [
    "LEGEND",
    "game_text",
    "game_window",
    "lines_of",
    "one_line",
    "whole_game_text",
]

LEGEND = N_("X the mine that was opened   ✱ other mines   ‽ wrong flags")
_CELL = 2  # characters: a gap and a sign
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


def game_text(
    game: Game,
    window: Window,
    cursor: Cell | None = None,
    marked: Mapping[Cell, Style] | None = None,
) -> Text:
    """Return the window on the board, with a cursor and some cells marked."""
    last = window.columns[-1]

    def draw(cell: Cell) -> list[Drawn]:
        sign, style = _shown(game, cell)
        style += (marked or {}).get(cell, Style())
        gap = _gap(cell, cursor)
        if cell != cursor:
            return [gap, Drawn(sign, style)]
        bracket = [Drawn("]", _CURSOR)] if cell.column == last else []
        return [gap, Drawn(sign, style + _CURSOR), *bracket]

    return grid_text(game.geometry, window, _CELL, draw)


def whole_game_text(game: Game, width: int) -> Text:
    """Return the whole board; in parts if it is wider than the terminal."""

    def draw(cell: Cell, _: int) -> list[Drawn]:
        sign, style = _shown(game, cell)
        return [Drawn(" ", Style()), Drawn(sign, style)]

    return board_parts(game.geometry, [_CELL], width, draw)


def game_window(geometry: Geometry, cursor: Cell, width: int, height: int) -> Window:
    """Return the part of a game around the cursor that fits into so many characters."""
    return window_on(geometry, cursor, _CELL, width, height)


def lines_of(
    words: str, console: Screen, most: int, style: str = "", *, least: int | None = None
) -> list[Text]:
    """Return text as lines of the terminal: cut to `most`, padded to `least` or else to `most`."""
    lines = list(wrap_text(Text(words, style), console.size.width).split("\n"))[:most]
    return lines + [Text()] * ((most if least is None else least) - len(lines))


def one_line(words: str, style: str) -> Text:
    """Return text as one line of the terminal, cut if it is too long."""
    return Text(words, style=style, no_wrap=True, overflow="ellipsis")


def _gap(cell: Cell, cursor: Cell | None) -> Drawn:
    """Return the character to the left of a cell."""
    if cell == cursor:
        return Drawn("[", _CURSOR)
    is_behind = cursor == Cell(cell.row, cell.column - 1)
    return Drawn("]", _CURSOR) if is_behind else Drawn(" ", Style())


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
