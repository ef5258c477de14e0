"""Runs on given boards: each game is that of its board, however many workers play it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sapper
from sapper import Game, simulate
from sapper.board import BoardSpec, StartRule
from sapper.board.layout import layout_text
from sapper.documents import document
from sapper.errors import InputError
from sapper.games.dealing import deal
from sapper.games.playing import turns
from sapper.lab.playing.faults import replay_command
from sapper.lab.runs.collection import read_collection
from sapper.lab.runs.run import Run
from sapper.players import player_spec
from tests.support.command import sapper as command

SPEC = BoardSpec.parse("beginner")
GAMES = 24


def board_lines(games: int = GAMES, seed: int = 5) -> Iterator[str]:
    """Return boards in several forms: mines given, mines dealt, documents; first cells differ."""
    for number in range(games):
        cell = SPEC.geometry.cell(7 * number % 81)
        mines = layout_text(deal(SPEC, StartRule.SAFE, cell, seed=seed, game=number))
        line = f"9x9/10 safe ={mines} 0 o{cell.row},{cell.column}"
        forms = [line, f"9x9/10 safe {seed} {number} o{cell.row},{cell.column}",
                 json.dumps({"game": line})]  # fmt: skip
        yield forms[number % 3]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "boards.txt"
    path.write_text("# a collection\n\n" + "\n".join(board_lines()) + "\n", "utf-8")
    return path


def games_by_hand(name: str, seed: int = 0) -> list[tuple[bool, int, int]]:
    """Return won and steps of every board, played by `Game` one after the other."""
    found = []
    for number, line in enumerate(board_lines()):
        text = json.loads(line)["game"] if line.startswith("{") else line
        given = Game.parse(text)
        game = Game(SPEC, "safe", seed=seed, game=number, layout=given.layout)
        steps = sum(1 for _ in turns(game, player_spec(name), given.moves[0].cell))
        found.append((game.status == "won", steps, game.spec.safe_cells - game.safe_left))
    return found


@pytest.mark.parametrize("name", ["fast", "champion", "greedy"])
def test_workers_play_what_a_game_by_hand_plays(file: Path, name: str) -> None:
    expected = games_by_hand(name)
    for workers in (1, 2):
        games = simulate(name, boards=file, workers=workers).data
        played = zip(games.won.tolist(), games.steps.tolist(), games.cleared.tolist(), strict=True)
        assert list(played) == expected


def test_a_run_on_dealt_boards_equals_the_run_of_the_seed() -> None:
    lines = [f"9x9/10 safe 3 {number}" for number in range(20)]
    for name in ("fast", "hybrid"):
        given = simulate(name, boards=lines, first="corner", workers=1).data
        dealt = simulate(name, "beginner", games=20, seed=3, first="corner", workers=1).data
        for column in [
            "won",
            "steps",
            "guesses",
            "survived",
            "expected",
            "cleared",
            "last",
            "first",
        ]:
            assert np.array_equal(getattr(given, column), getattr(dealt, column)), column
        assert np.isnan(given.score).all()


def test_resuming_uses_the_contents_and_not_the_name(file: Path, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.sqlite"
    first = simulate("fast", boards=file, games=10, ledger=ledger, workers=1)
    moved = tmp_path / "other.txt"
    moved.write_text(file.read_text("utf-8").replace("# a collection", "# moved"), "utf-8")
    second = simulate("fast", boards=moved, ledger=ledger, workers=1)
    assert (first.games, second.games) == (10, GAMES)
    assert document(first)["collection"] == document(second)["collection"]
    assert np.array_equal(first.data.won, second.data.won[:10])
    changed = tmp_path / "changed.txt"
    changed.write_text("\n".join(board_lines(seed=6)), "utf-8")
    simulate("fast", boards=changed, ledger=ledger, workers=1)
    shown = json.loads(command("lab", "ledger", "--ledger", str(ledger), "--json").stdout)
    assert [run["games"] for run in shown["runs"]] == [GAMES, GAMES]
    assert len({run["collection"] for run in shown["runs"]}) == 2
    assert str(moved) in str(second.run)


@pytest.mark.parametrize(
    ("lines", "options", "message"),
    [
        ("3x3/1=100", {}, "line 1: the first cell r0c0 is a mine, which start rule 'safe'"),
        ("# one\n3x3/1=100", {"start": "open"},
         "line 2: the first cell r1c1 is no 0, which start rule 'open' excludes"),
        ("3x3/1=001\nnonsense!", {}, "line 2: expected"),
        ("# nothing", {}, "has no boards"),
        ("9x9/10 safe 5 0", {"first": "player"}, "line 1: the mines are dealt around"),
        ("3x3/1=001", {"games": 2}, "every board is played once, so 2 games on 1 board of"),
        ("3x3/1 safe =001 0 o7,7", {}, "line 1: "),
    ],
)  # fmt: skip
def test_wrong_collections(
    tmp_path: Path, lines: str, options: dict[str, Any], message: str
) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(lines, "utf-8")
    with pytest.raises(InputError) as error:
        simulate("fast", boards=path, **options)
    assert message in str(error.value)


def test_the_replay_of_a_fault_names_the_file(file: Path) -> None:
    run = Run.on_collection("greedy", read_collection(file))
    replay = replay_command(run, 3)
    assert replay == (
        f"sapper play -p greedy -b 9x9/10 --start safe --boards {file} --first r2c3 --seed 0 "
        "--game 3"
    )
    done = command(*replay.split()[1:])
    assert done.returncode == 0
    mines = layout_text(run.given_boards.layout(3))
    assert f"record    9x9/10 safe ={mines} 3 o2,3" in done.stdout
    unnamed = Run.on_collection(player_spec("greedy"), read_collection(list(board_lines())))
    text = replay_command(unnamed, 3).replace("PLAYER", "'greedy'")
    record = eval(text, {"sapper": sapper})
    assert record.text in done.stdout
