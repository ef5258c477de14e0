"""The positions in which a native player decides, from whole games in the core."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sapper import _core
from sapper.board.cell import CellLike
from sapper.board.seeds import check_number, check_seed
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.dealing import check_room

__all__ = ["GameDecisions", "decisions_of_games"]


@dataclass(frozen=True)
class GameDecisions:
    """All decisions of some games, and which of the games were won.

    `faces` has the boards before the decisions, one after another. For every decision: the game,
    counted from the first; the moves before; the cell that is opened; whether it is a guess.
    """

    faces: bytes
    games: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int32]
    choices: npt.NDArray[np.int32]
    guesses: npt.NDArray[np.bool_]
    won: list[bool]


def decisions_of_games(
    spec: BoardSpec,
    start: StartRule,
    first: CellLike,
    seed: int,
    begin: int,
    count: int,
    player: str,
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
        player,
    )
    return GameDecisions(
        faces, games, moves, choices, guesses.astype(bool), won.astype(bool).tolist()
    )
