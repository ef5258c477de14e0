"""Where the chunks of a ledger come from: origins, workers, and runs that were taken over.

The tables of a ledger of an earlier form may be missing; then nothing is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Final

from sapper.lab.identity import Worker
from sapper.lab.ledger.file import LedgerFile, translate_errors
from sapper.lab.ledger.rows import Entry
from sapper.lab.provenance import Provenance

__all__ = ["ORIGIN", "LedgerOrigins"]

ORIGIN: Final = tuple(f'"{field.name}"' for field in fields(Provenance))
"""The columns of an origin."""


class LedgerOrigins:
    """The origins in the file of a ledger; every origin and worker is one row for many chunks."""

    def __init__(self, file: LedgerFile) -> None:
        self._file = file
        there = file.columns("chunks")
        self._has_origins, self._has_workers = "origin" in there, "worker" in there
        self._origin: tuple[Provenance, int] | None = None
        self._workers: dict[Worker, int] = {}

    def whence(
        self, origin: Provenance | None, worker: Worker | None
    ) -> tuple[int | None, int | None]:
        """Return the rows of an origin and of a worker; write them if they are new."""
        return (
            None if origin is None else self._number_of_origin(origin),
            None if worker is None else self._number_of_worker(worker),
        )

    def of(self, entry: Entry) -> list[tuple[Provenance | None, int]]:
        """Return where the games of a run came from, oldest first, each with its games."""
        if not self._has_origins:
            return [(None, entry.games)] if entry.games else []
        with translate_errors(self._file.path):
            rows = self._file.base.execute(
                f"SELECT origins.id, {', '.join(ORIGIN)}, SUM(chunks.count) "
                "FROM chunks LEFT JOIN origins ON origins.id = origin "
                "WHERE run = ? GROUP BY origins.id ORDER BY origins.id",
                (entry.number,),
            ).fetchall()
        return [
            (None if number is None else Provenance(*columns), games)
            for number, *columns, games in rows
        ]

    def workers(self, entry: Entry) -> dict[int, Worker | None]:
        """Return who played every chunk, by its first game; None if that is unknown.

        Workers are in the order in which they first stored a chunk.
        """
        machine, process = ("machine", "process") if self._has_workers else ("NULL", "NULL")
        join = "LEFT JOIN workers ON workers.id = worker" if self._has_workers else ""
        with translate_errors(self._file.path):
            rows = self._file.base.execute(
                f"SELECT begin, {machine}, {process} FROM chunks {join} WHERE run = ? "
                f"ORDER BY {'worker, ' if self._has_workers else ''}begin",
                (entry.number,),
            ).fetchall()
        return {
            begin: None if host is None else Worker(host, number) for begin, host, number in rows
        }

    def _number_of_origin(self, origin: Provenance) -> int:
        """Return the row of an origin; one row for all chunks of this open ledger."""
        if self._origin is None or self._origin[0] != origin:
            values = list(origin.to_dict().values())
            self._origin = origin, self._insert("origins", ORIGIN, values)
        return self._origin[1]

    def _number_of_worker(self, worker: Worker) -> int:
        """Return the row of a worker, which another process may have written already."""
        if worker not in self._workers:
            row = self._file.base.execute(
                "SELECT id FROM workers WHERE machine = ? AND process = ?", worker
            ).fetchone()
            names = ("machine", "process")
            self._workers[worker] = row[0] if row else self._insert("workers", names, worker)
        return self._workers[worker]

    def _insert(self, table: str, names: Sequence[str], values: Sequence[object]) -> int:
        row = self._file.base.execute(
            f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
            values,
        )
        assert row.lastrowid is not None
        return row.lastrowid
