"""The ledger: an SQLite file that stores finished chunks, one transaction each.

Several processes may use it at once (write-ahead log; writers wait for each other). A stored game
is never written again, since equal seeds give equal games. Entries differ by everything that
determines a run, by the version of sapper and by the player's identity, so games of two versions of
a player are never mixed. The column of the identity is called `signature`, as in all earlier
ledgers. Every chunk has a checksum; one that does not fit is not used.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Final

from sapper.games.table import GameTable
from sapper.lab.errors import LedgerError
from sapper.lab.keep import Keep
from sapper.lab.ledger_file import LedgerFile, translate_errors
from sapper.lab.provenance import Provenance
from sapper.lab.run import Run
from sapper.lab.stored_chunk import FIGURES, GAMES, Blob, StoredChunk, checksum_of, is_sound

__all__ = ["DamagedChunk", "Entry", "Ledger", "default_ledger"]

_KEY: Final = ("strategy", "board", "start", "first", "seed", "version", "signature")
_BLOBS: Final = (*GAMES, *FIGURES)
_ORIGIN: Final = ", ".join(f'"{field.name}"' for field in fields(Provenance))

_ADOPTIONS: Final = """
CREATE TABLE IF NOT EXISTS adoptions (
    run INTEGER NOT NULL, source INTEGER NOT NULL, checked INTEGER NOT NULL, seed INTEGER NOT NULL,
    at TEXT NOT NULL
)
"""


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
        words = (run.strategy, run.board, run.start, run.first, str(run.seed))
        return (*words, self.version, self.identity)


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

    def __init__(self, path: Path | None = None, *, read_only: bool = False) -> None:
        self.path = path
        self._file = LedgerFile(path, read_only=read_only)
        self._base = self._file.base
        self._origin: tuple[Provenance, int] | None = None
        there = self._file.columns("chunks")
        self._has_checksums = "checksum" in there
        self._selected = {name: name if name in there else f"NULL AS {name}" for name in _BLOBS}

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def enter(self, run: Run, version: str, identity: str) -> Entry:
        """Return the entry of a run; create it if it is new."""
        entry = Entry(0, run, version, identity, 0)
        where = " AND ".join(f"{name} = ?" for name in _KEY)
        with translate_errors(self.path), self._file.transaction():
            self._base.execute(
                f"INSERT OR IGNORE INTO runs ({', '.join(_KEY)}) VALUES (?, ?, ?, ?, ?, ?, ?)",
                entry.key,
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
        with translate_errors(self.path):
            rows = self._base.execute(
                f"SELECT id, {', '.join(_KEY)}, "
                "(SELECT COALESCE(SUM(count), 0) FROM chunks WHERE run = id) FROM runs ORDER BY id"
            ).fetchall()
        return [
            Entry(number, Run(strategy, board, start, first, int(seed)), version, identity, games)
            for number, strategy, board, start, first, seed, version, identity, games in rows
        ]

    def store(
        self,
        entry: Entry,
        games: GameTable,
        keep: Keep = Keep.GAMES,
        origin: Provenance | None = None,
    ) -> StoredChunk:
        """Write the games that are not stored yet, in one transaction; return all, with sums."""
        safe_cells = entry.run.spec.safe_cells
        chunk = StoredChunk.of(games, safe_cells)
        with translate_errors(self.path), self._file.transaction():
            number = None if origin is None else self._number_of(origin)
            for begin, end in self._gaps(entry, games.begin, games.end):
                is_whole = (begin, end) == (chunk.begin, chunk.end)
                part = chunk if is_whole else StoredChunk.of(games.between(begin, end), safe_cells)
                self._insert(entry, part.kept(keep), number)
        return chunk

    def insert(self, entry: Entry, chunk: StoredChunk) -> None:
        """Write a chunk of another ledger, of which nothing is stored here."""
        with translate_errors(self.path), self._file.transaction():
            self._insert(entry, chunk, None)

    def adopt(self, source: Entry, target: Entry, checked: int, seed: int, at: str) -> int:
        """Move the chunks of one run to another, and record it; return how many games moved.

        Chunks with games that the target has stay where they are. Call `lab.adoption.adopt`, which
        first plays some of the games again.
        """
        with _translate_errors(self.path), self._transaction():
            before = self._count(target)
            self._base.execute(_ADOPTIONS)
            self._base.execute(
                "UPDATE chunks SET run = ?2 WHERE run = ?1 AND NOT EXISTS (SELECT 1 FROM chunks "
                "AS there WHERE there.run = ?2 AND there.begin < chunks.begin + chunks.count "
                "AND there.begin + there.count > chunks.begin)",
                (source.number, target.number),
            )
            self._base.execute(
                "INSERT INTO adoptions (run, source, checked, seed, at) VALUES (?, ?, ?, ?, ?)",
                (target.number, source.number, checked, seed, at),
            )
            return self._count(target) - before

    def _count(self, entry: Entry) -> int:
        count: int = self._base.execute(
            "SELECT COALESCE(SUM(count), 0) FROM chunks WHERE run = ?", (entry.number,)
        ).fetchone()[0]
        return count

    def gaps(self, entry: Entry, end: int) -> list[tuple[int, int]]:
        """Return the ranges of games before `end` that are not stored."""
        with translate_errors(self.path):
            return list(self._gaps(entry, 0, end))

    def chunks(self, entry: Entry, *, with_games: bool = False) -> Iterator[StoredChunk]:
        """Yield the chunks of a run in order, without damaged ones."""
        for begin, count, checksum, blobs in self._rows(entry, with_games=with_games):
            if is_sound(checksum, (*entry.key, begin, count), blobs):
                if with_games or blobs[-1] is not None:
                    yield StoredChunk.from_blobs(begin, count, blobs, entry.run.spec.safe_cells)
                else:  # an earlier form has no sums
                    yield self.chunk(entry, begin)

    def chunk(self, entry: Entry, begin: int) -> StoredChunk:
        """Return the chunk that begins with a game, with its games if they are kept."""
        with translate_errors(self.path):
            count, *blobs = self._base.execute(
                f"SELECT count, {', '.join(self._selected.values())} FROM chunks "
                "WHERE run = ? AND begin = ?",
                (entry.number, begin),
            ).fetchone()
        return StoredChunk.from_blobs(begin, count, blobs, entry.run.spec.safe_cells)

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

    def keep_of(self, entry: Entry) -> Keep:
        """Return what is kept of all games of a run."""
        if not self._has_checksums:
            return Keep.GAMES
        with translate_errors(self.path):
            without_games, without_outcomes = self._base.execute(
                "SELECT COALESCE(SUM(won IS NULL), 0), "
                "COALESCE(SUM(won IS NULL AND outcomes IS NULL), 0) FROM chunks WHERE run = ?",
                (entry.number,),
            ).fetchone()
        if without_outcomes:
            return Keep.SUMMARY
        return Keep.OUTCOMES if without_games else Keep.GAMES

    def damaged(self, entry: Entry) -> list[DamagedChunk]:
        """Return the chunks of a run whose checksums do not fit; this reads everything."""
        return [
            DamagedChunk(entry, begin, count)
            for begin, count, checksum, blobs in self._rows(entry, with_games=True)
            if not is_sound(checksum, (*entry.key, begin, count), blobs)
        ]

    def drop(self, chunk: DamagedChunk) -> None:
        """Delete a damaged chunk, so that its games are missing."""
        with translate_errors(self.path), self._file.transaction():
            self._base.execute(
                "DELETE FROM chunks WHERE run = ? AND begin = ?", (chunk.entry.number, chunk.begin)
            )

    def origins(self, entry: Entry) -> list[tuple[Provenance | None, int]]:
        """Return where the games of a run came from, oldest first, each with its games."""
        if not self._has_checksums:
            return [(None, entry.games)] if entry.games else []
        with translate_errors(self.path):
            rows = self._base.execute(
                f"SELECT origins.id, {_ORIGIN}, SUM(chunks.count) "
                "FROM chunks LEFT JOIN origins ON origins.id = origin "
                "WHERE run = ? GROUP BY origins.id ORDER BY origins.id",
                (entry.number,),
            ).fetchall()
        return [
            (None if number is None else Provenance(*fields), games)
            for number, *fields, games in rows
        ]

    def _rows(
        self, entry: Entry, *, with_games: bool
    ) -> Iterator[tuple[int, int, int | None, list[Blob]]]:
        """Yield begin, count, checksum and blobs of every chunk, as stored."""
        read = [
            self._selected[name] if with_games or name in FIGURES else f"NULL AS {name}"
            for name in _BLOBS
        ]
        checksum = "checksum" if self._has_checksums else "NULL"
        with translate_errors(self.path):
            rows = self._base.execute(
                f"SELECT begin, count, {checksum}, {', '.join(read)} FROM chunks WHERE run = ? "
                "ORDER BY begin",
                (entry.number,),
            )
            for begin, count, stored, *blobs in rows:
                yield begin, count, stored, blobs

    def _insert(self, entry: Entry, chunk: StoredChunk, origin: int | None) -> None:
        blobs = chunk.to_blobs()
        names = ("run", "begin", "count", *_BLOBS, "checksum", "origin")
        checksum = checksum_of((*entry.key, chunk.begin, chunk.sums.games), blobs)
        self._base.execute(
            f"INSERT INTO chunks ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
            (entry.number, chunk.begin, chunk.sums.games, *blobs, checksum, origin),
        )

    def _number_of(self, origin: Provenance) -> int:
        """Return the row of an origin; one row for all chunks of this open ledger."""
        if self._origin is None or self._origin[0] != origin:
            row = self._base.execute(
                f"INSERT INTO origins ({_ORIGIN}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                list(origin.to_dict().values()),
            )
            assert row.lastrowid is not None
            self._origin = (origin, row.lastrowid)
        return self._origin[1]

    def _gaps(self, entry: Entry, begin: int, end: int) -> Iterator[tuple[int, int]]:
        rows = self._base.execute(
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


def default_ledger() -> Path:
    """Return the path of the default ledger, in the user's data folder."""
    home = Path.home()
    if sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "sapper" / "ledger.sqlite"
