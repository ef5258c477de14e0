"""The ledger: an SQLite file in which finished chunks are kept, one transaction each.

It may be opened by several processes at once (write-ahead log; a writer waits for its turn).
A game that is already there is never written again: equal seeds give equal games, so whoever
comes first is right. Runs differ by all their words, by version and by signature, so games of
two versions of a player never meet. A ledger of an earlier form is brought up to date when it is
opened; one of a later form is refused.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Final, Literal

from sapper.lab.errors import LedgerError, RunStopped
from sapper.lab.games import COLUMNS, Games
from sapper.lab.run import Run

__all__ = ["Entry", "Ledger", "default_ledger"]

_APPLICATION: Final = 0x5341_5052  # "SAPR", in the header of every ledger
_SCHEMA: Final = 2
_CHANGES: Final = {1: "ALTER TABLE chunks ADD COLUMN score BLOB"}  # from one form to the next
_PATIENCE: Final = 60.0  # seconds to wait for another process that writes
_PAUSE: Final = 0.01  # seconds before asking again
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


@dataclass(frozen=True)
class Entry:
    """A run in a ledger: its number, its words, who played it, and how many games are there."""

    number: int
    run: Run
    version: str
    signature: str
    games: int


class Ledger:
    """An open ledger; a context manager. Without a path it lives in memory only."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        with _told(path, opening=True):
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(
                ":memory:" if path is None else path, timeout=_PATIENCE, isolation_level=None
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
        """Close the file; what was kept stays."""
        self._base.close()

    def enter(self, run: Run, version: str, signature: str) -> Entry:
        """Return the entry of a run, made if it is new."""
        words = (*_words(run), version, signature)
        with _told(self.path), self._transaction():
            self._base.execute(
                "INSERT OR IGNORE INTO runs (strategy, board, start, first, seed, version, "
                "signature) VALUES (?, ?, ?, ?, ?, ?, ?)",
                words,
            )
        return next(e for e in self.entries() if (*_words(e.run), e.version, e.signature) == words)

    def entries(self) -> list[Entry]:
        """Return all runs, oldest first."""
        with _told(self.path):
            rows = self._base.execute(
                "SELECT id, strategy, board, start, first, seed, version, signature, "
                "(SELECT COALESCE(SUM(count), 0) FROM chunks WHERE run = id) FROM runs ORDER BY id"
            ).fetchall()
        return [
            Entry(number, Run(strategy, board, start, first, int(seed)), version, signature, games)
            for number, strategy, board, start, first, seed, version, signature, games in rows
        ]

    def keep(self, entry: Entry, games: Games) -> None:
        """Write those of the games that are not yet there, in one transaction."""
        with _told(self.path), self._transaction():
            for begin, end in self._gaps(entry, games.begin, games.end):
                part = games.between(begin, end)
                places = ", ".join("?" * (len(COLUMNS) + 4))
                self._base.execute(
                    f"INSERT INTO chunks (run, begin, count, {_NAMES}) VALUES ({places})",
                    (entry.number, begin, len(part), *part.to_blobs()),
                )

    def gaps(self, entry: Entry, end: int) -> list[tuple[int, int]]:
        """Return the ranges of games before `end` that are not there."""
        with _told(self.path):
            return list(self._gaps(entry, 0, end))

    def parts(self, entry: Entry, end: int) -> Iterator[Games]:
        """Yield the chunks with games before `end`, in order."""
        with _told(self.path):
            rows = self._base.execute(
                f"SELECT begin, {_NAMES} FROM chunks WHERE run = ? AND begin < ? ORDER BY begin",
                (entry.number, end),
            )
            for begin, *blobs in rows:
                yield Games.from_blobs(begin, blobs).between(0, end)

    def games(self, entry: Entry, end: int) -> Games:
        """Return the games from 0 on, up to the first that is missing or to `end`."""
        parts: list[Games] = []
        for part in self.parts(entry, end):
            if part.begin != (parts[-1].end if parts else 0):
                break
            parts.append(part)
        return Games.joined(parts)

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
        """Make a new file a ledger; raise `LedgerError` for a file that is something else."""
        with self._transaction("DEFERRED"):  # another process may be making it just now
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
                f"expected a ledger of form 1 to {_SCHEMA} in {self.path}, got {schema}: "
                "another version of sapper made it"
            )
        if application != _APPLICATION and (tables or application):
            raise LedgerError(f"expected a ledger in {self.path}, got another database")
        self._base.execute("PRAGMA page_size = 16384")  # columns of a chunk are long
        self._begin_log()
        self._base.execute("PRAGMA synchronous = NORMAL")
        with self._transaction():
            if self._base.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
                for statement in filter(str.strip, _TABLES.split(";")):
                    self._base.execute(statement)
                self._base.execute(f"PRAGMA application_id = {_APPLICATION}")
            else:
                schema = self._base.execute("PRAGMA user_version").fetchone()[0]
                for form in range(schema, _SCHEMA):
                    self._base.execute(_CHANGES[form])
            self._base.execute(f"PRAGMA user_version = {_SCHEMA}")

    def _begin_log(self) -> None:
        """Switch to the write-ahead log; SQLite sends one away at once where two do so together."""
        gives_up = monotonic() + _PATIENCE
        while True:
            try:
                self._base.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > gives_up:
                    raise
                sleep(_PAUSE)

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
    """Return where the ledger is when nothing is said: in the user's data folder."""
    home = Path.home()
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "sapper" / "ledger.sqlite"


def _words(run: Run) -> tuple[str, str, str, str, str]:
    """Return the words of a run; a seed of 64 bits without sign is more than SQLite can hold."""
    return run.strategy, run.board, run.start, run.first, str(run.seed)


@contextmanager
def _told(path: Path | None, *, opening: bool = False) -> Iterator[None]:
    """Turn SQLite's complaints into ours."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if opening and error.sqlite_errorcode != sqlite3.SQLITE_FULL:
            raise LedgerError(f"expected to open the ledger {path}, got: {error}") from None
        raise RunStopped(
            f"the ledger {path} could not be written: {error}; what was finished is kept"
        ) from None
    except sqlite3.DatabaseError as error:
        raise LedgerError(
            f"expected a ledger in {path}, got a file that is none: {error}"
        ) from None
    except OSError as error:
        raise LedgerError(f"expected to open the ledger {path}, got: {error.strerror}") from None
