"""`sapper engine`, and engines as players of the other commands."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper.players.protocol.process import close_engines
from tests.support.command import sapper
from tests.support.engines import PLAIN, bad
from tests.support.running_command import assert_none_is_left, start, wait_for

LINE = "3x3/2:01_/12_/___"


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    close_engines()


def test_an_example_speaks_the_protocol(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text(sapper("engine", "example", "python").stdout)
    player = f"engine:python3 {tmp_path / 'plain.py'}"
    ledger = ("--ledger", str(tmp_path / "l.sqlite"))
    done = sapper("run", player, "--board", "5x5/3", "--games", "5", *ledger, "--json")
    assert json.loads(done.stdout)["faults"]["total"] == 0
    assert "int main()" in sapper("engine", "example", "cpp").stdout


def test_other_commands_take_an_engine(tmp_path: Path) -> None:
    ledger = str(tmp_path / "l.sqlite")
    run = sapper("run", PLAIN, "--board", "5x5/3", "--games", "9", "--ledger", ledger, "--json")
    document = json.loads(run.stdout)
    assert document["player"] == "engine:plain-python/1.0"
    compared = sapper("compare", PLAIN, "fast", "--board", "5x5/3", "--games", "9",
                      "--ledger", ledger)  # fmt: skip
    assert compared.returncode == 0, compared.stderr
    assert "plain-python" in compared.stdout
    traced = sapper("papers", "trace", LINE, "-p", PLAIN)
    assert "answers: move open r0c2 guess" in " ".join(traced.stdout.split())
    played = sapper("play", "-p", PLAIN, "-b", "5x5/3", "--seed", "4", "--moves")
    assert "plain-python: it says" in played.stdout
    line = played.stdout.splitlines()[-1]
    assert sapper("review", line, "--games", "5").returncode == 0


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_a_stopped_run_leaves_no_engine(number: signal.Signals, tmp_path: Path) -> None:
    """The engine is asleep in the middle of a move, in a worker process."""
    mark = tmp_path.name
    words = ["run", f"{bad('loops')} {mark}", "--workers", "2", "--ledger", str(tmp_path / "l")]
    process = start(words)
    wait_for(lambda: len(_running(mark)) >= 3, process)  # the command itself, and engines
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert_none_is_left(process.pid)


def _running(mark: str) -> list[int]:
    """Return the processes with this mark in their arguments."""
    words = ["ps", "-ww", "-eo", "pid,stat,args"]
    found = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
    lines = [line.split(None, 2) for line in found.stdout.splitlines()[1:]]
    alive = [(int(number), args) for number, state, args in lines if state[0] != "Z"]
    return [number for number, args in alive if mark in args and number != os.getpid()]
