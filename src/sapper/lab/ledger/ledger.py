"""The ledger: an SQLite file that stores finished chunks, one transaction each.

Several processes may use it at once (write-ahead log; writers wait for each other). A stored game
is never written again, since equal seeds give equal games. Entries differ by all that determines a
run, by the version of sapper and by the player's identity (the column `signature`), so games of two
versions of a player are never mixed. Every chunk has a checksum; one that does not fit is not used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Self

from sapper.games.table import GameTable
from sapper.lab.errors import LedgerError
from sapper.lab.identity import Worker
from sapper.lab.ledger.file import LOCK_SECONDS, LedgerFile, translate_errors
from sapper.lab.ledger.joining import ChunkJoiner
from sapper.lab.ledger.keep import Keep
from sapper.lab.ledger.origins import LedgerOrigins
from sapper.lab.ledger.rows import KEY, Entry, LedgerRows
from sapper.lab.ledger.stored_chunk import StoredChunk, checksum_of, is_sound
from sapper.lab.limits import Limits
from sapper.lab.provenance import Provenance
from sapper.lab.run import Run

__all__ = ["DamagedChunk", "Entry", "Ledger"]

_END: Final = 2**63 - 1


@dataclass(frozen=True)
class DamagedChunk:
    """A chunk whose checksum does not fit: some of its bytes have changed."""

    entry: Entry
    begin: int
    count: int

    def __str__(self) -> str:
        last = self.begin + self.count - 1
        return f"games {self.begin:,} to {last:,} of run {self.entry.number} ({self.entry.run})"


class Ledger:
    """An open ledger; a context manager. Without a path it is in memory only."""

    def __init__(
        self,
        path: Path | None = None,
        *,
        read_only: bool = False,
        patience: float = LOCK_SECONDS,
    ) -> None:
        self.path = path
        self._file = LedgerFile(path, read_only=read_only, patience=patience)
        self._base = self._file.base
        self._rows = LedgerRows(self._file)
        self._joiner = ChunkJoiner(self._rows)
        self._origins = LedgerOrigins(self._file)
        if not read_only:
            self._seal_old_chunks()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _seal_old_chunks(self) -> None:
        """Give the chunks of an earlier form sums and a checksum."""
        with translate_errors(self.path), self._file.transaction("DEFERRED"):
            old = self._base.execute("SELECT DISTINCT run FROM chunks WHERE checksum IS NULL")
            numbers = {number for (number,) in old.fetchall()}
        for entry in filter(lambda e: e.number in numbers, self.entries() if numbers else ()):
            with translate_errors(self.path), self._file.transaction():
                self._rows.seal(entry)

    def enter(self, run: Run, version: str, identity: str) -> Entry:
        """Return the entry of a run; create it if it is new."""
        entry = Entry(0, run, version, identity, 0)
        where = " AND ".join(f"{name} = ?" for name in KEY)
        with translate_errors(self.path), self._file.transaction():
            self._base.execute(
                f"INSERT OR IGNORE INTO runs ({', '.join(KEY)}, limits) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*entry.key, run.limits.key),
            )
            (number,) = self._base.execute(
                f"SELECT id FROM runs WHERE {where}", entry.key
            ).fetchone()
            (games,) = self._base.execute(
                "SELECT COALESCE(SUM(count), 0) FROM chunks WHERE run = ?", (number,)
            ).fetchone()
        return replace(entry, number=number, games=games)

    def entries(self) -> list[Entry]:
        """Return all runs, oldest first."""
        limits = "limits" if "limits" in self._file.columns("runs") else "''"
        games = "(SELECT COALESCE(SUM(count), 0) FROM chunks WHERE run = id)"
        with translate_errors(self.path):
            rows = self._base.execute(
                f"SELECT id, {games}, {limits}, {', '.join(KEY)} FROM runs ORDER BY id"
            ).fetchall()
        return [self._entry(number, games, limits, key) for number, games, limits, *key in rows]

    def _entry(self, number: int, games: int, limits: str, key: list[str]) -> Entry:
        player, board, start, first, seed, version, identity = key
        try:
            run = Run.of_key(player, board, start, first, seed, Limits.from_key(limits))
        except (ValueError, TypeError):
            raise LedgerError(
                f"the ledger {self.path} is damaged: run {number} cannot be read; `sapper ledger "
                f"recover {self.path} NEW-FILE` saves the others"
            ) from None
        return Entry(number, run, version, identity, games)

    def store(
        self,
        entry: Entry,
        games: GameTable,
        keep: Keep = Keep.GAMES,
        origin: Provenance | None = None,
        worker: Worker | None = None,
    ) -> StoredChunk:
        """Write the games that are not stored yet, in one transaction; return all, with sums.

        `origin` says when, where and how they were played, `worker` by which process.
        """
        safe_cells = entry.run.spec.safe_cells
        chunk = StoredChunk.of(games, safe_cells)
        with translate_errors(self.path), self._file.transaction():
            whence = self._origins.whence(origin, worker)
            for begin, end in self._rows.gaps(entry, games.begin, games.end):
                is_whole = (begin, end) == (chunk.begin, chunk.end)
                part = chunk if is_whole else StoredChunk.of(games.between(begin, end), safe_cells)
                self._joiner.insert(entry, part.kept(keep), whence)
        return chunk

    def insert(
        self,
        entry: Entry,
        chunk: StoredChunk,
        origin: Provenance | None = None,
        worker: Worker | None = None,
    ) -> None:
        """Write a chunk of another ledger, unless some of its games are stored already."""
        with translate_errors(self.path), self._file.transaction():
            if self._rows.is_missing(entry, chunk.begin, chunk.sums.games):
                self._rows.insert(entry, chunk, self._origins.whence(origin, worker))

    def adopt(self, source: Entry, target: Entry, checked: int, seed: int, at: str) -> int:
        """Move the chunks of one run to another, and record it; return how many games moved.

        Chunks with games that the target has stay where they are. Call `lab.adoption.adopt`, which
        first plays some of the games again.
        """
        moved = 0
        with translate_errors(self.path), self._file.transaction():
            begins = self._base.execute("SELECT begin FROM chunks WHERE run = ?", (source.number,))
            for (begin,) in begins.fetchall():
                row = self._rows.row(source, begin)
                assert row is not None
                count, checksum, blobs = row
                is_free = self._rows.is_missing(target, begin, count)
                if is_free and is_sound(checksum, (*source.key, begin, count), blobs):
                    fitting = checksum_of((*target.key, begin, count), blobs)
                    self._base.execute(
                        "UPDATE chunks SET run = ?, checksum = ? WHERE run = ? AND begin = ?",
                        (target.number, fitting, source.number, begin),
                    )
                    moved += count
            self._base.execute(
                "INSERT INTO adoptions (run, source, checked, seed, at) VALUES (?, ?, ?, ?, ?)",
                (target.number, source.number, checked, seed, at),
            )
        return moved

    def gaps(self, entry: Entry, end: int) -> list[tuple[int, int]]:
        """Return the ranges of games before `end` that are not stored."""
        with translate_errors(self.path):
            return list(self._rows.gaps(entry, 0, end))

    def chunks(self, entry: Entry, *, with_games: bool = False) -> Iterator[StoredChunk]:
        """Yield the chunks of a run in order, without damaged ones."""
        for begin, count, checksum, blobs in self._rows.rows(entry, with_games=with_games):
            if not is_sound(checksum, (*entry.key, begin, count), blobs):
                continue
            if with_games or blobs[-1] is not None:
                yield StoredChunk.from_blobs(begin, count, blobs, entry.run.spec.safe_cells)
            elif (early := self._find_chunk(entry, begin)) is not None:  # its form has no sums
                yield early

    def chunk(self, entry: Entry, begin: int) -> StoredChunk:
        """Return the chunk that begins with a game, with its games if they are kept."""
        chunk = self._find_chunk(entry, begin)
        if chunk is None:
            raise LedgerError(f"the chunk of game {begin:,} of {entry.run} is damaged or gone")
        return chunk

    def _find_chunk(self, entry: Entry, begin: int) -> StoredChunk | None:
        """Return a chunk with its games; None if it is damaged or gone."""
        row = self._rows.row(entry, begin)
        if row is None or not is_sound(row[1], (*entry.key, begin, row[0]), row[2]):
            return None
        return StoredChunk.from_blobs(begin, row[0], row[2], entry.run.spec.safe_cells)

    def sizes(self, entry: Entry) -> dict[int, int]:
        """Return how many games every chunk of a run has, by its first game."""
        question = "SELECT begin, count FROM chunks WHERE run = ?"
        with translate_errors(self.path):
            return dict(self._base.execute(question, (entry.number,)).fetchall())

    def games(self, entry: Entry, end: int) -> GameTable:
        """Return the games from 0 to the first missing one, or to `end`."""
        parts: list[GameTable] = []
        for chunk in self.chunks(entry, with_games=True):
            if chunk.begin != (parts[-1].end if parts else 0) or chunk.begin >= end:
                break
            if chunk.table is None:
                raise LedgerError(
                    f"the games of {entry.run} are not kept one by one; `--keep games` keeps them"
                )
            parts.append(chunk.table.between(0, end))
        return GameTable.join(parts)

    def drop_below(self, entry: Entry, least: Keep, end: int) -> int:
        """Delete chunks with games before `end` of which less is kept; return their games."""
        column = {Keep.GAMES: "won", Keep.OUTCOMES: "COALESCE(won, outcomes)"}.get(least)
        if column is None:
            return 0
        with translate_errors(self.path), self._file.transaction():
            deleted = self._base.execute(
                f"DELETE FROM chunks WHERE run = ? AND begin < ? AND {column} IS NULL "
                "RETURNING count",
                (entry.number, end),
            ).fetchall()
        return sum(count for (count,) in deleted)

    def keep_of(self, entry: Entry, end: int = _END) -> Keep:
        """Return what is kept of all games of a run before `end`."""
        if not self._rows.has_checksums:
            return Keep.GAMES
        with translate_errors(self.path):
            without_games, without_outcomes = self._base.execute(
                "SELECT COALESCE(SUM(won IS NULL), 0), "
                "COALESCE(SUM(won IS NULL AND outcomes IS NULL), 0) FROM chunks WHERE run = ? "
                "AND begin < ?",
                (entry.number, end),
            ).fetchone()
        if without_outcomes:
            return Keep.SUMMARY
        return Keep.OUTCOMES if without_games else Keep.GAMES

    def damaged(self, entry: Entry) -> list[DamagedChunk]:
        """Return the chunks of a run whose checksums do not fit; this reads everything."""
        return [
            DamagedChunk(entry, begin, count)
            for begin, count, checksum, blobs in self._rows.rows(entry, with_games=True)
            if not is_sound(checksum, (*entry.key, begin, count), blobs)
        ]

    def drop(self, chunk: DamagedChunk) -> None:
        """Delete a damaged chunk, so that its games are missing."""
        with translate_errors(self.path), self._file.transaction():
            if self._is_damaged(chunk.entry, chunk.begin):  # nobody has repaired it meanwhile
                self._base.execute(
                    "DELETE FROM chunks WHERE run = ? AND begin = ?",
                    (chunk.entry.number, chunk.begin),
                )

    def _is_damaged(self, entry: Entry, begin: int) -> bool:
        row = self._rows.row(entry, begin)
        return row is not None and not is_sound(row[1], (*entry.key, begin, row[0]), row[2])

    def origins(self, entry: Entry) -> list[tuple[Provenance | None, int]]:
        """Return where the games of a run came from, oldest first, each with its games."""
        return self._origins.of(entry)

    def adoptions(self, entry: Entry) -> list[tuple[int, int, int, str]]:
        """Return what a run has taken over: source, games checked, seed and time of each."""
        return self._origins.adoptions(entry)

    def workers(self, entry: Entry) -> dict[int, Worker | None]:
        """Return who played every chunk of a run, by its first game; None if that is unknown."""
        return self._origins.workers(entry)
