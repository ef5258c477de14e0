"""A player or an engine that fails loses the game, is counted, and does not end the run."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sapper.board.position import Position
from sapper.documents import document
from sapper.errors import InputError
from sapper.lab import RunResult, RunStopped, simulate
from sapper.lab.identity import identity_of
from sapper.lab.playing.faults import Fault, Faults, replay_command
from sapper.lab.runs.run import Run
from sapper.players.protocol.process import close_engines
from tests.support.bad_players import (
    Dies,
    Exits,
    Loops,
    Marks,
    MovesTwice,
    Raises,
    RaisesTheUnspeakable,
    Sound,
    StuckInC,
)
from tests.support.command import sapper
from tests.support.engines import EXAMPLES, PLAIN, bad, children_of
from tests.support.stored_games import Notes, are_same_games


def result_of(player: Any, workers: int = 1, games: int = 12, **options: Any) -> RunResult:
    return simulate(player, "5x5/3", games=games, seed=2, workers=workers, **options)


def faulty(result: RunResult) -> list[int]:
    """The games in which a player of this file fails: known from its twin that always does."""
    return [game for game in range(result.games) if result.data.fault[game]]


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
def test_a_player_that_fails_loses_the_game(player: Any, fault: Fault, words: str) -> None:
    watch, sound = Notes(), result_of(Sound, 1)
    result = result_of(player, 1, watch=watch)
    assert are_same_games(result.data, result_of(player, 2).data)
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


def test_a_player_that_dies_loses_the_game() -> None:
    watch = Notes()
    two = result_of(Dies, 2, watch=watch)
    one = result_of(Dies, 1, move_time=60)
    assert are_same_games(one.data, two.data)
    assert two.faults.counts == {Fault.PROCESS_DIED: len(faulty(two))}
    assert faulty(two) == faulty(result_of(Raises, 1))
    assert "since it is ending its process" in watch.texts[0]  # in a fixed game
    assert "ended its process with 3" in watch.texts[1]


@pytest.mark.parametrize(
    ("player", "workers"), [pytest.param(Loops, 1, marks=pytest.mark.slow), (StuckInC, 2)]
)
def test_a_player_that_hangs_loses_the_game(player: Any, workers: int) -> None:
    found, sound = result_of(player, workers, games=6, move_time=2.0), result_of(Sound, 1, games=6)
    lost = faulty(found)
    assert lost == faulty(result_of(Raises, 1, games=6)) != []
    assert found.faults.counts == {Fault.TIMED_OUT: len(lost)}
    others = [game for game in range(6) if game not in lost]
    assert found.data.won[others].tolist() == sound.data.won[others].tolist()


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


@pytest.mark.parametrize(
    ("player", "workers", "options", "words"),
    [
        (Raises, 1, {}, r"ZeroDivisionError: no idea; in line \d+ of bad_players.py"),
        (RaisesTheUnspeakable, 2, {}, "failed: LocalError: "),
        (Dies, 2, {"move_time": 60}, "ended its process with 3"),
    ],
)
def test_a_strict_run_ends_at_the_first_fault(
    player: Any, workers: int, options: dict[str, Any], words: str, tmp_path: Path
) -> None:
    ledger = tmp_path / "ledger"
    with pytest.raises(RunStopped, match=words + r".*stored; in game \d+ of .*; replay: "):
        result_of(player, workers, strict=True, ledger=ledger, **options)
    kept = result_of(player, workers, ledger=ledger, **options)
    assert kept.games == 12
    with pytest.raises(RunStopped, match=r"stored games have faults: game \d+ "):
        result_of(player, workers, strict=True, ledger=ledger, **options)


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


@pytest.fixture
def nothing_is_left() -> Iterator[None]:
    """Fail if a process of an engine is left."""
    yield
    close_engines()
    if Path("/proc").exists():
        assert not children_of(os.getpid())


@pytest.mark.usefixtures("nothing_is_left")
@pytest.mark.parametrize(
    ("how", "fault", "words"),
    [
        ("moves illegally", Fault.ILLEGAL_MOVE, "got (99, 99); engine:bad"),
        ("garbage", Fault.GARBAGE, "'I think r2c2 is nice'"),
        ("crashes", Fault.PROCESS_DIED, "with 3; its last message: out of ideas"),
        ("writes for ever", Fault.ENDLESS_OUTPUT, "1,000,000 bytes without an answer"),
        ("gives up", Fault.CRASHED, "cannot decide: this is too hard"),
    ],
)
def test_a_fault_ends_one_game_only(how: str, fault: Fault, words: str) -> None:
    watch, sound = Notes(), result_of(Sound)
    result = result_of(bad(how), watch=watch)
    places = faulty(result)
    assert places == faulty(result_of(Raises, 1)) != []
    assert result.faults.counts == {fault: len(places)}
    assert str(fault.name.lower()) in document(result)["faults"]
    others = [game for game in range(12) if game not in places]
    assert result.data.won[others].tolist() == sound.data.won[others].tolist()
    assert f"game {places[0]} is lost: " in watch.texts[0]
    assert words in watch.texts[0]


@pytest.mark.usefixtures("nothing_is_left")
def test_an_engine_is_known_by_what_it_says_and_by_its_files(tmp_path: Path) -> None:
    """Not by the names of its files: a copy in another folder plays the same games."""
    copy = tmp_path / "other.py"
    shutil.copy(EXAMPLES / "plain.py", copy)
    here, there = (Run.of(each, "5x5/3") for each in (PLAIN, PLAIN.replace(*_paths(copy))))
    assert here == there
    assert identity_of(here) == identity_of(there)
    text = copy.read_text()
    for old, new in (("version 1.0", "version 1.1"), ("\\nready", "\\noption depth 2\\nready")):
        copy.write_text(text.replace(old, new))
        other = Run.of(PLAIN.replace(*_paths(copy)), "5x5/3")
        assert identity_of(other) != identity_of(here)
        assert other.player != here.player
    copy.write_text(f"{text}# a remark\n")
    assert identity_of(there) != identity_of(here)


def _paths(copy: Path) -> tuple[str, str]:
    return str(EXAMPLES / "plain.py"), str(copy)


@pytest.mark.usefixtures("nothing_is_left")
def test_a_replay_names_the_command_only_where_it_is_known() -> None:
    run = Run.of(PLAIN, "5x5/3", seed=4)
    assert PLAIN in replay_command(run, 3)
    stored = Run(run.player, run.board, run.start, run.first, run.seed)
    assert "-p engine:COMMAND " in replay_command(stored, 3)
    with pytest.raises(InputError, match="is the name of an engine, another program"):
        _ = stored.player_spec
