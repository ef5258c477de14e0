"""A run that is killed and started again gives the same result."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.support.command import COMMAND
from tests.support.running_command import assert_none_is_left, games_in, start, wait_for

RUN = ["run", "hybrid", "--board", "16x16/40", "--games", "300", "--seed", "9", "--json"]
SCORED = ["run", "champion", "--board", "expert", "--games", "4000", "--seed", "9", "--json"]
TIMES = ("ms_per_game", "ms_per_win", "ms_per_step")


def figures(*options: str, run: list[str] = RUN) -> dict[str, object]:
    done = subprocess.run(
        [*COMMAND, *run, *options], capture_output=True, text=True, check=True, timeout=600
    )
    document: dict[str, object] = json.loads(done.stdout)
    return {name: value for name, value in document.items() if name not in TIMES}


def stop_in_the_middle(
    path: Path, how: signal.Signals, workers: str, run: list[str] = RUN
) -> tuple[int, str, int]:
    """Start the run, wait for its first games, send the signal; return exit code, output, games."""
    before = games_in(path)
    process = start([*run, "--ledger", str(path), "--workers", workers])
    wait_for(lambda: games_in(path) > before, process)
    if how is signal.SIGKILL:
        os.killpg(process.pid, how)
    else:
        process.send_signal(how)
    words = process.communicate(timeout=60)[1]
    assert_none_is_left(process.pid)
    return process.returncode, words, games_in(path)


@pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.slow), "2"])
def test_a_killed_run_can_be_continued(workers: str, tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    there = []
    for _ in range(2):
        code, _, games = stop_in_the_middle(path, signal.SIGKILL, workers)
        assert code == -signal.SIGKILL
        there.append(games)
    assert 0 < there[0] < there[1] < 300
    resumed = figures("--ledger", str(path), "--workers", workers)
    assert resumed == figures("--ledger", str(tmp_path / "other"), "--workers", "2")
    assert resumed["games"] == 300


@pytest.mark.slow
def test_scores_survive_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    _, _, games = stop_in_the_middle(path, signal.SIGKILL, "2", SCORED)
    assert 0 < games < 4000
    resumed = figures("--ledger", str(path), "--workers", "2", run=SCORED)
    assert resumed["control_variate"] is not None
    once = figures("--ledger", str(tmp_path / "other"), "--workers", "1", run=SCORED)
    assert resumed == once
