"""`sapper play`: players at the table, watched or not."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sapper.games import Game
from tests.support.command import sapper

GREEDY = ("play", "--player", "greedy", "--seed", "1")


def test_a_game_is_shown_with_its_result_and_its_line() -> None:
    done = sapper(*GREEDY, "--start", "open", "--first", "4,4")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert not done.stderr
    assert lines[0] == "   0  1  2  3  4  5  6  7  8 "
    assert re.fullmatch(r"(won|lost) +\d+ moves, .*, decided in \d+\.\d ms", lines[-3])
    record = lines[-1].removeprefix("record    ")
    assert record.startswith("9x9/10 open 1 0 o4,4 ")
    assert Game.parse(record).status == lines[-3].split()[0]


def test_the_board_of_a_lost_game_shows_all_mines() -> None:
    done = sapper(*GREEDY)
    assert "lost" in done.stdout
    board = done.stdout.split("›✱‹ the mine")[0]
    assert board.count("›✱‹") == 1
    assert board.count("✱") == 10
    assert done.returncode == 0


def test_the_same_seed_is_the_same_game_and_no_seed_is_another() -> None:
    first, second = (sapper(*GREEDY).stdout.splitlines()[-1] for _ in range(2))
    assert first == second
    seeds = {json.loads(sapper("play", "-p", "greedy", "--json").stdout)["seed"] for _ in range(3)}
    assert len(seeds) == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-p", "nobody"], "unknown player"),
        (["-p", "greedy", "--board", "nine"], "expected a board"),
        (["-p", "greedy", "--first", "4"], "like r2c3 or 2,3"),
        (["-p", "greedy", "--first", "9,0"], "9 rows"),
        (["-p", "greedy", "--seed", "-1"], "2^64"),
        (["-p", "greedy", "9x9/10 safe 1 0 o4,4"], "not both"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], says: str) -> None:
    done = sapper("play", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("sapper: ")
    assert done.stderr.count("\n") == 1
    assert says in done.stderr


def test_an_error_of_an_own_player_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "two_lines.py").write_text(
        "class Player:\n    def decide(self, position):\n        raise ValueError('one\\ntwo')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    done = sapper("play", "-p", "two_lines:Player")
    assert done.returncode == 5
    assert done.stderr.startswith("sapper: two_lines:Player failed: ValueError: one two; in line 3")
    assert done.stderr.count("\n") == 1


def test_a_board_too_large_to_draw_is_said() -> None:
    done = sapper("play", "-p", "greedy", "-b", "2x120/1", "--seed", "1")
    assert "too large to draw" in done.stderr
    assert done.returncode == 0
