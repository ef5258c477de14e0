"""The lines of the games of a part, which `Game.parse` deals again."""

from __future__ import annotations

from sapper.games.game_line import GameLine
from sapper.lab.dataset.rows import PartRows
from sapper.players.decision import Move

__all__ = ["game_texts"]


def game_texts(rows: PartRows) -> list[str]:
    """Return the line of every game, with the move that opened its first cell, if there is one."""
    run, begin = rows.part.run, rows.part.begin
    moves = [() if cell is None else (str(Move("open", cell)),) for cell in rows.firsts]
    return [
        str(GameLine(run.board, run.start, str(run.seed), str(game), opened))
        for game, opened in enumerate(moves, begin)
    ]
