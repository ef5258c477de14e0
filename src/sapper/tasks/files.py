"""Files of tasks and of answers, as JSON lines.

A file of tasks is resumed: what it holds must be the first tasks of the plan, unchanged. A last
line that was cut off is written again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar

from sapper.board.number_checks import whole_number
from sapper.documents import json_text
from sapper.errors import InputError, OutputError
from sapper.files import lock_file
from sapper.lab.workers.mapping import map_in_order
from sapper.tasks.making import make_task
from sapper.tasks.plan import MOST_TASKS, TaskPlan
from sapper.tasks.task import Task, check_task

__all__ = ["TaskFile", "read_answers", "read_tasks", "stream_lines", "write_tasks"]

T = TypeVar("T")


class TaskFile(NamedTuple):
    """A file of tasks: how many it holds, and how many of them it held before."""

    file: str
    tasks: int
    kept: int


def stream_lines(
    plan: TaskPlan, count: int, *, begin: int = 0, workers: int | None = None
) -> Iterator[str]:
    """Yield tasks `begin` to `count - 1` of a plan as lines, in their order."""
    count = whole_number(count, 1, MOST_TASKS, "1 to 2^31 tasks")
    return map_in_order(partial(_make_line, plan), range(begin, count), workers)


def _make_line(plan: TaskPlan, index: int) -> str:
    return json_text(make_task(plan, index)) + "\n"


def write_tasks(
    path: Path | str,
    plan: TaskPlan,
    count: int,
    *,
    workers: int | None = None,
    report: Callable[[int, int], None] = lambda _done, _all: None,
) -> TaskFile:
    """Write the first `count` tasks of a plan to a file; return what it holds then.

    A file with tasks of the same plan is continued, and keeps them if there are more. Raise
    `InputError` if it holds anything else, or if another command is writing it.
    """
    path = Path(path)
    try:
        file = path.open("a+b", buffering=0)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None
    with file:
        lock_file(file, f"another command is writing {path}")
        kept = _count_kept(file, path, plan)
        lines = stream_lines(plan, count, begin=kept, workers=workers)
        for done, line in enumerate(lines, kept + 1):
            try:
                file.write(line.encode())
            except OSError as error:
                raise OutputError(f"cannot write {path}: {error.strerror}") from None
            report(done, count)
    return TaskFile(str(path), max(kept, count), kept)


def _count_kept(file: IO[bytes], path: Path, plan: TaskPlan) -> int:
    """Return how many tasks of the plan a file holds, and cut off a last line without an end."""
    file.seek(0)
    content = file.read()
    end = content.rfind(b"\n") + 1
    tasks = _read_lines(path, content[:end], check_task)
    for index, task in enumerate(tasks):
        if (task.plan, task.index) != (str(plan), index):
            raise InputError(
                f"{path} holds something else in line {index + 1}: give another file, or the "
                "options and the version of sapper that it was made with"
            )
    file.truncate(end)
    return len(tasks)


def read_tasks(path: Path | str) -> list[Task]:
    """Return the tasks of a file; raise `InputError` for one that is something else."""
    return _read_lines(path, _content(path), check_task)


def read_answers(path: Path | str) -> dict[str, list[str]]:
    """Return the answers of a file by task: lines with `id`, and `answer` or `turns`."""
    return dict(_read_lines(path, _content(path), _check_answer))


def _check_answer(data: Any) -> tuple[str, list[str]]:
    found = data if isinstance(data, dict) else {}
    name, turns = found.get("id"), found.get("turns", [found.get("answer")])
    is_list = isinstance(turns, list) and all(isinstance(turn, str) for turn in turns)
    if not isinstance(name, str) or not is_list:
        raise InputError("expected the id of a task, and a text as answer or a list of turns")
    return name, turns


def _content(path: Path | str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None


def _read_lines(path: Path | str, content: bytes, check: Callable[[Any], T]) -> list[T]:
    """Return what the lines hold; raise `InputError` with the first line that is wrong."""
    found = []
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if line.strip():
            try:
                found.append(check(json.loads(line)))
            except InputError as error:
                raise InputError(f"{path}, line {number}: {error}") from None
            except (ValueError, RecursionError):
                raise InputError(f"{path}, line {number}: this is not JSON") from None
    return found
