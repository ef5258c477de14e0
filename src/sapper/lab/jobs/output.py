"""The output of a job: files that one command at a time fills part by part, and resumes.

An output has a ledger of its own with the records of its parts, so that both can be moved, copied
or deleted together. A part counts as finished only if its record is there and the output holds the
bytes that it describes; others are made again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sapper.lab.identity import sapper_version
from sapper.lab.jobs.job import Job, JobPart
from sapper.lab.jobs.parts import make_parts
from sapper.lab.ledger import Ledger
from sapper.lab.workers import WorkerPool
from sapper.language import N_, _

__all__ = ["JobOutput", "PartContent", "Report"]

A = TypeVar("A")

Report = Callable[[int, int], None]
"""Called with how much is done (games, tasks), and all."""

_KEPT = N_("finished parts are kept, and the same command resumes")


@dataclass(frozen=True)
class PartContent:
    """What a worker makes of a part: its bytes, and the record of them, with a checksum."""

    content: bytes
    record: str


class JobOutput(ABC):
    """Where the parts of a job are kept; a kind of output says how."""

    def __init__(self, ledger: Ledger, job: Job) -> None:
        self._jobs, self._job = ledger.jobs, job
        self._number = ledger.jobs.enter(job, sapper_version())

    @abstractmethod
    def holds(self, record: str) -> bool:
        """Return whether the bytes of a record are there; asked in the order of the parts."""

    @abstractmethod
    def write(self, part: PartContent) -> None:
        """Write a part; in the order of the parts, as far as they are missing."""

    def fill(
        self,
        parts: Sequence[JobPart[A]],
        make: Callable[[A], PartContent],
        pool: WorkerPool,
        command: str | None = None,  # noqa: ARG002
        report: Report = lambda _done, _all: None,
    ) -> list[str]:
        """Make the parts that are missing; return the records of all, in order."""
        known = self._jobs.finished(self._number, {part.number: part.size for part in parts})
        found = {number: record for number, record in known.items() if self.holds(record)}
        total = sum(part.size for part in parts)
        done = sum(part.size for part in parts if part.number in found)
        report(done, total)
        missing = [part for part in parts if part.number not in found]
        for made in make_parts(self._job, missing, make, pool, _(_KEPT)):
            number, size, record = made.part.number, made.part.size, made.value.record
            self.write(made.value)
            self._jobs.store(self._number, number, size, record)
            found[number] = record
            done += size
            report(done, total)
        return [found[part.number] for part in parts]
