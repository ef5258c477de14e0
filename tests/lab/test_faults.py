"""A player that fails loses the game, is counted, and does not end the run."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sapper.board.position import Position
from sapper.errors import InputError
from sapper.games.table import GameTable
from sapper.lab import RunResult, RunStopped, simulate
from sapper.lab.playing.faults import Fault, Faults, count_faults, replay_command
from sapper.lab.playing.games import play_games
from sapper.lab.runs.limits import Limits
from sapper.lab.runs.run import Run
from tests.support.bad_players import (
    CatchesEverything,
    Dies,
    DiesBySignal,
    DiesTwiceFromOutside,
    Exits,
    Loops,
    Marks,
    MovesTwice,
    Raises,
    RaisesTheUnspeakable,
    Sleeps,
    Sound,
    StuckInC,
)
from tests.support.command import sapper
from tests.support.damage import Notes
from tests.support.game_tables import are_same_games


def result_of(player: Any, workers: int, games: int = 12, **options: Any) -> RunResult:
    return simulate(player, "5x5/3", games=games, seed=2, workers=workers, **options)


def faulty(result: RunResult) -> list[int]:
    """The games in which a player of this file fails: known from its twin that always does."""
    return [game for game in range(result.games) if result.data.fault[game]]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("player", "fault", "words"),
    [
        (Raises, Fault.CRASHED, "ZeroDivisionError: no idea; in line"),
        (RaisesTheUnspeakable, Fault.CRASHED, "failed: LocalError: its message cannot be shown"),
        (Exits, Fault.CRASHED, "SystemExit: 0"),
        (MovesTwice, Fault.ILLEGAL_MOVE, "moved o0,0"),
        (Marks, Fault.TOO_MANY_MOVES, "does not end its game: 500 moves"),
    ],
)
def test_a_player_that_fails_loses_the_game(
    player: Any, fault: Fault, words: str, workers: int
) -> None:
    watch, sound = Notes(), result_of(Sound, 1)
    result = result_of(player, workers, watch=watch)
    places = faulty(result)
    assert result.games == 12
    assert 0 < len(places) < 12
    assert result.faults == Faults({fault: len(places)}, tuple((n, fault) for n in places[:3]))
    assert not result.data.won[places].any()
    others = [game for game in range(12) if game not in places]
    assert result.data.won[others].tolist() == sound.data.won[others].tolist()
    assert len(watch.texts) == min(3, len(places))
    assert f"game {places[0]} is lost: " in watch.texts[0]
    assert words in watch.texts[0]


@pytest.mark.parametrize(
    ("player", "fault", "words"),
    [
        (Dies, Fault.PROCESS_DIED, "ended its process with 3"),
        pytest.param(
            DiesBySignal,
            Fault.PROCESS_DIED,
            "ended its process by SIGSEGV",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            DiesTwiceFromOutside,
            Fault.PROCESS_DIED,
            "ended its process by SIGKILL",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_player_that_dies_loses_the_game(player: Any, fault: Fault, words: str) -> None:
    watch = Notes()
    two = result_of(player, 2, watch=watch)
    one = result_of(player, 1, move_time=60)
    assert are_same_games(one.data, two.data)
    assert two.faults.counts == {fault: len(faulty(two))}
    assert faulty(two) == faulty(result_of(Raises, 1))
    assert "since it is ending its process" in watch.texts[0]  # in a fixed game
    assert words in watch.texts[1]


@pytest.mark.parametrize(
    "player", [Sleeps, Loops, pytest.param(CatchesEverything, marks=pytest.mark.slow), StuckInC]
)
def test_a_player_that_hangs_loses_the_game(player: Any) -> None:
    one, two = (result_of(player, workers, games=6, move_time=0.5) for workers in (1, 2))
    assert are_same_games(one.data, two.data)
    assert two.faults.counts == {Fault.TIMED_OUT: len(faulty(two))}
    assert faulty(two) == faulty(result_of(Raises, 1, games=6))


def test_a_process_that_is_killed_once_plays_its_game_again(tmp_path: Path) -> None:
    class Unlucky(Sound):
        def fail(self, position: Position) -> None:
            if not (tmp_path / "killed").exists():
                (tmp_path / "killed").touch()
                os.kill(os.getpid(), signal.SIGKILL)

    for workers, options in ((2, {}), (1, {"move_time": 60})):
        (tmp_path / "killed").unlink(missing_ok=True)
        result = result_of(Unlucky, workers, **options)
        assert (tmp_path / "killed").exists()
        assert not result.faults
        assert are_same_games(result.data, result_of(Sound, 1).data)


@pytest.mark.parametrize("player", ["fast", "greedy", Sound])
def test_limits_that_are_never_hit_change_no_game(player: Any) -> None:
    free = result_of(player, 1)
    limited = result_of(player, 2, move_time=60)
    assert are_same_games(free.data, limited.data)
    moves = result_of(player, 2, game_moves=30)
    for name in ("won", "steps", "guesses", "last", "fault"):
        assert getattr(free.data, name).tolist() == getattr(moves.data, name).tolist()


@pytest.mark.parametrize("player", ["fast", "greedy"])
def test_a_game_may_have_so_many_moves(player: str) -> None:
    free, limited = result_of(player, 1, games=40), result_of(player, 1, games=40, game_moves=5)
    too_long = free.data.steps > 5
    assert limited.data.fault.tolist() == [4 * int(long) for long in too_long]
    assert (limited.data.won == (free.data.won & ~too_long)).all()
    assert limited.data.steps.max() == 5


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("player", "options", "words"),
    [
        (Raises, {}, r"ZeroDivisionError: no idea; in line \d+ of bad_players.py"),
        (RaisesTheUnspeakable, {}, "failed: LocalError: "),
        (Dies, {"move_time": 60}, "ended its process with 3"),
        (Loops, {"move_time": 0.5}, "took longer than 0.5 s for a move"),
    ],
)
def test_a_strict_run_ends_at_the_first_fault(
    player: Any, options: dict[str, Any], words: str, workers: int, tmp_path: Path
) -> None:
    ledger = tmp_path / "ledger"
    with pytest.raises(RunStopped, match=words + r".*stored; in game \d+ of .*; replay: "):
        result_of(player, workers, strict=True, ledger=ledger, **options)
    kept = result_of(player, workers, ledger=ledger, **options)
    assert kept.games == 12
    with pytest.raises(RunStopped, match=r"stored games have faults: game \d+ "):
        result_of(player, workers, strict=True, ledger=ledger, **options)


@pytest.mark.parametrize(
    "limits",
    [
        *({"move_time": value} for value in (0, -1, "1", True, float("nan"), float("inf"))),
        *({"game_moves": value} for value in (0, -1, "1", True, 1.5)),
    ],
    ids=str,
)
def test_impossible_limits_are_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"^expected .*, got "):
        result_of("fast", 1, **limits)


def test_counts_are_added() -> None:
    games = play_games(Run.of(Raises, "5x5/3", seed=2), 0, 12)[0]
    parts = [count_faults(games.between(low, low + 4)) for low in (0, 4, 8)]
    assert parts[0] + parts[1] + parts[2] == count_faults(games)
    assert parts[2] + parts[1] + parts[0] == count_faults(games)
    assert not count_faults(GameTable.join([]))
    mixed = Faults({Fault.CRASHED: 12}) + Faults({Fault.TIMED_OUT: 1003})
    assert str(mixed) == "12 crashed, 1,003 timed out"
    assert mixed.total == 1015


MODULE = "tests.support.bad_players"


def test_the_command_counts_and_replays(tmp_path: Path) -> None:
    words = ["run", f"{MODULE}:Raises", "--board", "5x5/3", "--games", "12", "--seed", "2"]
    done = sapper(*words, "--workers", "2", "--ledger", str(tmp_path / "ledger"))
    assert done.returncode == 0
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("faults"))
    assert re.fullmatch(r"faults +\d crashed, counted as lost", line)
    replays = [line for line in done.stdout.splitlines() if "replay: " in line]
    assert len(replays) == int(line.split()[1]) == 2
    again = sapper(*shlex.split(replays[0].partition("replay: sapper ")[2]))
    assert again.returncode == 5
    assert "ZeroDivisionError: no idea" in again.stderr
    shown = sapper(*words, "--json", "--ledger", str(tmp_path / "ledger"))
    faults = json.loads(shown.stdout)["faults"]
    assert faults["crashed"] == faults["total"] == int(line.split()[1])
    assert faults["examples"][0]["replay"] in replays[0]


def test_a_command_with_one_worker_outlives_its_player(tmp_path: Path) -> None:
    words = ["run", f"{MODULE}:Dies", "--board", "5x5/3", "--games", "12", "--seed", "2"]
    done = sapper(*words, "--workers", "1", "--ledger", str(tmp_path / "ledger"))
    assert done.returncode == 0
    assert re.search(r"faults +2 ended the process, counted as lost", done.stdout)


def test_a_game_with_a_random_first_cell_is_replayed_with_that_cell() -> None:
    run = Run.of("greedy:guess=density", "5x5/3", first="random", seed=7)
    cell = run.first_cell.cell_of(run.spec, 7, 3)
    assert cell is not None
    assert replay_command(run, 3) == (
        "sapper play -p greedy:guess=density -b 5x5/3 --start safe "
        f"--first {cell} --seed 7 --game 3"
    )
    limited = replace(run, limits=Limits(0.5, 40))
    assert replay_command(limited, 3).endswith(
        f" --first {cell} --move-time 0.5 --game-moves 40 --seed 7 --game 3"
    )
    own = Run.of(lambda position: next(position.covered()), "5x5/3", first="player", seed=7)
    assert replay_command(replace(own, limits=Limits(0.5, 40)), 3) == (
        "sapper.play(PLAYER, '5x5/3', start='safe', seed=7, game=3, game_moves=40)"
        "  # at most 0.5 s for a move"
    )
    assert replay_command(own, 3) == "sapper.play(PLAYER, '5x5/3', start='safe', seed=7, game=3)"
