"""Draw a game: what the player sees and, once it is over, where the mines were."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.board.cell import MINE, is_covered
from sapper.board.notebook_value import Key, View, shorten
from sapper.board.svg import draw, legend_of
from sapper.language import _

if TYPE_CHECKING:
    from sapper.games.game import Game
    from sapper.games.record import Record

__all__ = ["game_svg", "game_view", "record_view"]

_STRUCK = "#e5735c"


def game_svg(game: Game, *, cell_size: int = 28) -> str:
    """Return the board; at the end with all mines, the one that was opened in red."""
    position = game.position
    struck = [position.geometry.cell(i) for i, face in enumerate(position.faces) if face == MINE]
    if game.is_over and game.layout is not None:
        shown = (
            (position.geometry.cell(i), MINE)
            for i, is_mine in enumerate(game.layout)
            if is_mine and is_covered(position.faces[i])
        )
        position = position.with_faces(shown)
    return draw(position, fills=dict.fromkeys(struck, _STRUCK), cell_size=cell_size)


def game_view(game: Game) -> View:
    """Return what a notebook shows of a game."""
    keys = list(legend_of(game.position))
    if MINE in game.position.faces:
        keys.append(Key(_STRUCK, "✹", _("the mine that was opened")))
    view = View(
        title=f"{game.spec}, {game.status.value}",
        legend=keys,
        rows=[
            ["moves", str(len(game.moves))],
            [_("safe cells left"), str(game.safe_left)],
            [_("mines left"), str(game.mines_left)],
            ["line", shorten(game.text, 100)],
        ],
    )
    return game.position.view_with(lambda: game_svg(game), view)


def record_view(record: Record) -> View:
    """Return what a notebook shows of a record: the end of the game and its figures."""
    rows = [
        ["player", record.player],
        ["moves", str(record.steps)],
        ["guesses", f"{record.guesses} ({record.guesses_survived} survived)"],
        ["time", f"{1000 * record.seconds:.1f} ms"],
        ["line", shorten(record.text, 100)],
    ]
    game = record.game
    title = f"{game.spec}, {record.result.value} by {record.player}"
    view = View(title, legend=game_view(game).legend, rows=rows)
    return game.position.view_with(lambda: game_svg(game), view)
