"""The file of a ledger: an SQLite database with write-ahead log.

A ledger of an earlier form is upgraded when it is opened for writing, and read as it is otherwise;
a later form raises `LedgerError`. The header tells a damaged ledger from a foreign file.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Final, Literal
from urllib.parse import quote

from sapper.lab.errors import LedgerError, LedgerFull, RunStopped
from sapper.lab.ledger.tables import SCHEMA, TABLES, UPGRADES

__all__ = [
    "APPLICATION",
    "LOCK_SECONDS",
    "LedgerFile",
    "copy_with_log",
    "default_ledger",
    "form_of",
    "is_ledger",
    "translate_errors",
]

APPLICATION: Final = 0x5341_5052
"""'SAPR', in the header of every ledger."""

LOCK_SECONDS: Final = 60.0
"""How long to wait for another process that writes."""

_RETRY_SECONDS: Final = 0.01
_HEADER: Final = 100  # bytes


class LedgerFile:
    """An open database; `base` is its connection. Without a path it is in memory only."""

    def __init__(
        self, path: Path | None, *, read_only: bool = False, patience: float = LOCK_SECONDS
    ) -> None:
        self.path, self.read_only, self._patience = path, read_only, patience
        self._copy: TemporaryDirectory[str] | None = None
        with translate_errors(path, opening=True):
            self.base = self._connect()
            try:
                self._prepare()
            except BaseException:
                self.close()
                raise

    @contextmanager
    def transaction(self, kind: Literal["DEFERRED", "IMMEDIATE"] = "IMMEDIATE") -> Iterator[None]:
        """Do all that is written inside, or nothing."""
        self.base.execute(f"BEGIN {kind}")
        try:
            yield
            self.base.execute("COMMIT")
        except BaseException:
            if self.base.in_transaction:
                self.base.execute("ROLLBACK")
            raise

    def columns(self, table: str) -> set[str]:
        """Return the columns that a table has; an earlier form has fewer."""
        return {row[1] for row in self.base.execute(f"PRAGMA table_info({table})")}

    def close(self) -> None:
        """Close the file."""
        self.base.close()
        if self._copy is not None:
            self._copy.cleanup()

    def _connect(self) -> sqlite3.Connection:
        if self.path is None:
            return sqlite3.connect(":memory:", isolation_level=None)
        if not self.read_only:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return sqlite3.connect(self.path, timeout=self._patience, isolation_level=None)
        if not self.path.is_file():  # clearer than SQLite's errors
            self.path.stat()
            raise LedgerError(f"{self.path} is not a ledger: it is no file")
        address = f"file:{quote(str(self.path.absolute()))}?mode=ro"
        base = sqlite3.connect(address, timeout=self._patience, isolation_level=None, uri=True)
        try:
            base.execute("PRAGMA user_version").fetchone()
        except sqlite3.OperationalError as error:
            base.close()
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                raise
            # No right to create the shared memory of the log, which a copy does not need.
            self._copy = TemporaryDirectory()
            copy = copy_with_log(self.path, Path(self._copy.name))
            base = sqlite3.connect(copy, isolation_level=None)
        return base

    def _prepare(self) -> None:
        """Create the tables in an empty file; raise `LedgerError` for any other file."""
        with self.transaction("DEFERRED"):  # another process may be creating it
            application, schema, tables = (
                self.base.execute(question).fetchone()[0]
                for question in (
                    "PRAGMA application_id",
                    "PRAGMA user_version",
                    "SELECT COUNT(*) FROM sqlite_master",
                )
            )
        if application == APPLICATION and not 1 <= schema <= SCHEMA:
            raise LedgerError(
                f"the ledger {self.path} has form {schema}, made by another version of sapper; "
                f"this version reads forms 1 to {SCHEMA}"
            )
        if application != APPLICATION and (tables or application or self.read_only):
            what = "another database" if tables or application else "empty"
            raise LedgerError(f"{self.path} is not a ledger but {what}")
        if not self.read_only:
            self.base.execute("PRAGMA page_size = 4096")  # a chunk of outcomes is short
            self._use_write_ahead_log()
            self.base.execute("PRAGMA synchronous = NORMAL")
            self._create_or_upgrade()

    def _create_or_upgrade(self) -> None:
        with self.transaction():
            if self.base.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
                statements = list(TABLES)
                self.base.execute(f"PRAGMA application_id = {APPLICATION}")
            else:
                schema = self.base.execute("PRAGMA user_version").fetchone()[0]
                statements = [s for form in range(schema, SCHEMA) for s in UPGRADES[form]]
            for statement in statements:
                self.base.execute(statement)
            self.base.execute(f"PRAGMA user_version = {SCHEMA}")

    def _use_write_ahead_log(self) -> None:
        """Switch to the write-ahead log; retry, as SQLite fails if two processes switch at once."""
        deadline = monotonic() + self._patience
        while True:
            try:
                self.base.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                    raise
                sleep(_RETRY_SECONDS)


@contextmanager
def translate_errors(path: Path | None, *, opening: bool = False) -> Iterator[None]:
    """Translate SQLite errors into `LedgerError`, `LedgerFull` and `RunStopped`."""
    try:
        yield
    except sqlite3.OperationalError as error:
        is_full = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
        if opening and not is_full:
            raise LedgerError(f"cannot open the ledger {path}: {error}{_advice(error)}") from None
        text = f"the ledger {path} could not be written: {error}"
        if not opening:
            text = f"{text}; finished games are stored"
        raise (LedgerFull if is_full else RunStopped)(text) from None
    except sqlite3.DatabaseError as error:
        raise LedgerError(_what_is_wrong(path, error)) from None
    except OSError as error:
        raise LedgerError(f"cannot open the ledger {path}: {error.strerror}") from None


def _advice(error: sqlite3.OperationalError) -> str:
    if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY:
        return ""
    return "; `sapper report` and `sapper ledger` read it all the same"


def copy_with_log(path: Path, folder: Path) -> Path:
    """Return a copy of a ledger into which its log was written, as far as it can be read."""
    copy = folder / "ledger"
    shutil.copyfile(path, copy)
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size:
        shutil.copyfile(log, folder / "ledger-wal")
        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(copy)) as base:
            base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return copy


def form_of(path: Path) -> int:
    """Return the form that the header of a ledger names."""
    return int.from_bytes(_header(path)[60:64])


def is_ledger(path: Path) -> bool:
    """Return whether a file begins like a ledger, however damaged the rest is."""
    header = _header(path)
    return header.startswith(b"SQLite format 3\0") and header[68:72] == APPLICATION.to_bytes(4)


def _header(path: Path) -> bytes:
    if not path.is_file():
        return b""
    with path.open("rb") as file:
        return file.read(_HEADER)


def _what_is_wrong(path: Path | None, error: sqlite3.DatabaseError) -> str:
    """Return whether a file is a damaged ledger, and how it was damaged, or another file."""
    if path is None or not is_ledger(path):
        return f"{path} is not a ledger: {error}"
    header = _header(path)
    page = int.from_bytes(header[16:18]) or 65536
    page = 65536 if page == 1 else page
    whole, there = page * int.from_bytes(header[28:32]), path.stat().st_size
    how = f"{there:,} of its {whole:,} bytes are there" if there < whole else str(error)
    return (
        f"the ledger {path} is damaged: {how}; "
        f"`sapper ledger recover {path} NEW-FILE` saves the games that can be read"
    )


def default_ledger() -> Path:
    """Return the path of the default ledger, in the user's data folder."""
    home = Path.home()
    if sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "sapper" / "ledger.sqlite"
