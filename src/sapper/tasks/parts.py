"""The parts of a file of tasks: some tasks in a row as JSON lines, a pure function of the plan.

They are those of a job (`lab/jobs/job.py`), so the workers that play games make them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Final

from sapper.board.seeds import whole_number
from sapper.lab.jobs import Job, JobPart
from sapper.lab.jobs.output import PartContent
from sapper.schema import stamp
from sapper.tasks.making import make_tasks
from sapper.tasks.plan import MOST_TASKS, TaskPlan

__all__ = ["PART_TASKS", "PartRecord", "TaskPart", "job_of", "make_part", "parts_of"]

PART_TASKS: Final = 10
"""The tasks of one part: about a second's work."""


@dataclass(frozen=True, slots=True)
class TaskPart:
    """Tasks `begin` to `begin + count - 1` of a plan."""

    plan: TaskPlan
    begin: int
    count: int


@dataclass(frozen=True, slots=True)
class PartRecord:
    """What the ledger knows of a part: its length in bytes, and the checksum of them."""

    length: int
    sha256: str

    @classmethod
    def of(cls, content: bytes) -> PartRecord:
        """Return the record of the bytes of a part."""
        return cls(len(content), hashlib.sha256(content).hexdigest())

    @classmethod
    def parse(cls, text: str) -> PartRecord:
        """Return a record as the ledger stores it, which has checked it."""
        return cls(**json.loads(text))

    def __str__(self) -> str:
        return json.dumps(asdict(self))


def job_of(plan: TaskPlan) -> Job:
    """Return the job that makes the tasks of a plan."""
    return Job.of("tasks", {**plan.to_dict()}, (__name__,))


def parts_of(plan: TaskPlan, count: int) -> Iterator[JobPart[TaskPart]]:
    """Yield the parts of the first `count` tasks; raise `InputError` for an impossible number."""
    count = whole_number(count, 1, MOST_TASKS, "1 to 2^31 tasks")
    for number, begin in enumerate(range(0, count, PART_TASKS)):
        size = min(PART_TASKS, count - begin)
        yield JobPart(number, size, TaskPart(plan, begin, size))


def make_part(part: TaskPart) -> PartContent:
    """Return the lines of a part, and their record; called on a worker."""
    tasks = make_tasks(part.plan, part.count, part.begin)
    content = "".join(json.dumps(stamp(task.to_dict())) + "\n" for task in tasks).encode()
    return PartContent(content, str(PartRecord.of(content)))
