"""The rows of a ledger: chunks as they are stored, by entry and first game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sapper.lab.ledger.file import LedgerFile, translate_errors
from sapper.lab.ledger.stored_chunk import FIGURES, GAMES, Blob, StoredChunk, checksum_of, is_sound
from sapper.lab.run import Run

__all__ = ["BLOBS", "KEY", "Entry", "LedgerRows"]

BLOBS: Final = (*GAMES, *FIGURES)
"""The columns of a chunk that hold its content."""

KEY: Final = ("player", "board", "start", "first", "seed", "version", "signature")
"""The columns that tell runs apart."""


@dataclass(frozen=True)
class Entry:
    """A run in a ledger: its number, the version and identity of its player, its games."""

    number: int
    run: Run
    version: str
    identity: str
    games: int

    @property
    def key(self) -> tuple[str, ...]:
        """What tells entries apart, as the ledger stores it.

        The seed is text, since SQLite has no unsigned integers.
        """
        run = self.run
        words = (run.player, run.board, run.start, run.first, run.seed_text)
        return (*words, self.version, self.identity)


class LedgerRows:
    """The chunks in the file of a ledger, which may be of an earlier form."""

    def __init__(self, file: LedgerFile) -> None:
        self.file = file
        there = file.columns("chunks")
        self.has_checksums = "checksum" in there
        self._selected = {name: name if name in there else f"NULL AS {name}" for name in BLOBS}

    def rows(
        self, entry: Entry, *, with_games: bool
    ) -> Iterator[tuple[int, int, int | None, list[Blob]]]:
        """Yield begin, count, checksum and blobs of every chunk, as stored."""
        read = [
            self._selected[name] if with_games or name in FIGURES else f"NULL AS {name}"
            for name in BLOBS
        ]
        checksum = "checksum" if self.has_checksums else "NULL"
        with translate_errors(self.file.path):
            rows = self.file.base.execute(
                f"SELECT begin, count, {checksum}, {', '.join(read)} FROM chunks WHERE run = ? "
                "ORDER BY begin",
                (entry.number,),
            )
            for begin, count, stored, *blobs in rows:
                yield begin, count, stored, blobs

    def row(self, entry: Entry, begin: int) -> tuple[int, int | None, list[Blob]] | None:
        """Return count, checksum and all blobs of one chunk; None if it is not there."""
        with translate_errors(self.file.path):
            row = self.file.base.execute(
                f"SELECT count, {'checksum' if self.has_checksums else 'NULL'}, "
                f"{', '.join(self._selected.values())} FROM chunks WHERE run = ? AND begin = ?",
                (entry.number, begin),
            ).fetchone()
        return None if row is None else (row[0], row[1], list(row[2:]))

    def is_missing(self, entry: Entry, begin: int, count: int) -> bool:
        """Return whether none of these games are stored."""
        return list(self.gaps(entry, begin, begin + count)) == [(begin, begin + count)]

    def insert(
        self, entry: Entry, chunk: StoredChunk, whence: tuple[int | None, int | None]
    ) -> int:
        """Write a chunk with the numbers of its origin and its worker; return its checksum."""
        blobs = chunk.to_blobs()
        names = ("run", "begin", "count", *BLOBS, "checksum", "origin", "worker")
        checksum = checksum_of((*entry.key, chunk.begin, chunk.sums.games), blobs)
        self.file.base.execute(
            f"INSERT INTO chunks ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
            (entry.number, chunk.begin, chunk.sums.games, *blobs, checksum, *whence),
        )
        return checksum

    def delete(self, entry: Entry, chunks: Sequence[tuple[StoredChunk, int]]) -> bool:
        """Delete chunks if all are stored with these checksums; return whether they were."""
        for chunk, checksum in chunks:
            row = self.file.base.execute(
                "SELECT count, checksum FROM chunks WHERE run = ? AND begin = ?",
                (entry.number, chunk.begin),
            ).fetchone()
            if row != (chunk.sums.games, checksum):
                return False
        self.file.base.executemany(
            "DELETE FROM chunks WHERE run = ? AND begin = ?",
            [(entry.number, chunk.begin) for chunk, _ in chunks],
        )
        return True

    def seal(self, entry: Entry) -> None:
        """Write sums and checksums of chunks that have none, unless they are damaged."""
        begins = self.file.base.execute(
            "SELECT begin FROM chunks WHERE run = ? AND checksum IS NULL", (entry.number,)
        )
        for (begin,) in begins.fetchall():
            row = self.row(entry, begin)
            if row is None or not is_sound(None, (*entry.key, begin, row[0]), row[2]):
                continue
            cells = entry.run.spec.safe_cells
            blobs = StoredChunk.from_blobs(begin, row[0], row[2], cells).to_blobs()
            blobs[: len(GAMES)] = row[2][: len(GAMES)]  # columns that were unknown stay so
            self.file.base.execute(
                "UPDATE chunks SET outcomes = ?, sums = ?, checksum = ? "
                "WHERE run = ? AND begin = ?",
                (*blobs[len(GAMES) :], checksum_of((*entry.key, begin, row[0]), blobs),
                 entry.number, begin),
            )  # fmt: skip

    def gaps(self, entry: Entry, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the ranges of games from `begin` to `end - 1` that are not stored."""
        rows = self.file.base.execute(
            "SELECT begin, count FROM chunks WHERE run = ?1 AND begin < ?3 AND begin >= COALESCE("
            "(SELECT MAX(begin) FROM chunks WHERE run = ?1 AND begin <= ?2), 0) ORDER BY begin",
            (entry.number, begin, end),
        )
        for there, count in rows.fetchall():
            if there > begin:
                yield begin, there
            begin = max(begin, there + count)
        if begin < end:
            yield begin, end
