"""Files of tasks and answers: resumed, never mixed, and no changed task is used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sapper.documents import document
from sapper.errors import InputError
from sapper.tasks import TaskPlan, read_tasks, stream_lines, write_tasks

PLAN = TaskPlan(4, levels=["single"], boards=["6x6/8"])


def test_any_number_of_workers_makes_the_same_lines() -> None:
    one, two = (list(stream_lines(PLAN, 9, workers=workers)) for workers in (1, 2))
    assert one == two
    assert len(one) == 9


def test_a_file_is_resumed(tmp_path: Path) -> None:
    file, whole = tmp_path / "tasks.jsonl", "".join(stream_lines(PLAN, 9, workers=1))
    write_tasks(file, PLAN, 3, workers=1)
    seen: list[tuple[int, int]] = []
    for cut in (0, 1, 40):  # bytes of the fourth line
        file.write_text(whole[: len("".join(whole.splitlines(keepends=True)[:3])) + cut])
        seen.clear()
        made = write_tasks(file, PLAN, 9, workers=1, report=lambda *each: seen.append(each))
        assert made == (str(file), 9, 3)
        assert seen == [(done, 9) for done in range(4, 10)]
        assert file.read_text() == whole
    assert write_tasks(file, PLAN, 2, workers=1) == (str(file), 9, 9)
    assert file.read_text() == whole


def test_another_file_is_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "tasks.jsonl"
    lines = list(stream_lines(PLAN, 3, workers=1))
    other = TaskPlan(4, levels=["single"], boards=["6x6/8"], notations=["line"])
    for content, plan, says in (
        ("".join(lines), other, "holds something else in line 1"),
        ("".join([lines[0], lines[2]]), PLAN, "holds something else in line 2"),
        ("".join(lines).replace("Minesweeper", "Minesweepers"), PLAN, "line 1: this is not a task"),
        ("my notes\n", PLAN, "line 1: this is not JSON"),
    ):
        file.write_text(content)
        with pytest.raises(InputError, match=says):
            write_tasks(file, plan, 9, workers=1)
        assert file.read_text() == content


def test_tasks_are_read_unchanged_or_not_at_all(tmp_path: Path) -> None:
    file, line = tmp_path / "tasks.jsonl", next(stream_lines(PLAN, 1, workers=1))
    file.write_text(line)
    (task,) = read_tasks(file)
    assert {"schema": 1, **document(task)} == json.loads(line)
    for name, value in document(task).items():
        other = value + 1 if isinstance(value, int) else f"{value}."
        file.write_text(line + json.dumps({**document(task), name: other}) + "\n")
        with pytest.raises(InputError, match=r"line 2: this is not a task, or it has been changed"):
            read_tasks(file)
    for text in ("[]", "3", "null", '{"id": "0-1"}', "{"):
        file.write_text(f"{line}{text}\n")
        with pytest.raises(InputError, match="line 2: "):
            read_tasks(file)
    with pytest.raises(InputError, match="cannot read"):
        read_tasks(tmp_path / "none")
