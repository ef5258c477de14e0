"""A ledger that others write: who plays its runs, and its chunks by row, to see the new ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sapper.lab.ledger import Entry, Ledger
from sapper.lab.ledger.file import translate_errors
from sapper.lab.ledger.stored_chunk import FIGURES, GAMES, StoredChunk, is_sound
from sapper.lab.live.live_run import Call

__all__ = ["WatchedLedger"]

_LOCK_SECONDS: Final = 1.0  # a look does not wait long
_CALLS: Final = (
    "SELECT run, games, began, seen, chunk_at, speed, ended, test FROM calls ORDER BY id"
)
_CHUNK: Final = f"""
SELECT begin, count, checksum, {", ".join(FIGURES)} FROM chunks WHERE rowid = ?"""


class WatchedLedger(Ledger):
    """A ledger opened to be watched, never to be written."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, read_only=True, patience=_LOCK_SECONDS)
        self._is_of_today = "worker" in self._file.columns("chunks")

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read one state of the ledger, while others join chunks or write more."""
        with translate_errors(self.path), self._file.transaction("DEFERRED"):
            yield

    def calls(self) -> dict[int, list[Call]]:
        """Return who plays the runs or did, by the number of the run, oldest first."""
        found: dict[int, list[Call]] = {}
        with translate_errors(self.path):
            rows = self._base.execute(_CALLS).fetchall() if self._is_of_today else []
        for run, *columns in rows:
            found.setdefault(run, []).append(Call(*columns))
        return found

    def chunk_rows(self, entry: Entry) -> dict[int, tuple[int, int]]:
        """Return the first game and the number of games of every chunk, by row."""
        with translate_errors(self.path):
            rows = self._base.execute(
                "SELECT rowid, begin, count FROM chunks WHERE run = ?", (entry.number,)
            ).fetchall()
        return {row: (begin, count) for row, begin, count in rows}

    def sums_of(self, entry: Entry, chunks: Mapping[int, tuple[int, int]]) -> Iterator[StoredChunk]:
        """Yield some of the `chunk_rows`; damaged ones are left out."""
        if not self._is_of_today:
            begins = {begin for begin, _ in chunks.values()}
            yield from (chunk for chunk in self.chunks(entry) if chunk.begin in begins)
            return
        for row in chunks:
            with translate_errors(self.path):
                found = self._base.execute(_CHUNK, (row,)).fetchone()
            if found is None:
                continue
            begin, count, checksum, *figures = found
            blobs = [None] * len(GAMES) + figures
            if checksum is not None and is_sound(checksum, (*entry.key, begin, count), blobs):
                yield StoredChunk.from_blobs(begin, count, blobs, entry.run.spec.safe_cells)
