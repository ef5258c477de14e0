"""Engines in the laboratory: faults, workers, limits, identity."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sapper.documents import document
from sapper.errors import InputError
from sapper.lab import RunResult, simulate
from sapper.lab.identity import identity_of
from sapper.lab.playing.faults import Fault, replay_command
from sapper.lab.runs.run import Run
from sapper.players.protocol.process import close_engines
from tests.support.bad_players import Sound
from tests.support.damage import Notes
from tests.support.engines import EXAMPLES, PLAIN, bad, children_of
from tests.support.game_tables import are_same_games


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    yield
    close_engines()
    if Path("/proc").exists():
        assert not children_of(os.getpid())


def result_of(player: Any, workers: int = 1, games: int = 12, **options: Any) -> RunResult:
    return simulate(player, "5x5/3", games=games, seed=2, workers=workers, **options)


FAILED = [game for game, fault in enumerate(result_of(bad("gives up")).data.fault) if fault]
"""The games in which a bad engine fails; `Sound`, which plays the others alike, knows the rest."""


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
    places = [game for game in range(12) if result.data.fault[game]]
    assert places == FAILED
    assert result.faults.counts == {fault: len(places)}
    assert str(fault.name.lower()) in document(result)["faults"]
    others = [game for game in range(12) if game not in places]
    assert result.data.won[others].tolist() == sound.data.won[others].tolist()
    assert f"game {places[0]} is lost: " in watch.texts[0]
    assert words in watch.texts[0]


def test_two_workers_play_the_same_games() -> None:
    one, two = (result_of(bad("crashes"), workers) for workers in (1, 2))
    assert are_same_games(one.data, two.data)
    assert two.faults.counts == {Fault.PROCESS_DIED: len(FAILED)}


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


def test_a_replay_names_the_command_only_where_it_is_known() -> None:
    run = Run.of(PLAIN, "5x5/3", seed=4)
    assert PLAIN in replay_command(run, 3)
    stored = Run(run.player, run.board, run.start, run.first, run.seed)
    assert "-p engine:COMMAND " in replay_command(stored, 3)
    with pytest.raises(InputError, match="is the name of an engine, another program"):
        _ = stored.player_spec
