"""The state of a game as plain data: what `--json`, the API and notebooks share."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

from sapper.board.cell import CellPair, pairs_of

if TYPE_CHECKING:
    from sapper.games.game import Game

__all__ = ["GameDocument", "game_document"]


class GameDocument(TypedDict):
    """The state of a game; `game` is the line that replays it, and mines are null until its end.

    Seed and number are text, because JavaScript has no integers of 64 bits.
    """

    game: str
    board: str
    start: str
    seed: str
    number: str
    moves: list[str]
    status: str
    position: str
    mines_left: int
    safe_left: int
    mines: list[CellPair] | None
    neighbours: NotRequired[list[list[int]]]
    """Of every cell, on a graph only."""


def game_document(game: Game) -> GameDocument:
    """Return a game as plain data, with the mines only once it is over."""
    line = game.line
    document = GameDocument(
        game=str(line),
        board=line.board,
        start=line.start,
        seed=line.seed,
        number=line.game,
        moves=list(line.moves),
        status=game.status.value,
        position=str(game.position),
        mines_left=game.mines_left,
        safe_left=game.safe_left,
        mines=_mines(game) if game.is_over else None,
    )
    if game.spec.graph is not None:
        document["neighbours"] = [list(around) for around in game.spec.graph.neighbour_lists]
    return document


def _mines(game: Game) -> list[CellPair]:
    layout = game.layout or b""
    return pairs_of(game.geometry.cell(i) for i, is_mine in enumerate(layout) if is_mine)
