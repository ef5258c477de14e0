"""Runs, identities and games for ledgers; compared, changed, damaged."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from sapper.games.table import COLUMNS, GameTable
from sapper.lab import Watch
from sapper.lab.identity import Identity
from sapper.lab.ledger import Ledger
from sapper.lab.playing.chunk import Chunk
from sapper.lab.result import RunResult
from sapper.lab.runs.run import Run

__all__ = [
    "Notes", "are_same_games", "flip", "known_run", "make_games", "read_games", "with_columns",
]  # fmt: skip


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


_STEADY = [name for name in COLUMNS if name not in ("seconds", "slowest")]


def are_same_games(a: GameTable, b: GameTable) -> bool:
    """Return whether two tables are equal, apart from times."""
    assert a.safeties is not None
    assert b.safeties is not None
    columns = all(np.array_equal(getattr(a, n), getattr(b, n), equal_nan=True) for n in _STEADY)
    return columns and np.array_equal(a.safeties, b.safeties)


def with_columns(result: RunResult, **columns: Any) -> RunResult:
    """Return the result with other columns of its games."""
    chunk = Chunk.of(replace(result.data, **columns), result.run.spec.safe_cells)
    return RunResult(result.run, chunk.sums, chunks=(chunk,))


class Notes(Watch):
    """Keeps the notes."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def note(self, text: str) -> None:
        """Keep a note."""
        self.texts.append(text)


def flip(path: Path, column: str) -> None:
    """Change one byte of a stored column."""
    base = sqlite3.connect(path)
    number, blob = base.execute(
        f"SELECT rowid, {column} FROM chunks ORDER BY rowid DESC"
    ).fetchone()
    changed = bytes([blob[0] ^ 1]) + blob[1:]
    base.execute(f"UPDATE chunks SET {column} = ? WHERE rowid = ?", (changed, number))
    base.commit()
    base.close()
