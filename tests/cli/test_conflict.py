"""The command `sapper conflict`, and that every command about positions takes the same options."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sapper.cli.app import load_command
from tests.support.command import sapper

CORNER = "3x3/2:01_/12_/___"
IMPOSSIBLE = "4x4/2:1_11/12_1/0111/0000"
SENTENCE = "no layout of mines fits the 1 at r0c2 and the 2 at r1c1 together"


def test_what_clashes_and_what_repairs_it() -> None:
    done = sapper("conflict", IMPOSSIBLE)
    assert done.returncode == 1
    assert done.stderr == f"sapper: {SENTENCE}\n"
    assert "The 2 at r1c1 needs two mines" in done.stdout
    assert "  The 1 at r0c2 could be a 2.\n" in done.stdout


def test_nothing_clashes() -> None:
    done = sapper("conflict", CORNER)
    assert done.stdout == "Nothing clashes: at least one layout of mines fits.\n"
    assert (done.returncode, done.stderr) == (0, "")


def test_without_a_mine_count() -> None:
    assert sapper("conflict", "3x3/?:01_/12_/___").returncode == 0
    assert sapper("conflict", "3x3/?:01_/12_/___", "--mines", "1").returncode == 1


def test_as_data() -> None:
    found = json.loads(sapper("conflict", IMPOSSIBLE, "--json").stdout)["conflict"]
    assert found["summary"] == SENTENCE
    assert found["numbers"] == [[0, 2], [1, 1]]
    assert json.loads(sapper("conflict", CORNER, "--json").stdout)["conflict"] is None


def test_trusted_flags_count() -> None:
    assert sapper("conflict", "1x3/1:F1F").returncode == 0
    assert sapper("conflict", "1x3/1:F1F", "--trust-flags").returncode == 1


@pytest.mark.parametrize("position", [CORNER, IMPOSSIBLE])
@pytest.mark.parametrize("command", ["analyse", "best", "conflict", "explain"])
def test_a_picture(command: str, position: str, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    sapper(command, position, "--svg", str(path))
    assert ElementTree.fromstring(path.read_text("utf-8")).tag.endswith("svg")
    alone = sapper(command, position, "--svg", "-").stdout
    assert alone == path.read_text("utf-8") + "\n"


def test_two_results_cannot_share_standard_output() -> None:
    done = sapper("analyse", CORNER, "--svg", "-", "--json")
    assert done.returncode == 2
    assert "only one result can be written to standard output" in done.stderr


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        ("analyse", set()), ("best", set()), ("conflict", {"density"}),
        ("explain", {"density"}), ("hint", {"density", "svg"}),
    ],
)  # fmt: skip
def test_the_options_about_positions_are_the_same(command: str, missing: set[str]) -> None:
    names = {parameter.name for parameter in load_command(command).params}
    wanted = {
        "position", "mines", "density", "trust_flags", "budget_ms", "svg", "as_json", "no_color"
    }  # fmt: skip
    assert wanted - names == missing


def test_best_trusts_flags() -> None:
    marked = "1x4/1:F1__"
    free = json.loads(sapper("best", marked, "--json").stdout)
    trusted = json.loads(sapper("best", marked, "--json", "--trust-flags").stdout)
    assert [c["cell"] for c in free["candidates"]] == [[0, 3]]
    assert trusted["cell"] == [0, 2]
    assert trusted["basis"] == "certain"


def test_best_by_a_density() -> None:
    unknown = "1x5/?:_1___"
    assert sapper("best", unknown).returncode == 2
    low = json.loads(sapper("best", unknown, "--density", "0.1", "--json").stdout)
    high = json.loads(sapper("best", unknown, "--density", "0.9", "--json").stdout)
    assert (low["cell"], high["cell"]) == ([0, 4], [0, 0])
    assert low["candidates"][0]["safety"] == pytest.approx(0.9)
    assert low["basis"] == "safest"
    certain = sapper("best", "1x4/?:0___", "--density", "0.5")
    assert certain.stdout.startswith("open r0c1   certain")


def test_best_keeps_its_budget() -> None:
    lattice = "/".join("_2" * 30 if r % 2 else "_" * 60 for r in range(60))
    assert sapper("best", f"60x60/900:{lattice}", "--budget-ms", "5").returncode == 3
