"""Ctrl-C, SIGTERM and SIGHUP end a command alike: a note, the games kept, an exit code."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.support.command import COMMAND, sapper
from tests.support.running_command import (
    assert_none_is_left,
    games_in,
    handles,
    start,
    wait_for,
)

CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
NOTE = "note: stopped; finished games are in the ledger, and the same command resumes"
LONG = {
    "run": ["run", "hybrid", "--board", "expert", "--games", "1000000"],
    "native run": ["run", "champion", "--board", "expert", "--games", "1000000"],
    "limited run": ["run", "bfs", "--board", "expert", "--games", "100000", "--move-time", "60"],
    "compare": ["compare", "hybrid", "bfs", "--board", "expert", "--games", "1000000"],
    "reproduce": ["papers", "reproduce", "--games", "1000000"],
}


WAYS = [
    pytest.param(
        name, workers, number, id=f"{name}-{workers}-{number.name}",
        marks=() if name == "run" or (workers, number) == ("2", signal.SIGTERM)
        else pytest.mark.slow,
    )
    for name in LONG for workers in ("1", "2") for number in CODES
]  # fmt: skip


@pytest.mark.parametrize(("name", "workers", "number"), WAYS)
def test_games_are_kept_and_the_code_tells_the_signal(
    name: str, workers: str, number: signal.Signals, tmp_path: Path
) -> None:
    """The signal reaches the whole group, as from a terminal or from a service manager."""
    ledger = tmp_path / "ledger"
    process = start([*LONG[name], "--workers", workers, "--ledger", str(ledger)])
    wait_for(lambda: games_in(ledger) > 0, process)
    os.killpg(process.pid, number)
    _, words = process.communicate(timeout=60)
    assert process.returncode == CODES[number]
    assert words.strip().endswith(NOTE)
    assert "Traceback" not in words
    assert games_in(ledger) > 0
    assert_none_is_left(process.pid)


STUBBORN = """
import time
from pathlib import Path

import sapper
from sapper.cli import main

class Stubborn:
    name = "stubborn"

    def decide(self, position):
        while True:
            try:
                Path("deciding").touch()
                time.sleep(600)
            except KeyboardInterrupt:
                Path("caught").touch()

if __name__ == "__main__":
    sapper.register(Stubborn)
    main()
"""


@pytest.mark.parametrize("second", CODES, ids=lambda number: number.name)
def test_a_second_signal_ends_it_at_once(second: signal.Signals, tmp_path: Path) -> None:
    """The player is registered, and so plays in the process of the command."""
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    words = ["run", "stubborn", "--games", "9", "--workers", "1", "--ledger", "ledger"]
    process = start(words, [sys.executable, "stubborn.py"], cwd=tmp_path)
    wait_for((tmp_path / "deciding").exists, process)
    process.send_signal(signal.SIGINT)
    wait_for((tmp_path / "caught").exists, process)
    process.send_signal(second)
    process.communicate(timeout=60)
    assert process.returncode == 130


def test_many_signals_leave_no_traceback(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"
    process = start([*LONG["run"], "--workers", "2", "--ledger", str(ledger)])
    wait_for(lambda: games_in(ledger) > 0, process)
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        time.sleep(0.001)
    _, words = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in words
    assert words.count(NOTE) <= 1  # a second signal ends it at once
    assert_none_is_left(process.pid)


def test_signals_that_are_ignored_stay_ignored(tmp_path: Path) -> None:
    def ignore() -> None:
        for number in CODES:
            signal.signal(number, signal.SIG_IGN)

    ledger = tmp_path / "ledger"
    words = ["run", "bfs", "--games", "300", "--workers", "2", "--ledger", str(ledger)]
    process = start(words, preexec_fn=ignore)
    while process.poll() is None:
        for number in CODES:
            os.killpg(process.pid, number)
        time.sleep(0.05)
    _, said = process.communicate(timeout=120)
    assert (process.returncode, said) == (0, "")
    assert games_in(ledger) == 300


def test_a_closed_terminal_ends_a_run(tmp_path: Path) -> None:
    """It sends SIGHUP, and nothing can be written to it any more."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    ledger = tmp_path / "ledger"
    process = subprocess.Popen(
        [*COMMAND, *LONG["run"], "--workers", "2", "--ledger", str(ledger)],
        stdin=theirs, stdout=theirs, stderr=theirs, text=True, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 (no threads)
    )  # fmt: skip
    os.close(theirs)
    wait_for(lambda: games_in(ledger) > 0, process)
    os.close(ours)
    assert process.wait(60) == 129
    assert games_in(ledger) > 0
    assert_none_is_left(process.pid)


@pytest.mark.parametrize("number", CODES, ids=lambda number: number.name)
def test_a_search_without_a_ledger_ends_too(number: signal.Signals) -> None:
    process = start(["lab", "optimal", "5x5/6", "--nodes", "1000000000"])
    wait_for(lambda: handles(process.pid, signal.SIGTERM), process)
    time.sleep(0.5)  # on a quiet machine it searches by then
    process.send_signal(number)
    _, words = process.communicate(timeout=60)
    assert process.returncode == CODES[number]
    assert "Traceback" not in words


def test_a_generated_board_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert sapper("generate", "-b", "beginner", "-o", str(path)).returncode == 0
    assert path.read_text("utf-8").startswith("<svg")


_INTERRUPTED = """
import os, signal
from threading import Timer
from sapper.cli import main
from sapper.cli.commands import generate
show_bar = generate.show_bar
def show_and_stop(*words):
    Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    return show_bar(*words)
generate.show_bar = show_and_stop
main()
"""


@pytest.mark.parametrize(
    "endless",
    ["-b 16x30/230 --time 1h", "-b 16x30/99 --technique mine-count --positions 9999"],
)
def test_ctrl_c_ends_generating(endless: str) -> None:
    command = [sys.executable, "-c", _INTERRUPTED, "generate", *endless.split()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 130
    assert done.stderr == "note: stopped\n"
