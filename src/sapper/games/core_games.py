"""Play whole games in the core, in several threads; Ctrl-C stops them.

`play_games` returns a table of figures, `decisions_of_games` every position in which a native
player decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sapper import _core
from sapper.board.cell import CellLike
from sapper.board.number_checks import check_number, check_seed
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.games.dealing import check_room
from sapper.games.table import COLUMNS, GameTable

__all__ = ["GameDecisions", "decisions_of_games", "is_scored", "play_games"]


def is_scored(spec: BoardSpec, player: str) -> bool:
    """Return whether games have a score: the player has a learned value that fits the board."""
    return _core.is_scored(player, spec.geometry.native)


def play_games(
    spec: BoardSpec,
    start: StartRule,
    first: CellLike,
    seed: int,
    begin: int,
    count: int,
    player: str = "champion",
    workers: int = 1,
) -> GameTable:
    """Return games `begin` to `begin + count - 1` of a seed; the first cell is not a guess here.

    `player` is champion, patient, lookahead, fast or deep (also deep:layouts=N); or
    clairvoyant, a player that knows the mines and gives a lower bound on the time of a game.
    """
    seed, begin = check_seed(seed), check_number(begin)
    check_room(spec, start, first)
    if count < 0 or workers < 1:
        raise InputError(f"expected games >= 0 and workers >= 1, got {count} and {workers}")
    cell = spec.geometry.index(first)
    played = _core.simulate(
        spec.geometry.native, spec.mines, start.value, cell, seed, begin, count, player, workers
    )
    return _table(begin, played, first=np.full(count, cell, COLUMNS["first"]))


def _table(begin: int, played: _core.GameTable, **known: Any) -> GameTable:
    """Return the games of the core as a table, with the columns that the core does not know."""
    known["fault"] = np.zeros(len(known["first"]), COLUMNS["fault"])
    columns = {name: known[name] if name in known else getattr(played, name) for name in COLUMNS}
    return GameTable(begin, **columns, safeties=played.safeties)


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
