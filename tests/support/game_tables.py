"""Compare the tables of games that two runs played, and change those of a result."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from sapper.games.table import COLUMNS, GameTable
from sapper.lab.playing.chunk import Chunk
from sapper.lab.result import RunResult

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
