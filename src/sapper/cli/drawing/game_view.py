"""Draw a game in the terminal, with all mines once it is over."""

from __future__ import annotations

from click import style

from sapper.board.cell import MINE
from sapper.board.text_grid import board_text, is_drawable
from sapper.cli.terminal.console import Console, say_note
from sapper.games import Game, Status
from sapper.language import _

__all__ = ["show_game"]


def show_game(game: Game, console: Console) -> None:
    """Print the board of a game, in parts if it is wider than the terminal."""
    if not is_drawable(game.geometry):
        say_note(f"{game.spec} is too large to draw in a terminal; --json has the position")
        return
    position, layout = game.position, game.layout
    mines = [cell for cell in game.geometry.cells() if layout and layout[game.geometry.index(cell)]]
    opened = [cell for cell in mines if position.face(cell) == MINE]
    if game.is_over:
        position = position.with_faces(dict.fromkeys(mines, MINE))
    console.print_line(board_text(position, console.width, marked=opened, paint=style))
    if game.status is Status.LOST:
        console.print(_("›✱‹ the mine that was opened   F wrong flag"), dim=True)
    console.print()
