"""Play the games of the experiments through the laboratory, in a ledger of their own.

An experiment that is stopped or killed goes on where it was; games of another player than today's
are never used. `build/experiments.sqlite` can be deleted at any time.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sapper.board.spec import StartRule
from sapper.cli.terminal.progress import show_progress
from sapper.games.table import Bools
from sapper.lab.result import RunResult
from sapper.lab.simulation import simulate

__all__ = ["LEDGER", "chunks", "measure", "outcomes"]

LEDGER = Path(__file__).parents[1] / "build" / "experiments.sqlite"


def chunks(games: int, size: int) -> list[range]:
    """Return the numbers of the games, chunk by chunk."""
    return [range(begin, min(begin + size, games)) for begin in range(0, games, size)]


def measure(
    player: str, board: str, start: StartRule, first: tuple[int, int], seed: int, games: int,
    *, workers: int = 1, keep: str = "summary",
) -> RunResult:  # fmt: skip
    """Return the result of some games; only those that are missing in the ledger are played."""
    with show_progress() as watch:
        return simulate(
            player, board, start=start, first=first, seed=seed, games=games, workers=workers,
            ledger=LEDGER, keep=keep, watch=watch,
        )  # fmt: skip


def outcomes(
    player: str, board: str, start: StartRule, first: tuple[int, int], seed: int, games: int
) -> Bools:
    """Return which of some games were won; only those that are missing are played."""
    result = measure(player, board, start, first, seed, games, keep="outcomes")
    return np.concatenate(list(result.outcomes()))
