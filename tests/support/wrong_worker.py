"""A ledger in which one of three workers has played another player's games."""

from __future__ import annotations

from pathlib import Path

from sapper.lab import Ledger
from sapper.lab.chunk import play_chunk
from sapper.lab.identity import Worker, identity_of, sapper_version
from sapper.lab.keep import Keep
from sapper.lab.run import Run

__all__ = ["ledger_with_wrong_worker"]

_WORKERS = (Worker("good", 1), Worker("bad", 2), Worker("good", 3))
_CHUNK = 300


def ledger_with_wrong_worker(path: Path, keep: str = "games") -> Path:
    """Return a ledger of 900 games of `fast`; those of the second worker are of `greedy`."""
    run, other = (Run.of(name, "9x9/10", seed=5) for name in ("fast", "greedy"))
    with Ledger(path) as ledger:
        entry = ledger.enter(run, sapper_version(), identity_of(run))
        for number, worker in enumerate(_WORKERS):
            wrong = worker.machine == "bad"
            games = play_chunk(other if wrong else run, number * _CHUNK, _CHUNK).games
            ledger.store(entry, games, Keep(keep), worker=worker)
    return path
