"""The commands `sapper explain` and `sapper hint` as a person or a script meets them."""

from __future__ import annotations

import json

import pytest

from tests.support.command import sapper

CORNER = "3x3/2:01_/12_/___"
IMPOSSIBLE = "4x4/2:1_11/12_1/0111/0000"
PATTERN = "2x5/?:_____/_121_"


def test_a_cell_is_explained() -> None:
    done = sapper("explain", CORNER, "r2c2")
    assert done.returncode == 0
    assert not done.stderr
    assert done.stdout.splitlines()[:4] == [
        "   0  1  2 ",
        "0  · ›1‹ _ ",
        "1 ›1‹›2‹ _ ",
        "2  _  _  ✓ ",
    ]
    assert "r2c2 is safe (chain). The 2 at r1c1 needs two mines." in done.stdout


@pytest.mark.parametrize("cell", ["r2c2", "2,2"])
def test_cells_are_written_in_two_ways(cell: str) -> None:
    answer = json.loads(sapper("explain", CORNER, cell, "--json").stdout)
    assert answer["position"] == CORNER
    assert [each["cell"] for each in answer["explanations"]] == [[2, 2]]
    assert answer["guess"] is None


def test_a_doubtful_cell_has_two_layouts() -> None:
    done = sapper("explain", CORNER, "0,2")
    assert done.returncode == 0
    assert "Nothing proves r0c2" in done.stdout
    assert "They differ at r0c2 r1c2." in done.stdout


def test_without_a_cell_the_easiest_is_explained_and_with_all_every_one() -> None:
    one = json.loads(sapper("explain", PATTERN, "--json").stdout)["explanations"]
    every = json.loads(sapper("explain", PATTERN, "--all", "--json").stdout)["explanations"]
    assert len(one) == 1
    assert one[0] in every
    assert len(every) == 7
    shown = sapper("explain", PATTERN, "--all").stdout
    assert shown.splitlines()[1] == "0  ✓  ✱  ✓  ✱  ✓ "
    assert shown.count("1-2-1 pattern") == 7


def test_when_nothing_is_certain_the_guess_is_told() -> None:
    assert "50/50" in sapper("explain", "1x3/1:_1_").stdout
    assert "50/50" in sapper("explain", "1x3/?:_1_").stdout
    answer = json.loads(sapper("explain", "1x3/1:_1_", "--json").stdout)
    assert answer["explanations"] == []
    assert answer["guess"].startswith("Nothing is certain. Open r0c0 (mine in 50 %)")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["explain", CORNER, "here"], "expected a cell like r2c3 or 2,3"),
        (["explain", CORNER, "0,0"], "expected a covered cell, got r0c0"),
        (["explain", CORNER, "2,2", "--all"], "either a cell or --all"),
        (["explain", CORNER, "--all", "--svg", "x.svg"], "--svg draws one cell"),
        (["explain", f"{CORNER}\n{CORNER}", "--svg", "x.svg"], "draws one position, but 2"),
        (["hint", CORNER, "--level", "5"], "expected one of 1, 2, 3, 4, got 5"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_two(arguments: list[str], says: str) -> None:
    done = sapper(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("sapper: ")
    assert done.stderr.count("\n") == 1
    assert says in done.stderr


def test_hints_tell_more_and_more() -> None:
    told = [sapper("hint", CORNER, "--level", str(level)).stdout.strip() for level in range(1, 5)]
    assert told[0] == sapper("hint", "-", stdin=CORNER).stdout.strip()
    assert told[0] == "Yes: one safe cell can be proved."
    assert told[1] == "Look at rows 0 to 2, columns 0 to 2: a cell there is certain (chain)."
    assert told[2] == "r2c2 is safe. Can you see why?"
    assert told[3].startswith("The 2 at r1c1 needs two mines.")
