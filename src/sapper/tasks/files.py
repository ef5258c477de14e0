"""Read files of tasks and of answers, as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sapper.errors import InputError
from sapper.language import _
from sapper.tasks.task import Task

__all__ = ["read_answers", "read_tasks"]


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
