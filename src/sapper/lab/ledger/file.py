"""The file of a ledger: an SQLite database with write-ahead log.

Only the present form is read. The header tells a damaged ledger from a foreign file.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Final, Literal
from urllib.parse import quote

from sapper.lab.errors import LedgerError, LedgerFull, RunStopped

__all__ = ["LOCK_SECONDS", "SCHEMA", "LedgerFile", "default_ledger", "translate_errors"]

SCHEMA: Final = 2
"""The form of the tables."""

LOCK_SECONDS: Final = 60.0
"""How long to wait for another process that writes."""

_APPLICATION: Final = 0x5341_5052  # 'SAPR', in the header of every ledger
_RETRY_SECONDS: Final = 0.01
_HEADER: Final = 100  # bytes


class LedgerFile:
    """An open database; `base` is its connection. `tables` are created in a new file."""

    def __init__(
        self,
        path: Path,
        tables: Sequence[str],
        *,
        read_only: bool = False,
        patience: float = LOCK_SECONDS,
    ) -> None:
        self.path, self._read_only, self._patience = path, read_only, patience
        with translate_errors(path, opening=True):
            self.base = self._connect()
            try:
                self._prepare(tables)
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

    def close(self) -> None:
        """Close the file."""
        self.base.close()

    def _connect(self) -> sqlite3.Connection:
        if not self._read_only:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return sqlite3.connect(self.path, timeout=self._patience, isolation_level=None)
        if not self.path.is_file():  # clearer than SQLite's errors
            self.path.stat()
            raise LedgerError(f"{self.path} is not a ledger: it is no file")
        address = f"file:{quote(os.fsencode(self.path.absolute()))}?mode=ro"
        base = sqlite3.connect(address, timeout=self._patience, isolation_level=None, uri=True)
        try:
            base.execute("PRAGMA user_version").fetchone()
        except sqlite3.OperationalError as error:
            base.close()
            log = self.path.with_name(self.path.name + "-wal")
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY or log.exists():
                raise
            # No right to create the log and its shared memory, without which it can be read too.
            base = sqlite3.connect(f"{address}&immutable=1", isolation_level=None, uri=True)
        return base

    def _prepare(self, tables: Sequence[str]) -> None:
        """Create the tables in an empty file; raise `LedgerError` for any other file."""
        with self.transaction("DEFERRED"):  # another process may be creating it
            application, schema, there = (
                self.base.execute(question).fetchone()[0]
                for question in (
                    "PRAGMA application_id",
                    "PRAGMA user_version",
                    "SELECT COUNT(*) FROM sqlite_master",
                )
            )
        if application == _APPLICATION and schema != SCHEMA:
            raise LedgerError(
                f"the ledger {self.path} has form {schema}, and this version of sapper reads form "
                f"{SCHEMA} only: move it away or give another file, and the same commands play its "
                "games again"
            )
        if application != _APPLICATION and (there or application or self._read_only):
            what = "another database" if there or application else "empty"
            raise LedgerError(f"{self.path} is not a ledger but {what}")
        if not self._read_only:
            self.base.execute("PRAGMA page_size = 4096")  # a chunk of outcomes is short
            self._use_write_ahead_log()
            self.base.execute("PRAGMA synchronous = NORMAL")
            self._create(tables)

    def _create(self, tables: Sequence[str]) -> None:
        with self.transaction():
            if self.base.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
                for statement in tables:
                    self.base.execute(statement)
                self.base.execute(f"PRAGMA application_id = {_APPLICATION}")
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
def translate_errors(path: Path, *, opening: bool = False) -> Iterator[None]:
    """Translate SQLite errors into `LedgerError`, `LedgerFull` and `RunStopped`."""
    try:
        yield
    except sqlite3.OperationalError as error:
        is_full = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
        if opening and not is_full:
            raise LedgerError(f"cannot open the ledger {path}: {error}{_advice(error)}") from None
        stored = "" if opening else "; finished games are stored"
        text = f"the ledger {path} could not be written: {error}{stored}"
        raise (LedgerFull if is_full else RunStopped)(text) from None
    except sqlite3.DatabaseError as error:
        raise LedgerError(_what_is_wrong(path, error)) from None
    except OSError as error:
        raise LedgerError(f"cannot open the ledger {path}: {error.strerror}") from None


def _advice(error: sqlite3.OperationalError) -> str:
    if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY:
        return ""
    return "; `sapper lab report` and `sapper lab ledger` read it all the same"


def _what_is_wrong(path: Path, error: sqlite3.DatabaseError) -> str:
    """Return whether a file is a damaged ledger or another file."""
    header = b""
    if path.is_file():
        with path.open("rb") as file:
            header = file.read(_HEADER)
    is_database = header.startswith(b"SQLite format 3\0")
    if not is_database or header[68:72] != _APPLICATION.to_bytes(4):
        return f"{path} is not a ledger: {error}"
    return (
        f"the ledger {path} is damaged: {error}; give another file, and the same commands play its "
        "games again"
    )


def default_ledger() -> Path:
    """Return the path of the default ledger, in the user's data folder."""
    home = Path.home()
    if sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "sapper" / "ledger.sqlite"
