"""The jobs of a ledger: their finished parts, each with its record, worker and origin.

A record is a short text, such as the figures of a part and the checksum of its file. A ledger of an
earlier form has no jobs.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import NamedTuple

from sapper.lab.jobs import Job
from sapper.lab.ledger.file import LedgerFile, translate_errors

__all__ = ["JOB_TABLES", "JobEntry", "LedgerJobs", "StoredPart"]

JOB_TABLES = [
    """
CREATE TABLE jobs (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, plan TEXT NOT NULL, version TEXT NOT NULL,
    signature TEXT NOT NULL, UNIQUE (kind, plan, version, signature)
)""",
    """
CREATE TABLE parts (
    job INTEGER NOT NULL REFERENCES jobs (id), number INTEGER NOT NULL, size INTEGER NOT NULL,
    record TEXT NOT NULL, checksum INTEGER NOT NULL, UNIQUE (job, number)
)""",
]


class JobEntry(NamedTuple):
    """A job in a ledger: its number, kind, version and identity, its parts, their size, its plan.

    The size is of what the parts are of: games, tasks.
    """

    number: int
    kind: str
    version: str
    identity: str
    parts: int
    size: int
    plan: str


class StoredPart(NamedTuple):
    """A finished part as a row of a ledger: its number, size, record and checksum."""

    number: int
    size: int
    record: str
    checksum: int

    @property
    def is_sound(self) -> bool:
        """Whether the checksum fits; else some of its bytes have changed."""
        is_text = isinstance(self.record, str)
        return is_text and self.checksum == _checksum(self.number, self.size, self.record)


class LedgerJobs:
    """The jobs in the file of a ledger."""

    def __init__(self, file: LedgerFile) -> None:
        self._file, self._base = file, file.base

    def enter(self, job: Job, version: str) -> int:
        """Return the number of a job; create it if it is new."""
        return self.enter_key(job.kind, job.plan, version, job.identity)

    def enter_key(self, kind: str, plan: str, version: str, identity: str) -> int:
        """Return the number of the job of another ledger; create it if it is new."""
        key = (kind, plan, version, identity)
        with translate_errors(self._file.path), self._file.transaction():
            self._base.execute(
                "INSERT OR IGNORE INTO jobs (kind, plan, version, signature) VALUES (?, ?, ?, ?)",
                key,
            )
            (number,) = self._base.execute(
                "SELECT id FROM jobs WHERE kind = ? AND plan = ? AND version = ? AND signature = ?",
                key,
            ).fetchone()
        return int(number)

    def entries(self) -> list[JobEntry]:
        """Return all jobs, oldest first."""
        with translate_errors(self._file.path):
            rows = self._base.execute(
                "SELECT id, kind, version, signature, COUNT(job), COALESCE(SUM(size), 0), plan "
                "FROM jobs LEFT JOIN parts ON job = id GROUP BY id ORDER BY id"
            ).fetchall()
        return [JobEntry(*row) for row in rows]

    def finished(self, job: int, sizes: Mapping[int, int] | None = None) -> dict[int, str]:
        """Return the records of the finished parts by number, without damaged ones.

        With `sizes` only those of parts that are of this size.
        """
        return {
            part.number: part.record
            for part in self.parts(job)
            if part.is_sound and (sizes is None or sizes.get(part.number) == part.size)
        }

    def parts(self, job: int) -> list[StoredPart]:
        """Return all finished parts in their order, damaged ones too."""
        with translate_errors(self._file.path):
            rows = self._base.execute(
                "SELECT number, size, record, checksum FROM parts WHERE job = ? ORDER BY number",
                (job,),
            ).fetchall()
        return [StoredPart(*row) for row in rows]

    def damaged(self, job: int) -> list[int]:
        """Return the numbers of the parts whose records have changed; they are made again."""
        return [part.number for part in self.parts(job) if not part.is_sound]

    def store(self, job: int, number: int, size: int, record: str) -> None:
        """Write the record of a part, in place of an earlier one."""
        with translate_errors(self._file.path), self._file.transaction():
            self._base.execute(
                "INSERT OR REPLACE INTO parts (job, number, size, record, checksum) "
                "VALUES (?, ?, ?, ?, ?)",
                (job, number, size, record, _checksum(number, size, record)),
            )


def _checksum(number: int, size: int, record: str) -> int:
    return zlib.crc32(f"{number} {size} {record}".encode())
