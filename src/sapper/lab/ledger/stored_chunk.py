"""A chunk as the ledger stores it: sums always, outcomes and games if they are kept.

Its checksum has two halves: over the run, the numbers, the outcomes and the sums, which are always
read, and over the columns of the games, which are read only when games are asked for.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

import numpy as np

from sapper.games.table import COLUMNS, Bools, GameTable
from sapper.lab.ledger.game_columns import columns_of, games_of
from sapper.lab.ledger.keep import Keep
from sapper.lab.sums import GameSums

__all__ = ["FIGURES", "GAMES", "StoredChunk", "checksum_of", "is_sound"]

Blob = bytes | None

GAMES: Final = (*COLUMNS, "safeties")
"""The columns of the ledger that hold games."""

FIGURES: Final = ("outcomes", "sums")
"""The columns of the ledger that hold what figures need."""


@dataclass(frozen=True, eq=False)
class StoredChunk:
    """Games `begin` to `end - 1`; `won` and `table` are None if they are not kept or not read."""

    begin: int
    sums: GameSums
    won: Bools | None
    table: GameTable | None

    @classmethod
    def of(cls, table: GameTable, safe_cells: int) -> StoredChunk:
        """Return some games as a chunk of which everything is kept."""
        return cls(table.begin, GameSums.of(table, safe_cells), table.won, table)

    @classmethod
    def join(cls, parts: Sequence[StoredChunk]) -> StoredChunk:
        """Return consecutive chunks as one, without their games; each has outcomes, or none has."""
        won = [part.won for part in parts if part.won is not None]
        sums = GameSums.total(part.sums for part in parts)
        return cls(parts[0].begin, sums, np.concatenate(won) if won else None, None)

    @property
    def end(self) -> int:
        """The number after the last game."""
        return self.begin + self.sums.games

    def kept(self, keep: Keep) -> StoredChunk:
        """Return what is kept of the chunk."""
        return replace(
            self,
            won=self.won if keep.has_outcomes else None,
            table=self.table if keep is Keep.GAMES else None,
        )

    def until(self, end: int, safe_cells: int) -> StoredChunk | None:
        """Return the games before `end`; None if their sums are not known."""
        if self.end <= end:
            return self
        return None if self.table is None else self.of(self.table.between(0, end), safe_cells)

    def to_blobs(self) -> list[Blob]:
        """Return the columns of the ledger: `GAMES`, then `FIGURES`."""
        games = [None] * len(GAMES) if self.table is None else columns_of(self.table)
        outcomes = None if self.won is None else np.packbits(self.won).tobytes()
        return [*games, outcomes, self.sums.to_bytes()]

    @classmethod
    def from_blobs(
        cls, begin: int, count: int, blobs: Sequence[Blob], safe_cells: int
    ) -> StoredChunk:
        """Return the chunk; chunks of earlier ledgers have no sums but always games."""
        games, (outcomes, sums) = blobs[: len(GAMES)], blobs[len(GAMES) :]
        table = None if games[0] is None else games_of(begin, games)
        if sums is None:
            assert table is not None
            return cls.of(table, safe_cells)
        bits = None if outcomes is None else np.frombuffer(outcomes, np.uint8)
        won = None if bits is None else np.unpackbits(bits, count=count).astype(bool)
        return cls(begin, GameSums.from_bytes(sums), won, table)


def checksum_of(key: Iterable[object], blobs: Sequence[Blob]) -> int:
    """Return the checksum: of the games in the upper half, of all the rest in the lower half."""
    games, figures = blobs[: len(GAMES)], blobs[len(GAMES) :]
    lower = _checksum([repr(tuple(key)).encode(), *figures])
    return (_checksum(games) & 0x7FFF_FFFF) << 32 | lower


def is_sound(stored: int | None, key: Sequence[object], blobs: Sequence[Blob]) -> bool:
    """Return whether the blobs are those that were stored; those of the games may be left out.

    The key ends with the number of games. A chunk of an earlier form has no checksum; its columns
    must have the right lengths.
    """
    if stored is None:
        return _has_right_lengths(cast(int, key[-1]), blobs)
    found = checksum_of(key, blobs)
    if all(blob is None for blob in blobs[: len(GAMES)]):
        return found & 0xFFFF_FFFF == stored & 0xFFFF_FFFF
    return found == stored


def _has_right_lengths(count: int, blobs: Sequence[Blob]) -> bool:
    sizes = (np.dtype(dtype).itemsize * count for dtype in COLUMNS.values())
    if any(
        blob is not None and len(blob) != size for blob, size in zip(blobs, sizes, strict=False)
    ):
        return False
    columns = dict(zip(GAMES, blobs, strict=False))
    guesses, safeties = columns["guesses"], columns["safeties"]
    if guesses is None or safeties is None:
        return True
    return len(safeties) == 8 * int(np.frombuffer(guesses, COLUMNS["guesses"]).sum())


def _checksum(blobs: Iterable[Blob]) -> int:
    """Return the checksum of some blobs; it covers which ones are there, and their lengths."""
    value = 0
    for blob in blobs:
        value = zlib.crc32(b"-" if blob is None else b"%d:" % len(blob), value)
        value = zlib.crc32(blob or b"", value)
    return value
