"""Save what can be read of a damaged ledger into a new one, chunk by chunk.

Only chunks whose checksum fits are taken. A chunk of an earlier form has no
checksum; it is taken if its columns have the right lengths.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypedDict
from urllib.parse import quote

from sapper.errors import InputError
from sapper.lab.errors import LedgerError
from sapper.lab.identity import Worker
from sapper.lab.ledger import Ledger
from sapper.lab.ledger.file import copy_with_log, form_of, is_ledger
from sapper.lab.ledger.rows import BLOBS, KEY, Entry
from sapper.lab.ledger.stored_chunk import StoredChunk, is_sound
from sapper.lab.ledger.tables import SCHEMA
from sapper.lab.limits import Limits
from sapper.lab.provenance import Provenance
from sapper.lab.run import Run

__all__ = ["Recovery", "RecoveryDocument", "recover"]

_WHENCE = ("checksum", "origin", "worker")
_SMALLEST_ROW = 64  # bytes; bounds the number of rows if the file cannot tell


class RecoveryDocument(TypedDict):
    """What was saved of a damaged ledger, and how many chunks could not be read or did not fit."""

    runs: int
    chunks: int
    games: int
    damaged: int
    is_complete: bool


@dataclass(frozen=True)
class Recovery:
    """What was saved; `is_complete` says whether the file could tell how much there was."""

    runs: int = 0
    chunks: int = 0
    games: int = 0
    damaged: int = 0
    is_complete: bool = True

    def to_dict(self) -> RecoveryDocument:
        """Return plain data for JSON."""
        return RecoveryDocument(
            runs=self.runs,
            chunks=self.chunks,
            games=self.games,
            damaged=self.damaged,
            is_complete=self.is_complete,
        )


def recover(source: Path, target: Path) -> Recovery:
    """Save the sound chunks of a ledger into a new one; raise `LedgerError` if that cannot be."""
    if target.exists():
        raise LedgerError(f"{target} exists already: give a file that does not")
    with TemporaryDirectory() as folder:
        return _recover(copy_with_log(source, Path(folder)), source, target)


def _recover(copy: Path, source: Path, target: Path) -> Recovery:
    if not is_ledger(copy):
        raise LedgerError(f"{source} is not a ledger, so there is nothing to recover")
    if (form := form_of(copy)) > SCHEMA:
        raise LedgerError(f"{source} has form {form}, made by a later version of sapper: use that")
    with _Wreck(copy) as wreck, Ledger(target) as saved:
        return replace(_save_chunks(wreck, saved), is_complete=wreck.is_complete)


def _save_chunks(wreck: _Wreck, saved: Ledger) -> Recovery:
    """Save all sound chunks; return how many."""
    entries: dict[int, Entry] = {}
    done = Recovery()
    for row in wreck.rows("chunks", ("run", "begin", "count", *BLOBS, *_WHENCE)):
        chunk = _chunk(wreck, row)
        if chunk is None:
            done = replace(done, damaged=done.damaged + 1)
            continue
        run = row["run"]
        if run not in entries:
            old = wreck.entries[run]
            entries[run] = saved.enter(old.run, old.version, old.identity)
        saved.insert(
            entries[run],
            chunk,
            wreck.origins.get(row["origin"]),
            wreck.workers.get(row["worker"]),
        )
        done = replace(done, chunks=done.chunks + 1, games=done.games + chunk.sums.games)
    return replace(done, runs=len(entries))


def _chunk(wreck: _Wreck, row: dict[str, Any]) -> StoredChunk | None:
    """Return a chunk that fits its checksum, or None."""
    entry = wreck.entries.get(row["run"])
    if entry is None:
        return None
    begin, count, blobs = row["begin"], row["count"], [row[name] for name in BLOBS]
    if not is_sound(row["checksum"], (*entry.key, begin, count), blobs):
        return None
    try:
        chunk = StoredChunk.from_blobs(begin, count, blobs, entry.run.spec.safe_cells)
    except (ValueError, TypeError, AssertionError):
        return None
    return chunk if chunk.sums.games == count else None


class _Wreck:
    """A damaged database, read row by row; a row that cannot be read is left out."""

    def __init__(self, path: Path) -> None:
        address = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"
        self._base = sqlite3.connect(address, isolation_level=None, uri=True)
        self._base.execute("PRAGMA writable_schema = ON")  # else SQLite refuses a truncated file
        self._most = path.stat().st_size // _SMALLEST_ROW
        self.is_complete = True
        found = (_entry(row) for row in self.rows("runs", ("id", "limits", *KEY)))
        self.entries = {entry.number: entry for entry in found if entry is not None}
        names = tuple(field.name for field in fields(Provenance))
        self.origins = {
            row["id"]: Provenance(*(row[name] for name in names))
            for row in self.rows("origins", ("id", *names))
        }
        self.workers = {
            row["id"]: Worker(row["machine"], row["process"])
            for row in self.rows("workers", ("id", "machine", "process"))
        }

    def __enter__(self) -> _Wreck:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()

    def rows(self, table: str, names: tuple[str, ...]) -> Iterator[dict[str, Any]]:
        """Yield the rows that can be read; columns that an earlier form lacks are None."""
        try:
            there = {row[1] for row in self._base.execute(f"PRAGMA table_info({table})")}
        except sqlite3.DatabaseError:
            self.is_complete = False
            return
        if not there:
            return
        chosen = ", ".join(f'"{name}"' if name in there else "NULL" for name in names)
        for number in range(1, self._last(table) + 1):
            try:
                row = self._base.execute(
                    f"SELECT {chosen} FROM {table} WHERE rowid = ?", (number,)
                ).fetchone()
            except (sqlite3.DatabaseError, OverflowError):
                continue
            if row is not None:
                yield dict(zip(names, row, strict=True))

    def _last(self, table: str) -> int:
        """Return the last row; if the file cannot tell, the most that it has room for."""
        try:
            last: int = self._base.execute(
                f"SELECT COALESCE(MAX(rowid), 0) FROM {table}"
            ).fetchone()[0]
        except sqlite3.DatabaseError:
            self.is_complete = False
            return self._most
        return min(last, self._most)


def _entry(row: dict[str, Any]) -> Entry | None:
    player, board, start, first = (row[name] for name in ("player", "board", "start", "first"))
    try:
        limits = Limits.from_key(row["limits"] or "")
        run = Run.of_key(player, board, start, first, row["seed"], limits)
        _ = run.spec
    except (ValueError, TypeError, AttributeError, InputError):
        return None
    return Entry(row["id"], run, row["version"], row["signature"], 0)
