"""A player that is an engine: what it is called, what it decides, what is refused."""

from __future__ import annotations

import pickle
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sapper
from sapper.analysis import analyse
from sapper.board.position import Position
from sapper.errors import EngineError, InputError
from sapper.games import Game, Status, play
from sapper.players import player_spec, player_spec_of
from sapper.players.protocol.engines import with_move_time
from sapper.players.protocol.process import close_engines
from sapper.players.registry import PlayerSpec, register
from tests.support.engines import EXAMPLES, OTHERS, PLAIN, bad
from tests.support.middle_games import positions_of_games
from tests.support.soundness import assert_sound, assert_well_formed


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    close_engines()


@pytest.fixture(scope="module")
def plain() -> PlayerSpec:
    return player_spec_of(PLAIN)


def grids(seed: int, count: int) -> list[Position]:
    found = positions_of_games(seed, count, with_flags=False)
    return [position for position in found if position.geometry.shape == "grid"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("engine:", "expected a command after engine:"),
        ("engine:'unclosed", "cannot be split: No closing quotation"),
        ("engine:/no/such/program", "cannot be started: No such file or directory"),
        ("engine:true", "ended its process with 0"),
        ("engine:echo hello; rm -rf x", "does not introduce itself|ended its process"),
    ],
)
def test_commands_that_start_no_engine(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        player_spec_of(text)


def test_a_name_never_starts_a_program() -> None:
    with pytest.raises(InputError, match="is the name of an engine, another program"):
        player_spec(PLAIN)

    class Mine:
        def decide(self, position: Position) -> Any: ...

    with pytest.raises(InputError, match="the name engine is taken"):
        register(Mine, name="engine")


def test_games_are_played_to_their_end(plain: PlayerSpec) -> None:
    record = play(plain, "beginner", seed=6, start="open", first=(0, 0))
    assert record.player == "engine:plain-python/1.0"
    assert record.result in (Status.WON, Status.LOST)
    assert len(record.moves) > 5
    assert all((move.chance == 0) != move.is_guess for move in record.moves)
    assert sapper.review(record, games=5).moves


def test_positions_are_decided_soundly(plain: PlayerSpec) -> None:
    player = plain.player(3)
    for position in grids(11, 60):
        decision = player.decide(position)
        assert_well_formed(decision)
        assert_sound(position, decision, analyse(position))


def test_a_claim_is_not_trusted() -> None:
    """An engine that calls every move certain: its guesses are counted all the same."""
    liar = player_spec_of(bad("lies"))
    records = [play(liar, "5x5/5", seed=1, game=game) for game in range(6)]
    moves = [move for record in records for move in record.moves[1:]]
    assert any(move.is_guess and move.chance and move.chance > 0.1 for move in moves)
    assert {move.reason for move in moves} == {"bad: it says certain, chance 0.01"}
    position = Position.parse("3x3/1:___/___/___")
    decision = liar.player().decide(position)
    assert (decision.chance, decision.is_guess) == (0.0, False)  # what it says, until it is played


def test_errors_keep_their_kind() -> None:
    with pytest.raises(EngineError, match="cannot decide: this is too hard") as caught:
        player_spec_of(bad("gives up")).player(3).decide(Position.parse("3x3/1:___/___/___"))
    assert caught.value.problem == "error"
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.problem) == (str(caught.value), "error")
    illegal = player_spec_of(bad("moves illegally")).player(3)
    game = Game("5x5/3")
    with pytest.raises(InputError, match="within 5 rows"):
        game.make(illegal.decide(game.position).move)


def test_a_limit_is_told_and_kept(plain: PlayerSpec) -> None:
    assert with_move_time(plain, None) is plain
    greedy = player_spec("greedy")
    assert with_move_time(greedy, 1.0) is greedy
    limited = with_move_time(player_spec_of(bad("sleeps")), 2)
    with pytest.raises(EngineError, match=r"gave no answer within 2 s"):
        limited.player(3).decide(Position.parse("3x3/1:___/___/___"))
    assert limited.player(4).decide(Position.parse("3x3/1:___/___/___")).move.cell == (0, 0)


def test_an_engine_that_changes_is_refused() -> None:
    changing = player_spec_of(bad("changes"))
    close_engines()
    with pytest.raises(EngineError, match="was expected, and its command now starts bad/"):
        changing.player(4).decide(Position.parse("3x3/1:___/___/___"))


@pytest.mark.parametrize("name", ["plain.js", "plain.cpp", "toollib.py"])
def test_the_examples_play(name: str, tmp_path: Path) -> None:
    path = (EXAMPLES if name == "plain.cpp" else OTHERS) / name
    words = [sys.executable, str(path)]
    if name == "plain.js":
        words[0] = shutil.which("node") or pytest.skip("needs node")
    elif name == "plain.cpp":
        compiler = shutil.which("c++") or pytest.skip("needs a C++ compiler")
        words = [str(tmp_path / "plain")]
        build = [compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-o", words[0], str(path)]
        subprocess.run(build, check=True, timeout=120)
    else:
        pytest.importorskip("ms_toollib")
    engine = player_spec_of(f"engine:{shlex.join(words)}")
    plain = player_spec_of(PLAIN)
    record = play(engine, "beginner", seed=5, first=(0, 0))
    assert record.result in (Status.WON, Status.LOST)
    if name != "toollib.py":  # the same rules in another language
        other = play(plain, "beginner", seed=5, first=(0, 0))
        assert sorted(m.cell for m in record.moves) == sorted(m.cell for m in other.moves)
    for position in grids(13, 25):
        assert_sound(position, engine.player(1).decide(position), analyse(position))
