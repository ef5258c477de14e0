"""`sapper layout`: the mines behind a full matrix of numbers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command import sapper

RING = "[[1,1,1],[1,0,1],[1,1,1]]"
METHODS = ["brute-force", "backtracking"]


@pytest.mark.parametrize("method", METHODS)
def test_the_mines_and_the_cost(method: str) -> None:
    done = sapper("papers", "layout", RING, "--method", method, "--mines", "1")
    assert done.returncode == 0
    assert done.stdout.splitlines()[:4] == [
        "   0  1  2 ",
        "0  1  1  1 ",
        "1  1  ✱  1 ",
        "2  1  1  1 ",
    ]
    assert f"method    {method}" in done.stdout
    assert ("placements" if method == "brute-force" else "nodes") in done.stdout
    assert not done.stderr


def test_json_is_equal_for_both_methods() -> None:
    told = [
        json.loads(
            sapper("papers", "layout", "[[0,1,0]]", "--all", "--json", "--method", method).stdout
        )
        for method in METHODS
    ]
    assert told[0]["solutions"] == told[1]["solutions"] == [[[0, 0]], [[0, 2]]]
    assert told[0]["is_complete"]
    assert told[0]["nodes"] > 0
    assert told[0]["bounds"] == {"brute_force": "9", "backtracking": "24"}


def test_the_first_is_enough_unless_all_are_wanted() -> None:
    first = sapper("papers", "layout", "[[0,1,0]]")
    assert "the first, of 1 mine; --all looks for others" in first.stdout
    assert "2 in all" in sapper("papers", "layout", "[[0,1,0]]", "--all").stdout


def test_many_layouts_are_counted_not_drawn() -> None:
    lone = "1x1/?:0"  # a cell without neighbours: a mine or not
    assert "2 in all" in sapper("papers", "layout", lone, "--all").stdout
    row = json.loads(sapper("papers", "layout", "1x7/?:0101010", "--all", "--json").stdout)
    assert len(row["solutions"]) == 2


def test_from_a_file_in_another_form(tmp_path: Path) -> None:
    path = tmp_path / "numbers.txt"
    path.write_text("111\n101\n111\n")
    assert " ✱ " in sapper("papers", "layout", str(path)).stdout
    torus = sapper("papers", "layout", "torus-3x3/1:111/101/111", "--json")
    assert json.loads(torus.stdout)["solutions"] == [[[1, 1]]]


def test_no_layout_is_exit_code_one() -> None:
    done = sapper("papers", "layout", "[[8,0],[0,0]]")
    assert done.returncode == 1
    assert "no layout gives these numbers" in done.stdout
    assert (
        json.loads(sapper("papers", "layout", "[[8,0],[0,0]]", "--json").stdout)["solutions"] == []
    )


def test_the_budget_is_exit_code_three() -> None:
    large = "16x30/99:" + "/".join(["2" * 30] * 16)
    done = sapper("papers", "layout", large, "--method", "brute-force")
    assert done.returncode == 3
    assert "use backtracking" in done.stderr
    done = sapper("papers", "layout", RING, "--nodes", "3", "--json")
    assert done.returncode == 3
    assert "the budget is 3" in json.loads(done.stdout)["error"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["[[1,-1]]"], "every cell must have a number, but r0c1 has none"),
        (["[[1,1],[1]]"], "expected 2 cells in row 1, got 1"),
        (["[[a]]"], "'a'"),
        (["nothing-here.txt"], "no file of this name exists"),
        ([RING, "--mines", "10"], "10"),
        ([RING, "--nodes", "0"], "0 is not in the range x>=1"),
        ([""], "empty"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], says: str) -> None:
    done = sapper("papers", "layout", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("sapper: ")
    assert says in done.stderr


def test_an_unknown_method_is_refused() -> None:
    assert sapper("papers", "layout", RING, "--method", "magic").returncode == 2
