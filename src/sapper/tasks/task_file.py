"""Write a file of tasks on workers, and resume it.

Parts are appended in their order. A ledger beside the file has their records: a part whose bytes
are those of its record is kept. Any other part is made again, and must be what the file holds at
its place, as far as that goes: so a file that was cut off at any moment is continued, and a file
that holds anything else is never changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import IO, Final, TypedDict

from sapper.errors import InputError, OutputError
from sapper.files import lock_file
from sapper.lab.jobs.output import JobOutput, PartContent, Report
from sapper.lab.jobs.parts import make_parts
from sapper.lab.ledger import Ledger
from sapper.lab.workers import worker_pool
from sapper.language import _
from sapper.tasks.parts import PartRecord, job_of, make_part, parts_of
from sapper.tasks.plan import TaskPlan, TaskPlanDocument

__all__ = ["TaskFileDocument", "ledger_beside", "stream_lines", "write_tasks"]

_BLOCK: Final = 1 << 20
_LONGEST_LINE: Final = 1 << 20  # bytes; a task has some thousands


class TaskFileDocument(TypedDict):
    """A file of tasks: how many it holds, how many of them it held before, what determines them."""

    file: str
    tasks: int
    kept: int
    plan: TaskPlanDocument


def stream_lines(
    plan: TaskPlan, count: int, *, workers: int | None = None, cluster: str | None = None
) -> Iterator[str]:
    """Yield the first `count` tasks of a plan as lines, part by part in their order."""
    parts = list(parts_of(plan, count))
    with worker_pool(workers, cluster) as pool:
        for made in make_parts(job_of(plan), parts, make_part, pool, "the lines before are whole"):
            yield made.value.content.decode()


def write_tasks(
    path: Path | str,
    plan: TaskPlan,
    count: int,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    command: str | None = None,
    report: Report = lambda _done, _all: None,
) -> TaskFileDocument:
    """Write the first `count` tasks of a plan to a file; return what it holds then.

    A file with tasks of the same plan is continued, and keeps them if there are more. Raise
    `InputError` if it holds anything else, or if another command is writing it.
    """
    path = Path(path)
    parts = list(parts_of(plan, count))
    with _open(path) as file:
        lock_file(file, _("another command is writing {path}").format(path=path))
        there, is_cut = _lines_in(file, path, plan)
        if there + is_cut > count:
            parts = list(parts_of(plan, there + is_cut))
        with worker_pool(workers, cluster) as pool, Ledger(ledger_beside(path)) as ledger:
            _TaskFile(file, path, ledger, plan).fill(parts, make_part, pool, command, report)
    tasks = sum(part.size for part in parts)
    return TaskFileDocument(file=str(path), tasks=tasks, kept=there, plan=plan.to_dict())


def ledger_beside(path: Path) -> Path:
    """Return where the ledger of a file of tasks lies."""
    return path.with_name(f"{path.name}.ledger")


class _TaskFile(JobOutput):
    """An open file of tasks; `_end` is where the next part begins."""

    def __init__(self, file: IO[bytes], path: Path, ledger: Ledger, plan: TaskPlan) -> None:
        super().__init__(ledger, job_of(plan))
        self._file, self._path = file, path
        self._end = 0

    def holds(self, record: str) -> bool:
        """Return whether the bytes of the next part are those of its record."""
        expected = PartRecord.parse(record)
        if PartRecord.of(self._read(expected.length)) != expected:
            return False
        self._end += expected.length
        return True

    def write(self, part: PartContent) -> None:
        """Append what the file lacks of a part."""
        content, there = part.content, self._read(len(part.content))
        if not content.startswith(there):
            raise InputError(
                _(
                    "{path} holds something else in line {line}: give another file, or the "
                    "options and the version of sapper that it was made with"
                ).format(path=self._path, line=self._line(content, there))
            )
        _append(self._file, self._path, content[len(there) :])
        self._end += len(content)

    def _read(self, size: int) -> bytes:
        self._file.seek(self._end)
        return self._file.read(size)

    def _line(self, content: bytes, there: bytes) -> int:
        """Return the line in which the file differs from a part."""
        self._file.seek(0)
        before = self._file.read(self._end).count(b"\n")
        pairs = zip(content.splitlines(), there.splitlines(), strict=False)
        equal = takewhile(lambda pair: pair[0] == pair[1], pairs)
        return before + 1 + len(list(equal))


def _open(path: Path) -> IO[bytes]:
    try:
        return path.open("a+b", buffering=0)
    except OSError as error:
        raise InputError(
            _("cannot write {path}: {strerror}").format(path=path, strerror=error.strerror)
        ) from None


def _lines_in(file: IO[bytes], path: Path, plan: TaskPlan) -> tuple[int, bool]:
    """Return how many whole lines a file has, and whether another one was cut off.

    Raise `InputError` at once if the first line is none of this plan.
    """
    file.seek(0)
    start = file.read(_LONGEST_LINE)
    first, end, _rest = start.partition(b"\n")
    if start and not (_is_first(first, plan) if end else _begins_first(first)):
        raise InputError(
            _(
                "{path} exists and holds something else: give another file, or the options that "
                "it was made with"
            ).format(path=path)
        )
    file.seek(0)
    lines, last = 0, b"\n"
    while block := file.read(_BLOCK):
        lines, last = lines + block.count(b"\n"), block[-1:]
    return lines, last != b"\n"


def _is_first(line: bytes, plan: TaskPlan) -> bool:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.get("id") == f"{plan.digest}-0"


def _begins_first(line: bytes) -> bool:
    """Return whether a line that was cut off may be that of a task."""
    start = b'{"schema"'
    return line.startswith(start) or start.startswith(line)


def _append(file: IO[bytes], path: Path, content: bytes) -> None:
    left = memoryview(content)
    try:
        while left:
            left = left[file.write(left) :]
    except OSError as error:
        raise OutputError(
            _("cannot write {path}: {strerror}").format(path=path, strerror=error.strerror)
        ) from None
