"""A player by name or of your own: in every form, found everywhere, and its errors by line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sapper
from sapper import Cell, CellError, InputError, PlayerError, Position, play
from sapper.lab import simulate
from sapper.players import (
    PlayerSpec,
    player_spec,
    player_spec_of,
    player_specs,
    register,
    registry,
)


class Cautious:
    """Opens a safest cell."""

    def decide(self, position: Position) -> Cell:
        return sapper.analyse(position).safest[0]


def first(position: Position) -> Cell:
    return next(position.covered())


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    before = dict(registry._known)
    yield
    registry._known.clear()
    registry._known.update(before)


@pytest.mark.parametrize("player", [Cautious, first])
def test_a_class_or_a_function_plays(player: Any) -> None:
    record = play(player, "6x6/5", seed=3)
    assert record.player == f"{__name__}:{player.__name__}"
    result = simulate(player, "6x6/5", games=8, workers=1)
    assert result.games == 8
    assert result.run.player == record.player


def test_bare_cells_are_judged_exactly() -> None:
    for number in range(20):
        record = play(Cautious, "6x6/8", seed=3, game=number)
        exact = play("fast", "6x6/8", seed=3, game=number, first=(0, 0))
        assert exact.steps
        for turn, move in enumerate(record.moves[1:], 1):
            game = sapper.Game.parse(" ".join(record.text.split()[: 4 + turn]))
            chance = sapper.analyse(game.position).chance(move.cell)
            assert move.chance == chance
            assert move.is_guess == (chance > 0)


@pytest.mark.parametrize("answer", [None, 7, "nowhere", (1, 2, 3), object()])
def test_another_answer_is_refused_with_the_line(answer: Any) -> None:
    def wrong(position: Position) -> Any:
        return answer

    line = wrong.__code__.co_firstlineno
    with pytest.raises(PlayerError, match=rf"wrong must return a cell.*line {line} of test_own"):
        play(wrong, "5x5/3")


def test_an_error_names_its_line() -> None:
    class Broken:
        def decide(self, position: Position) -> Cell:
            return Cell(1 // 0, 0)

    told = r"Broken failed: ZeroDivisionError: .*; in line \d+ of test_own_player.py \(return Cell"
    with pytest.raises(PlayerError, match=told):
        play(Broken, "5x5/3")


def test_an_illegal_move_names_the_player() -> None:
    for cell, kind in (((99, 0), CellError), ((0, 0), InputError)):
        with pytest.raises(kind) as caught:
            play(lambda position: cell, "5x5/3", first="r0c0")  # noqa: B023
        assert caught.value.__notes__ == [f"<lambda> moved o{cell[0]},{cell[1]}"]


@pytest.mark.parametrize(
    ("player", "told"),
    [
        (Cautious(), "give the class Cautious, not an object"),
        (object, "object has no method decide"),
        (7, "a class with decide\\(position\\) or a function of a position, got 7"),
        ("nobody", "unknown player 'nobody'"),
        ("nowhere:Player", "there is no module 'nowhere'"),
        ("json:Player", "module 'json' has no Player"),
        ("json:JSONDecoder.decode.x", "module 'json' has no JSONDecoder.decode.x"),
        ("os:sep", "got '/'"),
    ],
)
def test_what_is_no_player_is_refused(player: Any, told: str) -> None:
    for ask in (player_spec_of, lambda p: play(p, "5x5/3"), lambda p: simulate(p, "5x5/3")):
        with pytest.raises(InputError, match=told):
            ask(player)


def test_registering_again_replaces_with_a_notice() -> None:
    assert register(Cautious) is Cautious
    assert player_spec("Cautious").make is Cautious
    with pytest.warns(UserWarning, match="the player 'Cautious' is replaced"):
        register(first, name="Cautious")
    assert player_spec("Cautious").make is first
    assert player_spec("Cautious") in player_specs()
    with pytest.raises(InputError, match="'bfs' comes with sapper"):
        register(Cautious, name="bfs")
    with pytest.raises(InputError, match="expected a name of letters"):
        register(PlayerSpec("a b", "", "", Cautious))


def test_a_name_never_imports_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server reads names of requests with `player`, and ledgers hold foreign ones."""
    (tmp_path / "harmful.py").write_text("raise SystemExit")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="unknown player 'harmful'"):
        player_spec("harmful:Player")


def _sapper(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    start = "import sys; del sys.path[0]; from sapper.cli import main; main()"
    command = [sys.executable, "-c", start, *words]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=300
    )


def test_the_command_finds_a_player_in_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def first(position):\n    return next(position.covered())\n")
    run = ("run", "mine:first", "--games", "6", "--board", "5x5/3", "--ledger", "ledger")
    for words in ((*run, "--workers", "2"), ("play", "-p", "mine:first", "--board", "5x5/3")):
        done = _sapper(tmp_path, *words)
        assert done.returncode == 0, done.stderr
        assert "mine:first" in done.stdout


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nobody", "unknown player"),
        ("", "unknown player"),
        ("greedy:guess", "expected option=value"),
        ("greedy:guess=cleverly", "expected guess = random or density"),
        ("greedy:depth=3", "greedy has no option 'depth': it has guess"),
        ("bfs:depth=3", "has no options"),
        ("hybrid:budget=-1", "expected budget = a whole number"),
        ("hybrid:budget=1e3", "expected budget = a whole number from 0 on"),
        ("probability:workers=2", "has no option 'workers'"),
    ],
)
def test_invalid_texts_raise(text, told):
    with pytest.raises(InputError, match=told):
        player_spec(text)


def test_a_message_offers_only_players_that_can_play(tmp_path, monkeypatch):
    """Not the base class that every module of players imports."""
    (tmp_path / "offered.py").write_text(
        "from sapper.players import Player\n\n\nclass Mine(Player):\n    decide = print\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match=r"'offered' has no Yours; its players are Mine$"):
        player_spec_of("offered:Yours")
