"""A ledger with games of another identity."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from sapper.lab import Ledger
from sapper.lab.chunk import play_chunk
from sapper.lab.run import Run

__all__ = ["RUN", "old_ledger"]

RUN = Run.of("greedy", "9x9/10", seed=5)


def old_ledger(path: Path, run: Run = RUN, wrong: int | None = None) -> Path:
    """Return a ledger with 90 games of another identity, in two pieces; one game may be wrong."""
    with Ledger(path) as ledger:
        entry = ledger.enter(run, "0.0.1", "of old")
        for begin, count in ((0, 40), (60, 50)):
            games = play_chunk(run, begin, count).games
            if wrong is not None:
                numbers = np.arange(begin, begin + count)
                games = replace(games, steps=games.steps + (numbers == wrong).astype(np.int32))
            ledger.store(entry, games)
    return path
