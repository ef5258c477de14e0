"""`-` is standard output wherever a file is written, and then nothing else is printed there."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.command import COMMAND, sapper, sapper_process

CORNER = "3x3/2:01_/12_/___"
GAME = "1x6/3 raw =25 0 o0,1 o0,2 o0,0"


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("lab") / "ledger")
    words = ["run", "bfs", "--games", "10", "--board", "5x5/4", "--workers", "1"]
    assert sapper(*words, "--ledger", path).returncode == 0
    return path


@pytest.mark.parametrize(
    "words",
    [
        ["analyse", CORNER, "--svg"],
        ["best", CORNER, "--svg"],
        ["explain", CORNER, "--svg"],
        ["review", GAME, "--svg"],
        ["papers", "trace", CORNER, "--svg"],
    ],
    ids=" ".join,
)
def test_a_picture(words: list[str]) -> None:
    done = sapper(*words, "-")
    assert done.returncode == 0
    assert ElementTree.fromstring(done.stdout).tag.endswith("svg")
    assert not Path("-").exists()


def test_two_results_need_a_file() -> None:
    assert sapper("review", GAME, "--json", "--svg", "-").returncode == 2


def test_the_report_of_a_ledger(ledger: str) -> None:
    page = sapper("lab", "report", "--ledger", ledger, "--output", "-")
    assert page.stdout.startswith("<!doctype html>")
    assert page.stdout.rstrip().endswith("</html>")
    assert not page.stderr
    table = sapper_process("lab", "report", "--ledger", ledger, "--csv", "-")
    assert len(table.stdout.splitlines()) == 11
    figures = sapper("lab", "report", "--ledger", ledger, "--json")
    assert json.loads(figures.stdout)["players"][0]["games"] == 10


@pytest.mark.parametrize(
    ("where", "code"),
    [("> /dev/full", 4), (">&-", 4), ("| true", 0)],
    ids=["full", "closed", "head"],
)
def test_parquet_that_cannot_be_written(ledger: str, where: str, code: int) -> None:
    pytest.importorskip("pyarrow.parquet")
    words = shlex.join([*COMMAND, "lab", "report", "--ledger", ledger, "--parquet", "-"])
    script = f"{words} {where}; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=False, timeout=240
    )
    assert done.returncode == code
    assert len(done.stderr.splitlines()) == (1 if code else 0)
