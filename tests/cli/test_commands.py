"""What the commands do beside what their golden files show, one after the other."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sapper import Game
from sapper.board.layout import Layout
from sapper.documents import document
from sapper.games.certificates import make_certificate
from sapper.players import player_spec, player_specs
from sapper.reviews.guess_score import guess_score
from tests.support.command import sapper
from tests.support.replay_files import FILM, WRITERS

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


ID = "?b=1&m=vjt0hd287g9b0s1s0"
LINE = "9x9/35=1f9f4116890782560e078"


def test_from_a_text_to_files_and_back(tmp_path: Path) -> None:
    for name in ("board.mbf", "board.abf", "board.json"):
        file = tmp_path / name
        assert sapper("convert", ID, str(file)).returncode == 0
        assert sapper("convert", str(file), "--to", "layout").stdout == LINE + "\n"
    assert sapper("convert", ID, str(tmp_path / "board.svg")).returncode == 0
    assert (tmp_path / "board.svg").read_text("utf-8").startswith("<svg")


def test_what_is_lost_is_said_on_standard_error() -> None:
    game = f"{LINE.replace('=', ' raw =')} 0 o4,4"
    done = sapper("convert", game, "-", "--to", "layout")
    note = "note: not kept: the start rule raw\nnote: not kept: the first cell r4c4\n"
    assert (done.stdout, done.stderr) == (LINE + "\n", note)
    done = sapper("convert", game, "--to", "game")
    assert (done.stdout, done.stderr) == (game + "\n", "")
    game = game.replace(" o4,4", " guess=1 o4,4")
    for target in ("rawvf", "layout", "line"):
        done = sapper("convert", game, "--to", target)
        assert "note: not kept: the mode in which a guess never kills\n" in done.stderr


GAME = "3x3/1 raw =010 0 o0,0@0 f1,1@2 c0,0@4 c0,1@5 o2,0@6 o2,1@7.5 o2,2@8"


@pytest.mark.parametrize("where", ["words", "stdin", "file", "record", "pasted"])
def test_the_same_from_everywhere(where: str, tmp_path: Path) -> None:
    expected = json.loads(sapper("metrics", GAME, "--json").stdout)
    figures = json.loads(json.dumps(document(Game.parse(GAME).metrics)))
    assert expected == {"schema": 1, **figures}
    texts = {"record": json.dumps({"game": GAME}, indent=1), "pasted": f"record    {GAME}"}
    if where == "words":
        done = sapper("metrics", *GAME.split(), "--json")
    elif where == "file":
        path = tmp_path / "game.txt"
        path.write_text(GAME + "\n")
        done = sapper("metrics", str(path), "--json")
    else:
        done = sapper("metrics", "-", "--json", stdin=texts.get(where, GAME))
    assert json.loads(done.stdout) == expected


def test_the_budget_leaves_pluck_out() -> None:
    game = "16x30/99 safe 5 0 o0,0 o0,29 o15,0"
    done = sapper("metrics", game, "--time", "0.000001ms", "--json")
    document = json.loads(done.stdout)
    assert document["pluck"] is None
    assert "the time ran out" in document["pluck_problem"]
    assert done.returncode == 0


FILMED = "4x5/3 safe =08011 0 o0,0@0 f0,4@0.5 c0,3@0.98 o2,4@1.6"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """A small file of every format, by its ending."""
    kinds = {"rmv": "rmv1", "avf": "avf", "evf": "evf4", "mvf": "mvf-2007"}
    for suffix, kind in kinds.items():
        (tmp_path / f"game.{suffix}").write_bytes(WRITERS[kind](FILM))
    return {suffix: str(tmp_path / f"game.{suffix}") for suffix in kinds}


def test_standard_input_is_read_as_bytes(files: dict[str, str]) -> None:
    for words in (["play", "-", "--json"], ["review", "-", "--json"]):
        done = sapper(*words, stdin=Path(files["rmv"]).read_bytes())
        assert json.loads(done.stdout)["game"] == FILMED


def test_an_unknown_language_of_the_environment_is_told() -> None:
    done = sapper("best", CORNER, SAPPER_LANGUAGE="klingon")
    assert done.returncode == 2
    assert "SAPPER_LANGUAGE: expected a language (en or id), got 'klingon'" in done.stderr
    for name in ("id", "id_ID.UTF-8"):
        assert "pasti" in sapper("best", CORNER, SAPPER_LANGUAGE=name).stdout
    assert "certain" in sapper("best", CORNER, SAPPER_LANGUAGE="", LANG="tlh_KX").stdout
    assert "pasti" in sapper("--language", "id", "best", CORNER, SAPPER_LANGUAGE="x").stdout


HEAD = "3x3/2 from r0c2: grade chain, 1 move"


@pytest.fixture(scope="module")
def certificate() -> str:
    return make_certificate(Layout.parse("3x3/2=101"), (0, 2)).to_json()


@pytest.mark.parametrize("words", [["9x9/10 open 1 0 o4,4"], ["9x9/10", "open", "1", "0", "o4,4"]])
def test_a_game_is_certified(words: list[str]) -> None:
    done = sapper("certify", *words, "--json")
    answer = json.loads(done.stdout)
    assert answer["outcome"] == "valid"
    record = json.dumps({"game": "9x9/10 open 1 0 f0,0 o4,4"})
    assert json.loads(sapper("certify", record, "--json").stdout) == answer
    assert json.loads(sapper("certify", "9x9/10 open 1 0", "--json").stdout) == answer


def test_several_files_and_the_highest_exit_code(certificate: str, tmp_path: Path) -> None:
    good, bad, guess = (tmp_path / name for name in ("good", "bad", "guess"))
    good.write_text(certificate)
    bad.write_text(certificate.replace('"chain"', '"pair"', 1))
    guess.write_text("1x5/2=14\n")
    files = [str(good), str(bad)]
    done = sapper("certify", *files)
    assert done.returncode == 1
    assert f"{good}:\nvalid: {HEAD}\n\n{bad}:\ninvalid: " in done.stdout
    done = sapper("certify", *files, str(guess), "--first", "0,4", "--json")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [a.get("outcome", a.get("kind")) for a in answers] == ["valid", "invalid", "input"]
    assert [a["file"] for a in answers] == [str(good), str(bad), str(guess)]
    assert (answers[1]["move"], answers[1]["reason"]) == (
        None,
        "the grade must be chain, as its hardest move",
    )


def test_only_valid_certificates_are_written(certificate: str, tmp_path: Path) -> None:
    path, wrong = tmp_path / "made.json", certificate.replace('"chain"', '"pair"', 1)
    done = sapper("certify", wrong, "--output", str(path))
    assert (done.returncode, path.exists()) == (1, False)
    sapper("certify", wrong, certificate, "--output", str(path))
    assert path.read_text() == f"{certificate}\n"


def test_too_many_cells_have_an_exit_code_of_their_own(
    certificate: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.games.certificates.checker._MOST_STATES", 0)
    done = sapper("certify", certificate)
    assert done.returncode == 3
    assert done.stdout.startswith("not checked: move 1: too many cells")
