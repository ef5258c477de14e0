"""Click paths as games, and games as click paths.

A click path (`board/formats/click_path.py`) has clicks as they were made, also those that do
nothing; the moves of a game all change something.
"""

from __future__ import annotations

from collections.abc import Iterable

from sapper.board.cell import FLAG, Cell
from sapper.board.formats.click_path import Click, ClickKind
from sapper.board.formats.game_words import start_rule_of
from sapper.board.layout import Layout
from sapper.errors import InputError
from sapper.games.game import Game
from sapper.players.decision import Move, MoveKind

__all__ = ["clicks_of_game", "game_of_clicks"]

_KIND_OF: dict[MoveKind, ClickKind] = {"open": "left", "flag": "right", "chord": "chord"}


def game_of_clicks(layout: Layout, clicks: Iterable[Click]) -> tuple[Game, int]:
    """Return the game that clicks make on a layout, and how many of them change nothing."""
    clicks = tuple(clicks)
    first = next((click.cell for click in clicks if click.kind == "left"), None)
    game = Game(layout.spec, start_rule_of(layout, first), layout=layout.cells)
    wasted = 0
    for click in clicks:
        try:
            game.make(_move(game, click))
        except InputError:  # a click on an open cell or a flag, a chord without its flags
            wasted += 1
    return game, wasted


def clicks_of_game(game: Game) -> tuple[tuple[Click, ...], int]:
    """Return the moves of a game as clicks, and how many question marks no click can set."""
    clicks: list[Click] = []
    flags: set[Cell] = set()
    lost = 0
    for kind, cell in game.moves:
        if kind == "unmark" and cell in flags:
            flags.discard(cell)
            clicks.append(Click("right", cell))
        elif kind in _KIND_OF:
            flags |= {cell} if kind == "flag" else set()
            clicks.append(Click(_KIND_OF[kind], cell))
        else:
            if cell in flags:  # a question mark in place of the flag
                flags.discard(cell)
                clicks.append(Click("right", cell))
            lost += 1
    return tuple(clicks), lost


def _move(game: Game, click: Click) -> Move:
    if click.kind == "right":
        is_flag = game.position.face(click.cell) == FLAG
        return Move("unmark" if is_flag else "flag", click.cell)
    return Move("open" if click.kind == "left" else "chord", click.cell)
