"""The positions in which a native player decides, from whole games in the core."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper import _core
from sapper.board.cell import Cell, CellLike
from sapper.board.position import Position
from sapper.board.seeds import check_number, check_seed
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.dealing import check_room

__all__ = ["DecidedPosition", "GameDecisions", "decisions_of_games"]


class DecidedPosition(NamedTuple):
    """A position: in which game, after how many moves, the cell opened next, and if it guessed."""

    game: int
    moves: int
    position: Position
    cell: Cell
    is_guess: bool


@dataclass(frozen=True)
class GameDecisions:
    """All decisions of some games, and which of the games were won."""

    spec: BoardSpec
    begin: int
    faces: bytes
    games: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int32]
    choices: npt.NDArray[np.int32]
    guesses: npt.NDArray[np.bool_]
    won: list[bool]

    def decisions(self) -> Iterator[DecidedPosition]:
        """Yield the decisions in their order."""
        geometry, mines, size = self.spec.geometry, self.spec.mines, self.spec.geometry.size
        columns = (c.tolist() for c in (self.games, self.moves, self.choices, self.guesses))
        for place, (game, moves, choice, is_guess) in enumerate(zip(*columns, strict=True)):
            faces = self.faces[place * size : (place + 1) * size]
            position = Position._trusted(geometry, mines, faces)
            yield DecidedPosition(
                self.begin + game, moves, position, geometry.cell(choice), is_guess
            )


def decisions_of_games(
    spec: BoardSpec,
    start: StartRule,
    first: CellLike,
    seed: int,
    begin: int,
    count: int,
    setting: str,
) -> GameDecisions:
    """Return the decisions in games `begin` to `begin + count - 1` of a seed.

    The given first cell is no decision; the certain cells of a position are decided together.
    """
    check_room(spec, start, first)
    faces, games, moves, choices, guesses, won = _core.decisions(
        spec.geometry.native,
        spec.mines,
        start.value,
        spec.geometry.index(first),
        check_seed(seed),
        check_number(begin),
        count,
        setting,
    )
    return GameDecisions(
        spec, begin, faces, games, moves, choices, guesses.astype(bool), won.astype(bool).tolist()
    )
