"""What the commands do beside what their golden files show."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sapper import Game
from sapper.documents import document
from sapper.players import player_spec, player_specs
from sapper.reviews.guess_score import guess_score
from tests.support.command import sapper

CORNER = "3x3/2:01_/12_/___"
IMPOSSIBLE = "4x4/2:1_11/12_1/0111/0000"
GREEDY = ("play", "--player", "greedy", "--seed", "1")


@pytest.mark.parametrize("width", ["40", "48", "80"])
def test_a_chance_cannot_be_taken_for_a_number(width: str) -> None:
    """Every cell of a heat map is an opened number, a sign, or has a percent sign."""
    done = sapper("analyse", "hex-3x12/4:1___________/____________/___________2", COLUMNS=width)
    board_lines = [line for line in done.stdout.splitlines() if re.match("[0-2] ", line)]
    shown = re.findall(r"[<>]?[0-9]+%?|[^ 0-9]", " ".join(line[2:] for line in board_lines))
    assert [cell for cell in shown if not cell.endswith("%")] == ["1", "2"]
    assert len(shown) == 36
    assert "% chance of a mine" in done.stdout


def test_guess_mode_is_said_and_scored() -> None:
    done = sapper("play", "--guess-mode", "--seed", "3", "--board", "5x5/8", "--json")
    played = json.loads(done.stdout)
    score = json.loads(json.dumps(document(guess_score(Game.parse(played["game"])))))
    assert (played["score"], score["guesses"]) == (score, 5)
    assert json.loads(sapper("play", played["game"], "--json").stdout)["score"] == score
    assert sapper("metrics", played["game"]).stdout.startswith("5x5/8, guess mode, won, ")
    assert sapper("review", "--clicks", played["game"]).stdout.startswith("Guess mode. ")


def test_contradiction_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "clash.svg"
    assert sapper("analyse", IMPOSSIBLE, "--svg", str(path)).returncode == 1
    assert ElementTree.fromstring(path.read_text()).tag.endswith("svg")


def test_colour_only_on_request() -> None:
    assert "\x1b[" not in sapper("analyse", CORNER).stdout
    assert "\x1b[" in sapper("analyse", CORNER, FORCE_COLOR="1").stdout
    assert "\x1b[4" not in sapper("analyse", CORNER, FORCE_COLOR="1", NO_COLOR="1").stdout


def test_large_boards_are_not_drawn_and_it_is_said() -> None:
    hidden = "/".join(["_" * 150] * 3)
    done = sapper("analyse", f"3x150/40:{hidden}")
    assert done.returncode == 0
    assert "too many to draw" in done.stderr
    assert "8.9 %" in done.stdout


def test_json_has_the_options() -> None:
    known = json.loads(sapper("players", "--json").stdout)["players"]
    told = {entry["name"]: entry for entry in known}
    assert set(told) == {entry.name for entry in player_specs()}
    matrix = next(o for o in told["probability"]["options"] if o["name"] == "matrix")
    assert matrix["default"] in matrix["values"]
    assert told["bfs"]["paper"] == "Sansani"
    for entry in told.values():  # what is printed can be written back
        chosen = ",".join(f"{option['name']}={option['default']}" for option in entry["options"])
        assert player_spec(f"{entry['name']}:{chosen}").name == entry["name"]


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
