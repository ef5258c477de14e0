"""Worker processes start and end quietly, and play what players can be sent to them."""

from __future__ import annotations

import os
import sys
import threading
import time
import types
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

import pytest

from sapper.errors import InputError
from sapper.lab import simulate
from sapper.lab.errors import ProcessDied, RunStopped
from sapper.lab.runs.run import Run
from sapper.lab.workers import worker_pool
from sapper.lab.workers.processes import Processes, WorkerProcess
from sapper.players import Decision, Move, Player, PlayerSpec
from tests.support.engines import wait_until_gone


def test_an_error_terminates_workers_at_once(tmp_path: Path) -> None:
    """Even during a long decision."""

    class Slow(Player):
        def decide(self, position: object) -> Decision:
            (tmp_path / str(os.getpid())).touch()
            time.sleep(600)
            raise AssertionError("still running")

    def interrupt_both() -> None:
        with worker_pool(2) as pool:
            for begin in (0, 1):
                pool.submit(Run.of(PlayerSpec("slow", "", "", Slow), "5x5/3"), begin, 1)
            while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < deadline:
                time.sleep(0.05)
            raise KeyboardInterrupt

    deadline = time.monotonic() + 60
    with pytest.raises(KeyboardInterrupt):
        interrupt_both()
    workers = [int(path.name) for path in tmp_path.iterdir()]
    assert len(workers) == 2
    for worker in workers:
        wait_until_gone(worker)


@pytest.fixture
def process() -> Iterator[WorkerProcess]:
    made = WorkerProcess()
    yield made
    made.end()


def test_a_call_returns_raises_or_dies(process: WorkerProcess) -> None:
    assert process.call(lambda: 6 * 7) == 42
    with pytest.raises(ZeroDivisionError):
        process.call(lambda: 1 // 0)
    with pytest.raises(InputError, match="cannot be sent"):
        process.call(Lock().acquire)
    with pytest.raises(ProcessDied, match="ended its process with 7") as died:
        process.call(os._exit, 7)
    assert not died.value.is_late


def test_a_call_has_a_limit_of_time(process: WorkerProcess) -> None:
    with pytest.raises(ProcessDied, match="took too long") as died:
        process.call(time.sleep, 600, seconds=0.5)
    assert died.value.is_late


def test_processes_replace_one_that_died_and_serve_several_threads() -> None:
    processes = Processes()
    with pytest.raises(ProcessDied):
        processes.call(os._exit, 1)
    with ThreadPoolExecutor(3) as threads:
        found = list(threads.map(processes.call, [os.getpid] * 30))
    assert os.getpid() not in found
    assert 1 <= len(set(found)) <= 3
    processes.close()
    wait_until_gone(found[0])
    with pytest.raises(RunStopped, match="shut down"):
        processes.call(os.getpid)


class First(Player):
    """Opens the first covered cell."""

    def decide(self, position: object) -> Decision:
        cell = next(position.covered())  # type: ignore[attr-defined]
        return Decision(Move("open", cell), "the first", None, True)


def test_a_player_that_cannot_be_pickled() -> None:
    lock = threading.Lock()

    def locked(seed: int) -> Player:
        with lock:
            return First(seed)

    chosen = PlayerSpec("locked", "", "", locked)
    assert simulate(chosen, "5x5/3", games=5, workers=1).games == 5
    with pytest.raises(InputError, match=r"cannot be sent to a worker process.*use one worker"):
        simulate(chosen, "5x5/3", games=5, workers=2)


def test_a_module_that_workers_cannot_import_is_refused() -> None:
    module = types.ModuleType("only_in_this_process")
    source = "class Mine:\n    def decide(self, position):\n        return next(position.covered())"
    exec(source, vars(module))
    sys.modules[module.__name__] = module
    try:
        assert simulate(module.Mine, "5x5/3", games=5, workers=1).games == 5
        with pytest.raises(InputError, match=r"worker process cannot load .*ModuleNotFoundError"):
            simulate(module.Mine, "5x5/3", games=5, workers=2)
    finally:
        del sys.modules[module.__name__]
