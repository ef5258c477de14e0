"""The table of many games: one array per column, row i is game `begin + i`.

The core, the laboratory, the ledger and the exports use these columns under these names. Arrays
are little-endian.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

__all__ = ["COLUMNS", "GameTable"]

COLUMNS: Final[Mapping[str, str]] = {
    "won": "?",
    "steps": "<i4",
    "guesses": "<i4",
    "survived": "<i4",
    "expected": "<f8",
    "variance": "<f8",
    "seconds": "<f8",
    "first": "<i4",
    "cleared": "<i4",
    "last": "<i4",
    "score": "<f8",
    "slowest": "<f8",
    "fault": "|u1",
}
"""The columns that have one value per game, and the type of each."""

Bools = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class GameTable:
    """Games `begin` to `end - 1`, column by column.

    `steps` is the number of moves. `expected` is the sum of the exact safeties of the game's
    guesses (what `survived` is on average) and `variance` the sum of safety * (1 - safety).
    `first` and `last` are cells by index, `cleared` is the number of safe cells open at the end.
    `seconds` is the time of all decisions, `slowest` of the longest one. -1 and NaN mean unknown.
    `fault` is 0 for a game that was played to its end, else how the player failed in it.

    `score` is the outcome minus the luck of the numbers, measured by the player's learned winning
    chance: for every guess, that chance after it minus its mean over all results that were
    possible. Where the end of the game was searched, its exact chance replaces the outcome. The
    mean of the scores is the win rate, however good the learned chance is. NaN: no score.

    `safeties` holds the exact safety of every guess of all games, one after another; `guesses`
    says how many belong to each game. None for games from a ledger without them.
    """

    begin: int
    won: Bools
    steps: Integers
    guesses: Integers
    survived: Integers
    expected: Floats
    variance: Floats
    seconds: Floats
    first: Integers
    cleared: Integers
    last: Integers
    score: Floats
    slowest: Floats
    fault: Bytes
    safeties: Floats | None = None

    def __repr__(self) -> str:
        return f"<GameTable of games {self.begin} to {self.end - 1}, {int(self.won.sum())} won>"

    def __len__(self) -> int:
        return len(self.won)

    @property
    def end(self) -> int:
        """The number after the last game."""
        return self.begin + len(self)

    @property
    def correction(self) -> Floats:
        """Outcome minus score of every game: luck, so 0 on average."""
        return self.won - self.score

    def between(self, begin: int, end: int) -> GameTable:
        """Return the games from `begin` to `end - 1` that the table contains."""
        low, high = max(begin, self.begin) - self.begin, min(end, self.end) - self.begin
        columns = {name: getattr(self, name)[low:high] for name in COLUMNS}
        safeties = self.safeties
        if safeties is not None:
            ends = np.concatenate([[0], np.cumsum(self.guesses)])
            safeties = safeties[ends[low] : ends[max(low, high)]]
        return GameTable(self.begin + low, **columns, safeties=safeties)

    @classmethod
    def from_rows(
        cls, begin: int, rows: Iterable[Mapping[str, float]], safeties: Iterable[float]
    ) -> GameTable:
        """Return the games given row by row; every row has a value for each column."""
        listed = list(rows)
        columns: dict[str, Any] = {
            name: np.array([row[name] for row in listed], dtype) for name, dtype in COLUMNS.items()
        }
        return cls(begin, **columns, safeties=np.array(list(safeties), "<f8"))

    @classmethod
    def join(cls, parts: Iterable[GameTable]) -> GameTable:
        """Return consecutive parts as one table; an empty table for no parts."""
        pieces = list(parts) or [cls.from_rows(0, [], [])]
        if any(a.end != b.begin for a, b in pairwise(pieces)):
            raise ValueError("the parts are not consecutive")
        arrays = {name: np.concatenate([getattr(p, name) for p in pieces]) for name in COLUMNS}
        known = [p.safeties for p in pieces if p.safeties is not None]
        safeties = np.concatenate(known) if len(known) == len(pieces) else None
        return cls(pieces[0].begin, **arrays, safeties=safeties)
