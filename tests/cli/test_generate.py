"""`sapper generate`: boards that need no guess, as text, lines, JSON, pictures and MBF."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command import sapper


def test_a_board_with_its_figures() -> None:
    done = sapper("generate", "--board", "beginner", "--seed", "2")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "board     9x9/10, no guess, single" in lines
    assert "reasoning 0 hard steps, difficulty 2.19" in lines
    assert "3BV       10, 3 openings" in lines
    assert "tries     1 try (accepted 100.00 %)" in lines
    assert "link      #play:9x9/10_open_2_0_o4,4" in lines
    assert lines[-1] == "record    9x9/10 open 2 0 o4,4"


def test_json_has_one_document_a_board() -> None:
    done = sapper(
        "generate", "-b", "9x9/12", "-n", "2", "--grade", "pair", "--3bv", "10-60",
        "--openings", "1-", "--hard-steps", "1-9", "--no-mine-count", "--first", "corner", "--json",
    )  # fmt: skip
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(documents) == 2
    for document in documents:
        assert document["schema"] == 1
        assert document["grade"] == "pair"
        assert 10 <= document["3bv"] <= 60
        assert document["first"] == [0, 0]
        assert document["is_uniform"]


def test_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert sapper("generate", "-b", "beginner", "-o", str(path)).returncode == 0
    assert path.read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "words", "code"),
    [
        (["--json", "-o", "x.svg"], "give either --json or --output, not both", 2),
        (["-o", "x.html"], ".html needs --positions", 2),
        (["-o", "x.svg", "-n", "2"], "--output writes one board", 2),
        (["--technique", "subset"], "--technique needs --positions", 2),
        (["-n", "99999999999"], "expected 1 to 4,294,967,296 puzzles", 2),
        (["--positions", "2"], "--positions needs a --technique", 2),
        (["--3bv", "much"], "--3bv: expected a range such as 150-180", 2),
        (["--grade", "hard"], "expected one of click, single", 2),
        (["-b", "16x30/170", "--time", "50ms"], "no board found in", 3),
    ],
)
def test_errors(arguments: list[str], words: str, code: int) -> None:
    done = sapper("generate", *arguments)
    assert done.returncode == code
    assert words in done.stderr
    assert "Traceback" not in done.stderr


_INTERRUPTED = """
import os, signal
from threading import Timer
import sapper.cli.commands.generate
from sapper.cli import main
Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
main()
"""


@pytest.mark.parametrize(
    "endless",
    ["-b 16x30/230 --time 1h", "-b 16x30/99 --technique mine-count --positions 9999"],
)
def test_ctrl_c_ends_it(endless: str) -> None:
    command = [sys.executable, "-c", _INTERRUPTED, "generate", *endless.split()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 130
    assert done.stderr == "note: stopped\n"
