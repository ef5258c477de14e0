"""The command `sapper review` as a person or a script meets it."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.command import sapper

GAME = "9x9/10 safe 1 0 o4,4 o0,0"
EXACT = "1x6/3 raw =25 0 o0,1 o0,2 o0,0"


def test_a_game_in_words() -> None:
    done = sapper("review", EXACT)
    assert done.returncode == 0
    assert not done.stderr
    assert done.stdout.startswith("Lost by opening a certain mine (skill -50.0 %, luck +16.7 %).\n")
    assert "33.3 % to win after the first cell" in done.stdout
    assert "blunder -50.0 %; it was a mine" in done.stdout


@pytest.mark.parametrize("where", ["words", "stdin", "dash", "file", "json", "pasted"])
def test_the_same_from_everywhere(where: str, tmp_path: Path) -> None:
    expected = sapper("review", EXACT, "--json").stdout
    if where == "file":
        path = tmp_path / "game.txt"
        path.write_text(EXACT + "\n")
        done = sapper("review", str(path), "--json")
    elif where == "words":
        done = sapper("review", *EXACT.split(), "--json")
    else:
        text = {"json": json.dumps({"game": EXACT}, indent=1), "pasted": f"record    {EXACT}"}
        arguments = ["-"] if where == "dash" else []
        done = sapper("review", *arguments, "--json", stdin=text.get(where, EXACT))
    assert done.stdout == expected
    assert json.loads(expected)["skill"] == -0.5


def test_what_play_prints_can_be_reviewed() -> None:
    record = sapper("play", "--player", "greedy", "--board", "6x6/6", "--seed", "5", "--json")
    done = sapper("review", "-", "--games", "24", "--json", stdin=record.stdout)
    answer = json.loads(done.stdout)
    assert answer["game"] == json.loads(record.stdout)["game"]
    assert answer["end"]["chance"] - answer["start"]["chance"] == pytest.approx(
        answer["skill"] + answer["luck"]
    )


def test_several_games_give_one_object_each() -> None:
    done = sapper("review", "-", "--json", stdin=f"{EXACT}\n\n{EXACT}\n")
    assert [json.loads(line)["status"] for line in done.stdout.splitlines()] == ["lost", "lost"]


def test_the_graph_is_written(tmp_path: Path) -> None:
    graph = tmp_path / "graph.svg"
    done = sapper("review", GAME, "--games", "24", "--svg", str(graph))
    assert done.returncode == 0
    assert ElementTree.fromstring(graph.read_text(encoding="utf-8")).tag.endswith("svg")


def test_the_seed_and_the_number_of_layouts_count() -> None:
    one = json.loads(sapper("review", GAME, "--games", "48", "--json").stdout)
    other = json.loads(sapper("review", GAME, "--games", "48", "--seed", "1", "--json").stdout)
    assert one["start"]["games"] == 48
    assert one != other


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nonsense"], "'nonsense' is no game, and no file of this name exists"),
        (["non sense"], "'non sense' is no game, and no file of this name exists"),
        (["9x9/10 safe 1 0"], "the game has no opened cell"),
        (["9x9/10 safe 1 0 o4,4 o4,4"], "expected a covered cell"),
        (["nothing-here.txt"], "no file of this name exists"),
        ([""], "empty"),
        ([GAME, "--games", "0"], "expected 1 to 1,000,000,000 games, got 0"),
        ([GAME, "--seed", "-1"], "expected a seed from 0 to 2^64 - 1, got -1"),
        ([EXACT, "--svg", "/nowhere/at/all.svg"], "/nowhere/at/all.svg"),
        ([f"{EXACT}\n{EXACT}", "--svg", "x.svg"], "--svg shows one game, but 2 were given"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_two(arguments: list[str], says: str) -> None:
    done = sapper("review", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("sapper: ")
    assert done.stderr.count("\n") == 1
    assert says in done.stderr


def test_the_budget_is_exit_code_three() -> None:
    done = sapper("review", GAME, "--games", "1000000", "--time", "100ms")
    assert done.returncode == 3
    assert "stopped by the budget" in done.stderr
