"""Continue from a position as a game, with mines that fit it."""

from __future__ import annotations

from sapper.analysis import Budget, analyse
from sapper.analysis.core_query import CoreQuery
from sapper.board.cell import FLAG, QUESTION, is_covered, is_number
from sapper.board.inputs import PositionLike, position_of
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.games.game import Game
from sapper.language import _
from sapper.players.decision import Move

__all__ = ["continue_position"]


def continue_position(
    position: PositionLike,
    *,
    mines: int | None = None,
    seed: int = 0,
    budget: Budget | None = None,
) -> Game:
    """Return a game at this position, with mines sampled from all layouts that fit.

    Neighbours of an open 0 are opened, as the rules require. Raise `InputError` without a mine
    count or with more than 1000 unknown cells, `ContradictionError` when no layout fits.
    """
    position = position_of(position, mines)
    if position.mines is None:
        raise InputError(
            _("cannot continue a position without a mine count: give the number of mines")
        )
    analyse(position, budget=budget)  # raises for a position that no layout fits
    layouts = CoreQuery.about(position).sample(1, seed)
    if not layouts:
        raise InputError(_("cannot continue a position with more than 1000 unknown cells"))
    return _game_at(position, layouts[0])


def _game_at(position: Position, layout: bytes) -> Game:
    """Return a game of this layout with the open cells and marks of the position."""
    geometry = position.geometry
    spec = BoardSpec.on(geometry, sum(layout))
    game = Game(spec, StartRule.RAW, layout=layout)
    for index, face in enumerate(position.faces):
        cell = geometry.cell(index)
        if is_number(face) and game.position.is_covered(cell) and not game.is_over:
            game.open(cell)
    for index, face in enumerate(position.faces):
        is_marked = face in (FLAG, QUESTION) and is_covered(game.position.faces[index])
        if is_marked and not game.is_over:
            game.make(Move("flag" if face == FLAG else "question", geometry.cell(index)))
    return game
