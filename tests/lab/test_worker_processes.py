"""Worker processes start and end quietly, also when their command was interrupted."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from sapper.lab.run import Run
from sapper.lab.workers import worker_pool
from sapper.lab.workers.process_pool import ProcessPool
from sapper.players import Decision, Player, PlayerSpec


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


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
    while any(map(is_running, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, workers))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_ctrl_c_cannot_reach_the_server_of_the_workers_while_it_imports() -> None:
    """It would print a traceback: it ignores Ctrl-C only after its imports."""
    script = (
        "from multiprocessing import forkserver; from pathlib import Path; import signal;"
        "from sapper.lab.workers.process_pool import start_method; start_method();"
        "status = Path(f'/proc/{forkserver._forkserver._forkserver_pid}/status').read_text();"
        "blocked = int(status.partition('SigBlk:')[2].split()[0], 16);"
        "print(bool(blocked >> (signal.SIGINT - 1) & 1), signal.pthread_sigmask(0, []))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "True set()\n"


def test_nothing_is_left_of_a_pool_that_was_terminated() -> None:
    """Its thread closed a pipe while Python wrote to it at the end: a traceback, now and then."""
    pool = ProcessPool(1)
    slow = pool.submit(time.sleep, 600)
    manager: Any = pool._executor_manager_thread
    assert manager is not None
    pool.terminate()
    assert not manager.is_alive()
    assert slow.done()


STARTING = """
import os
import sys
from sapper.lab.workers.process_pool import hide_main_module, start_method

class Unreadable:
    def __reduce__(self):
        return (os.stat, ("gone",)) if sys.argv[1] == "orphan" else (int, ("no number",))

with hide_main_module():
    process = start_method().Process(target=print, args=(Unreadable(),))
    process.start()
process.join()
sys.exit(process.exitcode)
"""


@pytest.mark.parametrize(("kind", "told"), [("orphan", ""), ("other", "ValueError: invalid lit")])
def test_a_worker_that_starts_too_late_prints_no_traceback(kind: str, told: str) -> None:
    """When a command ends, its semaphores are removed: a file is gone for those that start."""
    done = subprocess.run(
        [sys.executable, "-c", STARTING, kind],
        check=False, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert told in done.stderr
    assert ("Traceback" in done.stderr) == bool(told), done.stderr


IN_A_DELETED_FOLDER = """
import os, sys
from sapper.cli import main
os.rmdir(os.getcwd())
main()
"""


def test_where_no_worker_can_start_the_remedy_is_named(tmp_path: Path) -> None:
    (tmp_path / "deleted").mkdir()
    words = ["run", "greedy", "--games", "9", "--workers", "2", "--ledger", tmp_path / "ledger"]
    done = subprocess.run(
        [sys.executable, "-c", IN_A_DELETED_FOLDER, *map(str, words)],
        check=False, capture_output=True, text=True, timeout=60, cwd=tmp_path / "deleted",
    )  # fmt: skip
    assert done.returncode == 2
    told = " ".join(done.stderr.split())
    assert told.startswith("sapper: worker processes cannot be started here: ")
    assert told.endswith("; use one worker")
