"""`sapper papers trace`: the steps of a player as text, data and a picture."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sapper.players import player_specs
from tests.support.command import sapper

PUZZLE_A = "3x4/?:01_1/01_1/0111"
CORNER = "3x3/2:01_/12_/___"
DEMO = "[[1,-1,1,1],[1,2,-1,1],[0,1,1,1],[0,0,0,0]]"  # paper 2's, which no layout fits


@pytest.mark.parametrize("name", [entry.name for entry in player_specs()])
def test_every_player_can_be_traced(name: str) -> None:
    done = sapper("papers", "trace", CORNER, "--player", name)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("=> ")
    told = json.loads(sapper("papers", "trace", CORNER, "-p", name, "--json").stdout)
    assert told["steps"]
    assert told["decision"]["reason"]


def test_the_tree_of_paper_2() -> None:
    done = sapper("papers", "trace", PUZZLE_A, "--tree")
    assert done.returncode == 0
    assert done.stdout.splitlines()[1:] == [
        "  1. nothing decided",
        "    2. r0c2 mine",
        "      3. r1c2 mine: violates r0c1",
        "      4. r1c2 safe: violates r2c1",
        "    5. r0c2 safe",
        "      6. r1c2 mine: solution",
        "      7. r1c2 safe: violates r0c1",
    ]


def test_a_picture_goes_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "tree.svg"
    done = sapper("papers", "trace", CORNER, "--svg", str(path))
    assert done.returncode == 0
    words = "".join(ElementTree.fromstring(path.read_text("utf-8")).itertext())
    for word in ("r2c2", "solution", "✗ r1c1", "opened next"):
        assert word in words


def test_a_contradiction_is_shown_and_is_exit_code_one() -> None:
    done = sapper("papers", "trace", DEMO)
    assert done.returncode == 1
    assert "mine rule at r0c0: r0c1 is a mine" in done.stdout
    assert done.stderr.splitlines()[-1].startswith("sapper: r0c2 shows 1, but 2 mines around it")
    assert json.loads(sapper("papers", "trace", DEMO, "--json").stdout)["decision"] is None
    done = sapper("papers", "trace", DEMO, "--tree")
    assert done.returncode == 1
    assert "no layout of mines fits" in done.stderr
    assert "0 solutions" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([CORNER, "-p", "nobody"], "unknown player"),
        ([CORNER, "-p", "bfs", "--tree"], "backtracking"),
        (["3x3/2:___/___/___", "--tree"], "nothing to search"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], says: str) -> None:
    done = sapper("papers", "trace", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("sapper: ")
    assert says in done.stderr
