"""Files of tasks and answers: what is read, and which line is at fault."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from sapper.errors import InputError
from sapper.tasks import Kind, Task, TaskPlan, make_tasks
from sapper.tasks.files import read_answers, read_tasks


@cache
def tasks() -> tuple[Task, ...]:
    plan = TaskPlan.of(seed=4, levels=["click", "single", "pair", "count"], boards=["6x6/8"])
    return tuple(make_tasks(plan, len(plan.pairs)))


def test_answer_files_are_split_at_line_feeds_only(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(
        '\ufeff{"id": "a", "answer": "x\u2028y"}\r\n\n{"id": "b", "answer": "z"}\n', "utf-8"
    )
    assert read_answers(path) == {"a": ["x\u2028y"], "b": ["z"]}


@pytest.mark.parametrize("solution", [
    {}, [], {"safe": 3, "mines": []}, {"safe": [[1]], "mines": []},
    {"safe": [["a", 1]], "mines": []},
    {"chance": "1/0"}, {"chance": "x"}, {"wins": []}, {"wins": [[[0, 0], "0"]]}, {"wins": 3},
    {"game": "x"}, {"game": 3}, {"shows": 1}, {"count": "1"}, {"possible": "yes"}, {"cell": 3},
])  # fmt: skip
def test_tasks_with_a_bad_solution_name_their_line(tmp_path: Path, solution: object) -> None:
    path = tmp_path / "tasks.jsonl"
    for kind in Kind:
        task = next(task for task in tasks() if task.kind is kind)
        good = json.dumps(task.to_dict())
        path.write_text(f"{good}\n{json.dumps(task.to_dict() | {'solution': solution})}\n")
        with pytest.raises(InputError, match="line 2"):
            read_tasks(path)
