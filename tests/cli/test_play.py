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
    assert lines[0] == "   0 1 2 3 4 5 6 7 8"
    assert re.fullmatch(r"(won|lost) +\d+ moves, .*, decided in \d+\.\d ms", lines[-3])
    record = lines[-1].removeprefix("record    ")
    assert record.startswith("9x9/10 open 1 0 o4,4 ")
    assert Game.parse(record).status == lines[-3].split()[0]


def test_the_board_of_a_lost_game_shows_all_mines() -> None:
    done = sapper(*GREEDY)
    assert "lost" in done.stdout
    board = done.stdout.split("X the mine")[0]
    assert board.count("X") == 1
    assert board.count("✱") + board.count("⚑") == 9
    assert done.returncode == 0


def test_json_is_the_record() -> None:
    done = sapper(*GREEDY, "--json", "--game", "3")
    told = json.loads(done.stdout)
    assert (told["board"], told["seed"], told["number"]) == ("9x9/10", "1", "3")
    game = Game.parse(told["game"])
    assert str(game.position) == told["position"]
    assert len(told["decisions"]) == told["steps"] == len(game.moves)


def test_the_same_seed_is_the_same_game_and_no_seed_is_another() -> None:
    first, second = (sapper(*GREEDY).stdout.splitlines()[-1] for _ in range(2))
    assert first == second
    seeds = {json.loads(sapper("play", "-p", "greedy", "--json").stdout)["seed"] for _ in range(3)}
    assert len(seeds) == 3


def test_watching_into_a_pipe_is_one_line_per_move() -> None:
    done = sapper("play", "-p", "hybrid", "--seed", "2", "-b", "6x6/6", "--moves", FORCE_COLOR="1")
    plain = re.sub("\x1b\\[[0-9;]*m", "", done.stdout)
    moves = [line for line in plain.splitlines() if re.match(r" +\d+  (open|flag|chord) r", line)]
    record = plain.splitlines()[-1]
    assert len(moves) == len(record.split()) - 5
    assert all(": " in move for move in moves)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-p", "nobody"], "unknown player"),
        (["-p", "greedy:guess=wild"], "random or density"),
        (["-p", "greedy", "--board", "nine"], "expected a board"),
        (["-p", "greedy", "--board", "3x3/9"], "one cell must be safe"),
        (["-p", "greedy", "--start", "lucky"], "'raw', 'safe', 'open'"),
        (["-p", "greedy", "--first", "4"], "like r2c3 or 2,3"),
        (["-p", "greedy", "--first", "9,0"], "9 rows"),
        (["-p", "greedy", "-b", "3x3/5", "--start", "open", "--first", "1,1"], "cannot hold"),
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


def test_no_color() -> None:
    coloured = sapper(*GREEDY, FORCE_COLOR="1").stdout
    plain = sapper(*GREEDY, FORCE_COLOR="1", NO_COLOR="1").stdout
    assert re.search("\x1b\\[[0-9;]*3[0-9]m|\x1b\\[[0-9;]*9[0-9]m", coloured)
    assert not re.search("\x1b\\[([0-9]+;)*[349][0-9]m", plain)


def test_a_board_too_large_to_draw_is_said() -> None:
    done = sapper("play", "-p", "greedy", "-b", "2x120/1", "--seed", "1")
    assert "too large to draw" in done.stderr
    assert done.returncode == 0


def test_a_game_with_limits_is_played_again_with_them() -> None:
    """As the laboratory prints it for a game in which a player passed a limit."""
    few = sapper(*GREEDY, "--game-moves", "2")
    assert few.returncode != 0
    assert "greedy does not end its game: 2 moves on 9x9/10" in few.stderr
    sleeps = ("play", "-p", "tests.support.bad_players:Sleeps", "-b", "5x5/3", "--seed", "2")
    for game in range(6):
        late = sapper(*sleeps, "--game", str(game), "--move-time", "0.2")
        if late.returncode:
            break
    assert "took longer than 0.2 s for a move" in late.stderr
    assert "Traceback" not in late.stderr
    assert sapper(*GREEDY, "--move-time", "5", "--game-moves", "400").returncode == 0
    assert "expected 1 move in a game or more" in sapper(*GREEDY, "--game-moves", "0").stderr
