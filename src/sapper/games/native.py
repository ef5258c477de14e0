"""Play whole games in the core, in several threads; Ctrl-C stops them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sapper import _core
from sapper.board.cell import CellLike
from sapper.board.seeds import check_number, check_seed
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.games.dealing import check_room
from sapper.games.table import COLUMNS, GameTable

__all__ = ["is_scored", "play_games"]


def is_scored(spec: BoardSpec, setting: str) -> bool:
    """Return whether games have a score: the setting has a learned value that fits the board."""
    return _core.is_scored(setting, spec.geometry.native)


def play_games(
    spec: BoardSpec,
    start: StartRule,
    first: CellLike,
    seed: int,
    begin: int,
    count: int,
    setting: str = "champion",
    workers: int = 1,
) -> GameTable:
    """Return games `begin` to `begin + count - 1` of a seed; the first cell is not a guess here.

    `setting` is champion, patient, lookahead or fast; or clairvoyant, a player that knows the
    mines and gives a lower bound on the time of a game.
    """
    seed, begin = check_seed(seed), check_number(begin)
    check_room(spec, start, first)
    if count < 0 or workers < 1:
        raise InputError(f"expected games >= 0 and workers >= 1, got {count} and {workers}")
    cell = spec.geometry.index(first)
    played = _core.simulate(
        spec.geometry.native, spec.mines, start.value, cell, seed, begin, count, setting, workers
    )
    constant = {"first": cell, "fault": 0}
    columns: dict[str, Any] = {
        name: np.full(count, constant[name], dtype) if name in constant else getattr(played, name)
        for name, dtype in COLUMNS.items()
    }
    return GameTable(begin, **columns, safeties=played.safeties)
