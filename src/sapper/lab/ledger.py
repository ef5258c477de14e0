"""The ledger: an SQLite file that stores finished chunks, one transaction each.

Several processes may use it at once (write-ahead log; writers wait for each other). A stored game
is never written again, since equal seeds give equal games. Entries differ by everything that
determines a run, by the version of sapper and by the player's identity, so games of two versions of
a player are never mixed. The column of the identity is called `signature`, as in all earlier
ledgers. A ledger of an earlier form is upgraded when it is opened; a later form raises
`LedgerError`.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic, sleep
from typing import Final, Literal

from sapper.games.table import COLUMNS, GameTable
from sapper.lab.errors import LedgerError, LedgerFull, RunStopped
from sapper.lab.run import Run

__all__ = ["Entry", "Ledger", "default_ledger"]

_APPLICATION: Final = 0x5341_5052  # "SAPR", in the header of every ledger
_SCHEMA: Final = 4
_UPGRADES: Final = {  # from one form to the next
    1: "ALTER TABLE chunks ADD COLUMN score BLOB",
    2: "ALTER TABLE chunks ADD COLUMN slowest BLOB",
    3: "ALTER TABLE chunks ADD COLUMN fault BLOB",
}
_LOCK_SECONDS: Final = 60.0  # to wait for another process to write
_RETRY_SECONDS: Final = 0.01
_NAMES: Final = ", ".join([*COLUMNS, "safeties"])
_TABLES: Final = f"""
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    strategy TEXT NOT NULL, board TEXT NOT NULL, start TEXT NOT NULL, first TEXT NOT NULL,
    seed TEXT NOT NULL, version TEXT NOT NULL, signature TEXT NOT NULL,
    UNIQUE (strategy, board, start, first, seed, version, signature)
);
CREATE TABLE chunks (
    run INTEGER NOT NULL REFERENCES runs (id),
    begin INTEGER NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    {", ".join(f"{name} BLOB" for name in [*COLUMNS, "safeties"])},
    UNIQUE (run, begin)
);
"""

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


class Ledger:
    """An open ledger; a context manager. Without a path it is in memory only."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        with _translate_errors(path, opening=True):
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(
                ":memory:" if path is None else path, timeout=_LOCK_SECONDS, isolation_level=None
            )
            try:
                self._prepare()
            except BaseException:
                self._base.close()
                raise

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def enter(self, run: Run, version: str, identity: str) -> Entry:
        """Return the entry of a run; create it if it is new."""
        key = (*_key(run), version, identity)
        with _translate_errors(self.path), self._transaction():
            self._base.execute(
                "INSERT OR IGNORE INTO runs (strategy, board, start, first, seed, version, "
                "signature) VALUES (?, ?, ?, ?, ?, ?, ?)",
                key,
            )
        entries = self.entries()
        entry = next(e for e in entries if (*_key(e.run), e.version, e.identity) == key)
        return replace(entry, run=run)  # with its strategy, which a ledger does not store

    def entries(self) -> list[Entry]:
        """Return all runs, oldest first."""
        with _translate_errors(self.path):
            rows = self._base.execute(
                "SELECT id, strategy, board, start, first, seed, version, signature, "
                "(SELECT COALESCE(SUM(count), 0) FROM chunks WHERE run = id) FROM runs ORDER BY id"
            ).fetchall()
        return [
            Entry(number, Run(strategy, board, start, first, int(seed)), version, identity, games)
            for number, strategy, board, start, first, seed, version, identity, games in rows
        ]

    def store(self, entry: Entry, games: GameTable) -> None:
        """Write the games that are not stored yet, in one transaction."""
        with _translate_errors(self.path), self._transaction():
            for begin, end in self._gaps(entry, games.begin, games.end):
                part = games.between(begin, end)
                places = ", ".join("?" * (len(COLUMNS) + 4))
                self._base.execute(
                    f"INSERT INTO chunks (run, begin, count, {_NAMES}) VALUES ({places})",
                    (entry.number, begin, len(part), *part.to_blobs()),
                )

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
        with _translate_errors(self.path):
            return list(self._gaps(entry, 0, end))

    def parts(self, entry: Entry, end: int) -> Iterator[GameTable]:
        """Yield the chunks with games before `end`, in order."""
        with _translate_errors(self.path):
            rows = self._base.execute(
                f"SELECT begin, {_NAMES} FROM chunks WHERE run = ? AND begin < ? ORDER BY begin",
                (entry.number, end),
            )
            for begin, *blobs in rows:
                yield GameTable.from_blobs(begin, blobs).between(0, end)

    def games(self, entry: Entry, end: int) -> GameTable:
        """Return the games from 0 to the first missing one, or to `end`."""
        parts: list[GameTable] = []
        for part in self.parts(entry, end):
            if part.begin != (parts[-1].end if parts else 0):
                break
            parts.append(part)
        return GameTable.join(parts)

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

    def _prepare(self) -> None:
        """Create the tables in an empty file; raise `LedgerError` for any other file."""
        with self._transaction("DEFERRED"):  # another process may be creating it
            application, schema, tables = (
                self._base.execute(question).fetchone()[0]
                for question in (
                    "PRAGMA application_id",
                    "PRAGMA user_version",
                    "SELECT COUNT(*) FROM sqlite_master",
                )
            )
        if application == _APPLICATION and not 1 <= schema <= _SCHEMA:
            raise LedgerError(
                f"the ledger {self.path} has form {schema}, made by another version of sapper; "
                f"this version reads forms 1 to {_SCHEMA}"
            )
        if application != _APPLICATION and (tables or application):
            raise LedgerError(f"{self.path} is not a ledger but another database")
        self._base.execute("PRAGMA page_size = 16384")  # columns of a chunk are long
        self._use_write_ahead_log()
        self._base.execute("PRAGMA synchronous = NORMAL")
        self._create_or_upgrade()

    def _create_or_upgrade(self) -> None:
        with self._transaction():
            if self._base.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
                for statement in filter(str.strip, _TABLES.split(";")):
                    self._base.execute(statement)
                self._base.execute(f"PRAGMA application_id = {_APPLICATION}")
            else:
                schema = self._base.execute("PRAGMA user_version").fetchone()[0]
                for form in range(schema, _SCHEMA):
                    self._base.execute(_UPGRADES[form])
            self._base.execute(f"PRAGMA user_version = {_SCHEMA}")

    def _use_write_ahead_log(self) -> None:
        """Switch to the write-ahead log; retry, as SQLite fails if two processes switch at once."""
        deadline = monotonic() + _LOCK_SECONDS
        while True:
            try:
                self._base.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                    raise
                sleep(_RETRY_SECONDS)

    @contextmanager
    def _transaction(self, kind: Literal["DEFERRED", "IMMEDIATE"] = "IMMEDIATE") -> Iterator[None]:
        self._base.execute(f"BEGIN {kind}")
        try:
            yield
            self._base.execute("COMMIT")
        except BaseException:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
            raise


def default_ledger() -> Path:
    """Return the path of the default ledger, in the user's data folder."""
    home = Path.home()
    if sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "sapper" / "ledger.sqlite"


def _key(run: Run) -> tuple[str, str, str, str, str]:
    """Return the columns of a run; the seed as text, since SQLite has no unsigned integers."""
    return run.strategy, run.board, run.start, run.first, str(run.seed)


@contextmanager
def _translate_errors(path: Path | None, *, opening: bool = False) -> Iterator[None]:
    """Translate SQLite errors into `LedgerError`, `LedgerFull` and `RunStopped`."""
    try:
        yield
    except sqlite3.OperationalError as error:
        is_full = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
        if opening and not is_full:
            raise LedgerError(f"cannot open the ledger {path}: {error}") from None
        stopped = LedgerFull if is_full else RunStopped
        raise stopped(
            f"the ledger {path} could not be written: {error}; finished games are stored"
        ) from None
    except sqlite3.DatabaseError as error:
        raise LedgerError(f"{path} is not a ledger: {error}") from None
    except OSError as error:
        raise LedgerError(f"cannot open the ledger {path}: {error.strerror}") from None
