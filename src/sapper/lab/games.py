"""The figures of many games: one array per column, row i is game `begin + i`.

Columns are little-endian arrays, and that is also how the ledger keeps them. The exact safety of
every guess is in `safeties`, all games one after another; `guesses` tells how many belong to each.
Ledgers of earlier versions may lack it for players of the core, and `cleared`, `last`, `score` too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

__all__ = ["COLUMNS", "Games"]

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
}
"""The columns of a game and how each is stored."""


@dataclass(frozen=True)
class Games:
    """Games `begin` to `end - 1` of a run, column by column.

    `expected` is the sum of the safeties of the game's guesses (what `survived` is on average)
    and `variance` the sum of safety * (1 - safety); NaN where a safety could not be computed.
    `first` and `last` are cells by index, `cleared` is the number of safe cells open at the end;
    -1 means that it is not known. `score` is the outcome less the luck of the numbers seen, as the
    player's learned winning chance tells it; NaN where there is none.
    """

    begin: int
    won: npt.NDArray[np.bool_]
    steps: npt.NDArray[np.int32]
    guesses: npt.NDArray[np.int32]
    survived: npt.NDArray[np.int32]
    expected: npt.NDArray[np.float64]
    variance: npt.NDArray[np.float64]
    seconds: npt.NDArray[np.float64]
    first: npt.NDArray[np.int32]
    cleared: npt.NDArray[np.int32]
    last: npt.NDArray[np.int32]
    score: npt.NDArray[np.float64]
    safeties: npt.NDArray[np.float64] | None = None

    def __len__(self) -> int:
        return len(self.won)

    @property
    def end(self) -> int:
        """The number after the last game."""
        return self.begin + len(self)

    def between(self, begin: int, end: int) -> Games:
        """Return the games from `begin` to `end - 1` that are here."""
        low, high = max(begin, self.begin) - self.begin, min(end, self.end) - self.begin
        columns = {name: getattr(self, name)[low:high] for name in COLUMNS}
        safeties = self.safeties
        if safeties is not None:
            ends = np.concatenate([[0], np.cumsum(self.guesses)])
            safeties = safeties[ends[low] : ends[max(low, high)]]
        return Games(self.begin + low, **columns, safeties=safeties)

    @classmethod
    def of_rows(
        cls, begin: int, rows: Iterable[tuple[float, ...]], safeties: Iterable[float]
    ) -> Games:
        """Return the games given row by row, in the order of `COLUMNS`."""
        columns = list(zip(*rows, strict=True)) or [()] * len(COLUMNS)
        arrays = {
            name: np.array(column, dtype)
            for (name, dtype), column in zip(COLUMNS.items(), columns, strict=True)
        }
        return cls(begin, **arrays, safeties=np.array(list(safeties), "<f8"))

    @classmethod
    def joined(cls, parts: Iterable[Games]) -> Games:
        """Return parts that follow one another as one; none gives no games from 0 on."""
        pieces = list(parts) or [cls.of_rows(0, [], [])]
        if any(a.end != b.begin for a, b in pairwise(pieces)):
            raise ValueError("expected parts that follow one another")
        arrays = {name: np.concatenate([getattr(p, name) for p in pieces]) for name in COLUMNS}
        listed = [p.safeties for p in pieces if p.safeties is not None]
        safeties = np.concatenate(listed) if len(listed) == len(pieces) else None
        return cls(pieces[0].begin, **arrays, safeties=safeties)

    def to_blobs(self) -> list[bytes | None]:
        """Return every column as bytes, the safeties last."""
        blobs: list[bytes | None] = [
            np.ascontiguousarray(getattr(self, name), dtype).tobytes()
            for name, dtype in COLUMNS.items()
        ]
        blobs.append(None if self.safeties is None else self.safeties.astype("<f8").tobytes())
        return blobs

    @classmethod
    def from_blobs(cls, begin: int, blobs: Iterable[bytes | None]) -> Games:
        """Return the games that `to_blobs` wrote; a score that was not kept is NaN."""
        *columns, score, safeties = blobs
        if score is None:
            score = np.full(len(columns[0] or b""), np.nan, "<f8").tobytes()
        arrays = {
            name: np.frombuffer(blob or b"", dtype)
            for (name, dtype), blob in zip(COLUMNS.items(), [*columns, score], strict=True)
        }
        return cls(
            begin, **arrays, safeties=None if safeties is None else np.frombuffer(safeties, "<f8")
        )
