"""Files of tasks as jobs: records of every part, other code refused, deaths told, resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from sapper.errors import InputError
from sapper.lab import Ledger, RunStopped
from sapper.lab.identity import this_worker
from sapper.lab.workers import LocalPool
from sapper.tasks import TaskPlan, stream_lines, task_file, write_tasks
from sapper.tasks.parts import PART_TASKS, job_of

PLAN = TaskPlan.of(kinds=["read"], boards=["6x6/8"], seed=3)
COUNT = 2 * PART_TASKS + 3


def spoil_second(how: Callable[[Any], Any]) -> Callable[..., Any]:
    """Return a `worker_pool` whose second part is spoiled."""

    class Spoiling(LocalPool):
        def call(self, function: Any, *arguments: Any, run: Any = None) -> Future[Any]:
            future = super().call(function, *arguments, run=run)
            spoiled: Future[Any] = Future()
            try:
                is_second = arguments[2].number == 1
                spoiled.set_result(how(future.result()) if is_second else future.result())
            except BrokenProcessPool as error:
                spoiled.set_exception(error)
            return spoiled

    @contextmanager
    def pool(*_: object) -> Iterator[LocalPool]:
        yield Spoiling(1)

    return pool


def of_other_code(answer: Any) -> Any:
    return answer._replace(identity="0123456789ab")


def killed(_: Any) -> Any:
    raise BrokenProcessPool


@pytest.mark.parametrize(("how", "said"), [
    (of_other_code, "has other code for the tasks: its identity is 0123456789ab"),
    (killed, "a worker process ended while the tasks were made: it was killed; finished parts are"),
])  # fmt: skip
def test_a_spoiled_part_is_refused_and_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: Callable[[Any], Any], said: str
) -> None:
    file, whole = tmp_path / "tasks", "".join(stream_lines(PLAN, COUNT, workers=1))
    with monkeypatch.context() as patch:
        patch.setattr(task_file, "worker_pool", spoil_second(how))
        with pytest.raises(RunStopped, match=said):
            write_tasks(file, PLAN, COUNT)
    assert file.read_text().splitlines() == whole.splitlines()[:PART_TASKS]
    done: list[int] = []
    made = write_tasks(
        file, PLAN, COUNT, workers=1, command="mine", report=lambda one, _: done.append(one)
    )
    assert (made["tasks"], made["kept"], done[0]) == (COUNT, PART_TASKS, PART_TASKS)
    assert file.read_text() == whole
    with Ledger(task_file.ledger_beside(file), read_only=True) as ledger:
        (entry,) = ledger.jobs.entries()
        workers, origins = ledger.jobs.workers(entry.number), ledger.jobs.origins(entry.number)
    assert (entry.kind, entry.identity, entry.parts) == ("tasks", job_of(PLAN).identity, 3)
    assert workers == {this_worker(): 3}
    assert [(origin.command, parts) for origin, parts in origins] == [(None, 1), ("mine", 2)]


@pytest.mark.parametrize("cut", [0, 1, 900, -1])
def test_a_file_cut_off_anywhere_is_completed(tmp_path: Path, cut: int) -> None:
    """With and without the records; more tasks are appended, and fewer leave what is there."""
    file, whole = tmp_path / "tasks", "".join(stream_lines(PLAN, COUNT, workers=1))
    write_tasks(file, PLAN, COUNT - 1, workers=1)
    for is_recorded in (True, False):
        file.write_bytes(whole.encode()[:cut])
        if not is_recorded:
            task_file.ledger_beside(file).unlink()
        write_tasks(file, PLAN, COUNT, workers=1)
        assert file.read_text() == whole
        assert write_tasks(file, PLAN, 1, workers=1)["tasks"] == COUNT


def test_other_tasks_are_not_changed(tmp_path: Path) -> None:
    file, other = tmp_path / "tasks", TaskPlan.of(kinds=["read"], boards=["6x6/8"], seed=4)
    write_tasks(file, PLAN, 2, workers=1)
    before = file.read_bytes()
    with pytest.raises(InputError, match="exists and holds something else"):
        write_tasks(file, other, 2, workers=1)
    with pytest.raises(InputError, match="1 to 2\\^31 tasks, got 0"):
        write_tasks(tmp_path / "none", PLAN, 0)
    assert file.read_bytes() == before
    assert not (tmp_path / "none").exists()
