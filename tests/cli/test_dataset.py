"""`sapper dataset`: folders, resuming, errors."""

from __future__ import annotations

import fcntl
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.command import sapper

pytest.importorskip("pyarrow")

SMALL = ["--board", "4x4/3", "--games", "3", "--seed", "2", "--workers", "1"]


def test_two_commands_do_not_share_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    assert sapper("lab", "dataset", str(folder), *SMALL).returncode == 0
    with (folder / "parts.jsonl").open("ab") as log:
        fcntl.flock(log, fcntl.LOCK_EX)
        done = sapper("lab", "dataset", str(folder), *SMALL)
    assert done.returncode == 2
    assert "another command is making the dataset" in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.slow)]
)
def test_a_command_that_was_stopped_is_resumed(tmp_path: Path, number: signal.Signals) -> None:
    folder, many = tmp_path / "set", ["--board", "expert", "--games", "400", "--workers", "2"]
    command = [sys.executable, "-m", "sapper", "lab", "dataset", str(folder), *many]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        log, end = folder / "parts.jsonl", time.monotonic() + 60
        while not log.exists() or log.read_bytes().count(b"\n") < 2:
            assert time.monotonic() < end
            time.sleep(0.01)
        process.send_signal(number)
        said = process.communicate(timeout=60)[1]
    if number == signal.SIGINT:
        assert process.returncode == 130
        assert "the same command resumes" in " ".join(said.split())
    kept = {file.name: file.stat().st_mtime_ns for file in folder.glob("train/*.parquet")}
    done = sapper("lab", "dataset", str(folder), *many)
    assert "positions of 400 games" in done.stdout
    whole = {file.name: file.stat().st_mtime_ns for file in folder.glob("train/*.parquet")}
    assert len(whole) == 8
    assert sum(whole[name] == time for name, time in kept.items()) >= len(kept) - 1
