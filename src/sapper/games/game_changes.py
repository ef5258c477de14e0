"""A game move by move: what every move changed, so that a viewer needs no rules of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sapper.board.formats.alphabet import CANONICAL
from sapper.board.position import Position
from sapper.games.game import Game
from sapper.games.game_line import write_timed

__all__ = ["GameChanges", "GameStep"]


class GameStep(NamedTuple):
    """A move, the indices of the `cells` that it changed, and what they show then."""

    move: str
    cells: list[int]
    faces: str


@dataclass(frozen=True)
class GameChanges:
    """A game from the position before its first move, by the changes of every move.

    Cells are counted row by row from 0. The mines are None unless the game is over.
    """

    game: Game

    document_as = (
        ("game", "game.text"), ("board", "game.line.board"), ("start", "game.start"),
        ("status", "game.status"), "position", "steps", ("mines", "game.revealed_mines"),
    )  # fmt: skip

    @property
    def position(self) -> Position:
        """The position in which every cell is covered."""
        return Position.hidden(self.game.geometry, self.game.spec.mines)

    @property
    def steps(self) -> list[GameStep]:
        """What every move changed; together the steps change few cells more than once."""
        return [
            GameStep(write_timed(move, time), list(cells), CANONICAL.write(bytes(cells.values())))
            for (move, cells), time in zip(self.game.changes(), self.game.times, strict=True)
        ]
