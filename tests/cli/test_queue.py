"""`sapper queue`: check, list, run, resume, report."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.support.command import COMMAND, sapper

QUEUE = """
[[run]]
player = "fast"
board = "4x4/2"
games = 50

[[compare]]
name = "pair"
players = ["fast", "greedy"]
board = "4x4/2"
games = 80
"""
LONG = """
[[run]]
player = "fast"
board = "4x4/2"
games = 50

[[run]]
player = "hybrid"
board = "16x16/40"
games = 300
"""


@pytest.fixture
def queue(tmp_path: Path) -> str:
    path = tmp_path / "rules.toml"
    path.write_text(QUEUE)
    return str(path)


@pytest.fixture
def ledger(tmp_path: Path) -> list[str]:
    return ["--ledger", str(tmp_path / "ledger.sqlite"), "--workers", "1"]


def test_a_queue_is_checked_without_playing(queue: str, ledger: list[str]) -> None:
    done = sapper("queue", queue, "--check", *ledger)
    assert done.stdout == (
        "Queue rules: 2 experiments, 3 runs, 210 games; nothing is wrong with the file\n"
    )
    assert not Path(ledger[1]).exists()


def test_a_queue_is_run_and_listed(queue: str, ledger: list[str]) -> None:
    before = sapper("queue", queue, "--list", *ledger).stdout
    assert ["0", "50", "0"] in [line.split()[-3:] for line in before.splitlines()]
    done = sapper("queue", queue, *ledger)
    assert done.returncode == 0
    assert "experiment 2 of 2: compare pair on 4x4/2, 160 games" in " ".join(done.stderr.split())
    assert "fast − greedy" in done.stdout
    told = json.loads(sapper("queue", queue, "--list", "--json", *ledger).stdout)
    assert [(one["done"], one["games"]) for one in told["experiments"]] == [(50, 50), (160, 160)]


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_a_queue_fits_the_terminal(queue: str, ledger: list[str], columns: int) -> None:
    for options in ([], ["--list"], ["--check"]):
        done = sapper("queue", queue, *options, *ledger, COLUMNS=str(columns))
        assert max(map(len, done.stdout.splitlines())) <= columns


def test_a_queue_from_standard_input(ledger: list[str]) -> None:
    told = json.loads(sapper("queue", "-", "--json", *ledger, stdin=QUEUE).stdout)
    assert told["title"] == "Queue from standard input"
    assert [one["name"] for one in told["experiments"]] == ["fast", "pair"]


def test_the_report_of_a_queue(queue: str, ledger: list[str], tmp_path: Path) -> None:
    page, data = tmp_path / "page.html", tmp_path / "data"
    sapper("queue", queue, *ledger, "-o", str(page), "--data", str(data))
    text = page.read_text("utf-8")
    assert "<h1>Queue rules</h1>" in text
    assert "Overview" in text
    assert 'href="data/01-queue-rules.csv"' in text
    assert (data / "01-queue-rules.csv").read_text("utf-8").count("\n") == 4
    assert "<code>sapper queue" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.toml"], "cannot read the queue nowhere.toml: No such file or directory"),
        (["FILE", "--check", "-o", "page.html"], "--check and --list write nothing else"),
        (["FILE", "--check", "--list"], "--check and --list write nothing else"),
    ],
)
def test_mistakes_are_named(queue: str, arguments: list[str], message: str) -> None:
    done = sapper("queue", *(queue if word == "FILE" else word for word in arguments))
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())


def test_a_mistake_is_found_before_anything_is_played(tmp_path: Path, ledger: list[str]) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(f"{QUEUE}\n[[run]]\nplayer = 'nobody'\n")
    done = sapper("queue", str(path), "--json", *ledger)
    assert done.returncode == 2
    assert json.loads(done.stdout)["where"] == {"line": 13}
    assert "line 13, [[run]] 2: " in done.stderr
    assert not Path(ledger[1]).exists()


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "queue.toml"
    path.write_bytes(b"\xff\xfe")
    assert "is not a text in UTF-8" in " ".join(sapper("queue", str(path)).stderr.split())


def test_ctrl_c_keeps_the_games_and_the_same_command_resumes(
    tmp_path: Path, ledger: list[str]
) -> None:
    path = tmp_path / "long.toml"
    path.write_text(LONG)
    words = ["queue", str(path), *ledger]
    process = subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while _done(words)[1] == 0 and time.monotonic() < deadline:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert "the same command resumes" in " ".join(said.split())
    kept = _done(words)
    assert kept[0] == 50
    assert 0 < kept[1] < 300
    assert sapper(*words).returncode == 0
    assert _done(words) == [50, 300]


def _done(words: list[str]) -> list[int]:
    told = json.loads(sapper(*words, "--list", "--json").stdout)
    return [one["done"] for one in told["experiments"]]
