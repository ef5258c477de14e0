"""Draw a game in the terminal: the cells, and all mines once it is over.

A cell is one character and a gap, which is nearly square in a terminal. An expert board is 64
characters wide.
"""

from __future__ import annotations

from typing import Any, Final

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION, Cell, is_covered
from sapper.board.formats.alphabet import CANONICAL
from sapper.board.text_grid import Drawn, board_parts, is_drawable
from sapper.cli.terminal.console import Console, say_note
from sapper.games import Game, Status
from sapper.language import N_, _

__all__ = ["show_game"]

_LEGEND: Final = N_("X the mine that was opened   ✱ other mines   ‽ wrong flags")
_CELL = 2  # characters: a gap and a sign
_QUIET: Final = {"dim": True}
_LOUD: Final = {"fg": "bright_red", "bold": True}
_FLAG: Final = {"fg": "red", "bold": True}
_BOLD: Final = {"bold": True}
_NUMBERS: Final = ("bright_blue", "green", "bright_red", "magenta", "yellow", "cyan")
_MARKS: Final[dict[int, tuple[str, dict[str, Any]]]] = {
    0: ("·", _QUIET),
    HIDDEN: ("■", {}),
    FLAG: ("⚑", _FLAG),
    QUESTION: ("?", {"fg": "yellow", "bold": True}),
    MINE: ("X", _LOUD),
}


def show_game(game: Game, console: Console) -> None:
    """Print the board of a game, in parts if it is wider than the terminal."""
    if not is_drawable(game.geometry):
        say_note(f"{game.spec} is too large to draw in a terminal; --json has the position")
        return

    def draw(cell: Cell, _: int) -> Drawn:
        sign, style = _shown(game, cell)
        return Drawn(f" {sign}", style)

    console.print_line(board_parts(game.geometry, [_CELL], console.width, draw))
    if game.status is Status.LOST:
        console.print(_(_LEGEND), dim=True)
    console.print()


def _shown(game: Game, cell: Cell) -> tuple[str, dict[str, Any]]:
    face = game.position.face(cell)
    if game.is_over and is_covered(face):
        return _uncovered(game, cell, face)
    if face in _MARKS:
        return _MARKS[face]
    colour = _NUMBERS[face - 1 : face]
    return CANONICAL.write(bytes([face])), {**_BOLD, "fg": colour[0]} if colour else _BOLD


def _uncovered(game: Game, cell: Cell, face: int) -> tuple[str, dict[str, Any]]:
    """Return a covered cell at the end of a game: a win flags every mine, a loss shows them."""
    assert game.layout is not None
    is_mine = game.layout[game.geometry.index(cell)]
    if is_mine:
        return ("⚑", _FLAG) if face == FLAG or game.status is Status.WON else ("✱", _LOUD)
    return ("‽", _LOUD) if face == FLAG else _MARKS[face]
