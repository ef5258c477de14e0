"""Join short chunks of a ledger, so that its size does not depend on the speed of the player.

A chunk takes half a second to play (a second on a cluster); a kill may lose that much. Its sums
take 600 bytes and more, however few games it has, while an outcome takes one bit. So consecutive
chunks of one process whose games are not kept one by one become one row, in the transaction that
stores the last of them. A reader sees either the parts or the whole, and their figures are the
same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from sapper.lab.ledger.rows import Entry, LedgerRows
from sapper.lab.ledger.stored_chunk import StoredChunk
from sapper.lab.sums import UNIT

__all__ = ["JOINED_GAMES", "JOINED_SECONDS", "ChunkJoiner"]

JOINED_GAMES: Final = 2**18
"""Chunks are joined when they have so many games together."""

JOINED_SECONDS: Final = 30.0
"""Or when their decisions took so long: a result of fewer games plays a part of a row again."""

_MOST_WAITING: Final = 4  # times as many games wait at most, whoever played them: memory is bounded

Whence = tuple[int | None, int | None]


@dataclass
class _Waiting:
    """Chunks that were written and are to be joined, with their checksums."""

    parts: list[tuple[StoredChunk, int]] = field(default_factory=list)
    games: int = 0
    units: int = 0

    @property
    def is_enough(self) -> bool:
        return self.games >= JOINED_GAMES or self.units * UNIT >= JOINED_SECONDS

    def add(self, chunk: StoredChunk, checksum: int) -> None:
        self.parts.append((chunk, checksum))
        self.games += chunk.sums.games
        self.units += chunk.sums.seconds_units

    def neighbours(self) -> list[list[tuple[StoredChunk, int]]]:
        """Return the chunks in groups without gaps."""
        groups: list[list[tuple[StoredChunk, int]]] = []
        for part in sorted(self.parts, key=lambda part: part[0].begin):
            if groups and groups[-1][-1][0].end == part[0].begin:
                groups[-1].append(part)
            else:
                groups.append([part])
        return groups


class ChunkJoiner:
    """Writes chunks, and joins those that this open ledger has written; both in a transaction.

    What an earlier process has left is not joined: that is a few rows for each interruption.
    """

    def __init__(self, rows: LedgerRows) -> None:
        self._rows = rows
        self._waiting: dict[tuple[int, bool, Whence], _Waiting] = {}

    def insert(self, entry: Entry, chunk: StoredChunk, whence: Whence) -> None:
        """Write a chunk; join it with those before it when they are enough."""
        checksum = self._rows.insert(entry, chunk, whence)
        if chunk.table is not None:
            return
        key = (entry.number, chunk.won is None, whence)
        waiting = self._waiting.setdefault(key, _Waiting())
        waiting.add(chunk, checksum)
        if waiting.is_enough:
            del self._waiting[key]
            for group in waiting.neighbours():
                self._join(entry, group, whence)
        elif sum(each.games for each in self._waiting.values()) > _MOST_WAITING * JOINED_GAMES:
            self._waiting.clear()  # many workers, whose chunks are hardly ever neighbours

    def _join(self, entry: Entry, group: list[tuple[StoredChunk, int]], whence: Whence) -> None:
        """Replace rows by one, unless another process has changed them since they were written."""
        parts = [chunk for chunk, _ in group]
        if len(parts) > 1 and self._rows.delete(entry, group):
            self._rows.insert(entry, StoredChunk.join(parts), whence)
