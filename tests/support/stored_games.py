"""Runs, identities and games for ledgers."""

from __future__ import annotations

from dataclasses import replace

from sapper.games.table import COLUMNS, GameTable
from sapper.lab.identity import Identity
from sapper.lab.ledger import Ledger
from sapper.lab.playing.chunk import Chunk
from sapper.lab.runs.run import Run

__all__ = ["known_run", "make_games", "read_games"]


def known_run(code: str = "file a", play: bytes = b"abcd" * 4, seed: int = 2**64 - 1) -> Run:
    """Return a run whose player has an identity of our choice."""
    return replace(Run.of("greedy", "9x9/10", seed=seed), identity=Identity(code, play))


def make_games(begin: int, count: int) -> Chunk:
    """Return games whose figures are derived from their numbers."""
    numbers = range(begin, begin + count)
    few = {"guesses": 2, "fault": 5}
    rows = [{name: i % few.get(name, 10**9) for name in COLUMNS} for i in numbers]
    table = GameTable.from_rows(begin, rows, [i / 1e6 for i in numbers if i % 2])
    return Chunk.of(table, 10**9)


def read_games(ledger: Ledger, run: Run) -> GameTable:
    """Return the games of a run that keeps them, joined."""
    chunks = ledger.chunks(run, with_games=True)
    return GameTable.join(chunk.table for chunk in chunks if chunk.table is not None)
