"""Whole games in the core: no Python per move, threads inside, Ctrl-C heeded."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sapper import _core
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.games.dealing import check_room, check_seed

__all__ = ["GameTable", "is_scored", "play_games"]

Whole = npt.NDArray[np.int32]
Real = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class GameTable:
    """The results of many games, one entry per game.

    `cleared` is the number of safe cells open at the end, `last` the last cell opened, by index.
    `expected` is the sum of the predicted safety of the guesses, `variance` the sum of
    safety * (1 - safety): over many games `survived` must agree with them. `slowest` is the
    longest single decision in seconds. `safeties` holds the exact safety of every guess of all
    games, one after another; NaN, as then in `expected` and `variance`, where it is not known.

    `score` is the outcome less the luck of the numbers, as the player's learned winning chance
    tells it: after every guess that chance, less what it was on average over all that the guess
    could have shown; and where the end of the game was searched, its exact chance for the outcome.
    Its mean is the win rate whatever was learned. NaN unless `is_scored`.
    """

    won: npt.NDArray[np.bool_]
    moves: Whole
    guesses: Whole
    survived: Whole
    cleared: Whole
    last: Whole
    expected: Real
    variance: Real
    seconds: Real
    slowest: Real
    safeties: Real
    score: Real

    @property
    def correction(self) -> Real:
        """Outcome minus score of every game: luck, so 0 on average."""
        return self.won - self.score


def is_scored(spec: BoardSpec, setting: str) -> bool:
    """Return whether games have a score: the player has a learned value that fits the board."""
    return _core.is_scored(setting, spec.geometry.native)


def play_games(
    spec: BoardSpec,
    start: StartRule,
    first: tuple[int, int],
    seed: int,
    begin: int,
    count: int,
    setting: str = "champion",
    workers: int = 1,
) -> GameTable:
    """Return the results of games begin .. begin + count - 1 of a seed.

    `setting` is champion, patient, lookahead or fast, or clairvoyant: a player that knows
    the mines.
    """
    check_seed(seed, begin)
    check_room(spec, start, first)
    if count < 0 or workers < 1:
        raise InputError(f"expected games >= 0 and workers >= 1, got {count} and {workers}")
    geometry = spec.geometry
    table = _core.simulate(
        geometry.native, spec.mines, start.value, geometry.index(first), seed, begin, count,
        setting, workers,
    )  # fmt: skip
    return GameTable(
        table.won, table.moves, table.guesses, table.survived, table.cleared, table.last,
        table.expected, table.variance, table.seconds, table.slowest, table.safeties,
        table.score,
    )  # fmt: skip
