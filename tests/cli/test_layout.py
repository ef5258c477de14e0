"""`sapper layout`: the mines behind a full matrix of numbers."""

from __future__ import annotations

import json

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


def test_the_first_is_enough_unless_all_are_wanted() -> None:
    first = sapper("papers", "layout", "[[0,1,0]]")
    assert "the first, of 1 mine; --all looks for others" in first.stdout
    assert "2 in all" in sapper("papers", "layout", "[[0,1,0]]", "--all").stdout


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
        ([RING, "--mines", "10"], "10"),
        ([RING, "--nodes", "0"], "0 is not in the range x>=1"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], says: str) -> None:
    done = sapper("papers", "layout", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("sapper: ")
    assert says in done.stderr
