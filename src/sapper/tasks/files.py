"""Files of tasks and of answers, as JSON lines; made on workers, and resumed.

A part is some tasks in a row and depends on the plan only. Parts are written in their order, whole
lines at a time; so a file that was cut off at any moment is continued where its last line ends.
"""

from __future__ import annotations

import fcntl
import json
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import IO, Any, Final, TypedDict

from sapper.board.seeds import whole_number
from sapper.errors import InputError, OutputError
from sapper.lab.errors import RunStopped
from sapper.lab.workers import worker_pool
from sapper.language import _
from sapper.schema import stamp
from sapper.tasks.making import make_task, make_tasks
from sapper.tasks.plan import MOST_TASKS, TaskPlan, TaskPlanDocument
from sapper.tasks.task import Task

__all__ = [
    "TaskFileDocument",
    "lines_of",
    "read_answers",
    "read_tasks",
    "stream_lines",
    "write_tasks",
]

PART_TASKS: Final = 10
"""The tasks of one part: about a second's work."""

Report = Callable[[int, int], None]
"""Called with the tasks that are done, and all."""

_DEATHS = ("BrokenProcessPool", "KilledWorker", "MemoryError")  # the second one is of Dask


class TaskFileDocument(TypedDict):
    """A file of tasks: how many it holds, and what determines them."""

    file: str
    tasks: int
    plan: TaskPlanDocument


def lines_of(plan: TaskPlan, begin: int, count: int) -> str:
    """Return some tasks as lines of JSON: a pure function of its arguments."""
    return "".join(f"{_line(task)}\n" for task in make_tasks(plan, count, begin))


def _line(task: Task) -> str:
    return json.dumps(stamp(task.to_dict()))


def stream_lines(
    plan: TaskPlan,
    count: int,
    begin: int = 0,
    *,
    workers: int | None = None,
    cluster: str | None = None,
) -> Iterator[str]:
    """Yield tasks `begin` to `count - 1` as lines, part by part in their order."""
    count = whole_number(count, 1, MOST_TASKS, "1 to 2^31 tasks")
    starts = deque(range(begin, count, PART_TASKS))
    under_way: deque[Future[str]] = deque()
    with worker_pool(workers, cluster) as pool:
        while starts or under_way:
            while starts and len(under_way) < (1 if pool.workers == 1 else 2 * pool.workers):
                start = starts.popleft()
                size = min(PART_TASKS, count - start)
                under_way.append(pool.call(lines_of, plan, start, size))
            yield _result(under_way.popleft())


def _result(future: Future[str]) -> str:
    try:
        return future.result()
    except Exception as error:
        if type(error).__name__ not in _DEATHS:
            raise
        raise RunStopped(
            _(
                "a worker process ended: it was killed, or the memory ran out; the lines before "
                "are whole, and the same command resumes a file"
            )
        ) from None


def write_tasks(
    path: Path | str,
    plan: TaskPlan,
    count: int,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    report: Report = lambda _done, _all: None,
) -> int:
    """Write the first `count` tasks of a plan to a file; return how many were there already.

    A file with tasks of the same plan is continued. Raise `InputError` if it holds anything else,
    or if another command is writing it.
    """
    path = Path(path)
    try:
        file = path.open("a+b", buffering=0)
    except OSError as error:
        raise InputError(
            _("cannot write {path}: {strerror}").format(path=path, strerror=error.strerror)
        ) from None
    with file:
        _lock(file, path)
        begin = _continue(file, path, plan)
        report(min(begin, count), count)
        done = begin
        for lines in stream_lines(plan, count, begin, workers=workers, cluster=cluster):
            _append(file, path, lines.encode())
            done += lines.count("\n")
            report(done, count)
    return begin


def _continue(file: IO[bytes], path: Path, plan: TaskPlan) -> int:
    """Return how many whole tasks a file has, without a line that was cut off."""
    file.seek(0)
    content = file.read()
    whole = content[: content.rfind(b"\n") + 1]
    lines = whole.splitlines()
    for index, line in enumerate(lines):
        if _name(line) != f"{plan.digest}-{index}":
            raise InputError(
                _(
                    "{path} holds something else in line {index}: give another file, or the "
                    "options that it was made with"
                ).format(path=path, index=index + 1)
            )
    if lines and lines[-1].decode() != _line(make_task(plan, len(lines) - 1)):
        raise InputError(
            _("{path} was made by another version of sapper: give another file").format(path=path)
        )
    if content and not lines and not content.startswith(b'{"schema"'):
        raise InputError(_("{path} exists and holds no tasks: give another file").format(path=path))
    file.truncate(len(whole))
    return len(lines)


def _name(line: bytes) -> object:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data.get("id") if isinstance(data, dict) else None


def _lock(file: IO[bytes], path: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(
            _("another command is writing {path}: wait for it, or stop it first").format(path=path)
        ) from None
    except OSError:  # a file system without locks
        return


def _append(file: IO[bytes], path: Path, content: bytes) -> None:
    try:
        is_written = file.write(content) == len(content)
    except OSError as error:
        raise OutputError(
            _("cannot write {path}: {strerror}").format(path=path, strerror=error.strerror)
        ) from None
    if not is_written:
        raise OutputError(_("cannot write {path}: the disk is full").format(path=path))


def read_tasks(path: Path | str) -> list[Task]:
    """Return the tasks of a file; raise `InputError` for one that is something else."""
    tasks = []
    for number, data in _documents(Path(path)):
        try:
            tasks.append(Task.from_dict(data))
        except InputError as error:
            raise InputError(f"{path}, line {number}: {error}") from None
    return tasks


def read_answers(path: Path | str) -> dict[str, list[str]]:
    """Return the answers of a file by task: lines with `id`, and `answer` or `turns`."""
    answers: dict[str, list[str]] = {}
    for number, data in _documents(Path(path)):
        turns = data.get("turns", [data.get("answer")])
        if not isinstance(turns, list) or not all(isinstance(turn, str) for turn in turns):
            raise InputError(
                _("{path}, line {number}: expected a text as answer, or a list of turns").format(
                    path=path, number=number
                )
            )
        name = data.get("id")
        if not isinstance(name, str):
            raise InputError(
                _("{path}, line {number}: expected the id of a task").format(
                    path=path, number=number
                )
            )
        answers[name] = turns
    return answers


def _documents(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise InputError(
            _("cannot read {path}: {strerror}").format(path=path, strerror=error.strerror)
        ) from None
    except UnicodeDecodeError:
        raise InputError(_("{path} is not a text in UTF-8").format(path=path)) from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise InputError(
                _("{path}, line {number}: this is no JSON").format(path=path, number=number)
            ) from None
        if not isinstance(data, dict):
            raise InputError(
                _("{path}, line {number}: expected an object").format(path=path, number=number)
            )
        yield number, data
