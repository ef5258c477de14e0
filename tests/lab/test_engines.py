"""Engines in the laboratory: faults, workers, limits, identity, adoption."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sapper.errors import InputError
from sapper.lab import Ledger, RunResult, RunStopped, Watch, compare, simulate
from sapper.lab.fault import Fault
from sapper.lab.faults import replay_command
from sapper.lab.identity import identity_of
from sapper.lab.ledger.recovery import recover
from sapper.lab.limits import Limits
from sapper.lab.replay import run_of_today
from sapper.lab.run import Run
from sapper.players import player_spec_of
from sapper.players.protocol import close_engines
from tests.support.bad_players import Sound
from tests.support.command import sapper
from tests.support.early_ledger import forget_checksums
from tests.support.engines import EXAMPLES, PLAIN, bad, children_of
from tests.support.game_tables import are_same_games


class Notes(Watch):
    def __init__(self) -> None:
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        self.notes.append(text)


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
        ("opens an open cell", Fault.ILLEGAL_MOVE, "moved o0,0"),
        ("garbage", Fault.GARBAGE, "'I think r2c2 is nice'"),
        ("no text", Fault.GARBAGE, "no UTF-8 text"),
        ("crashes", Fault.PROCESS_DIED, "with 3; its last message: out of ideas"),
        ("dies by a signal", Fault.PROCESS_DIED, "ended its process by SIGSEGV"),
        ("writes for ever", Fault.ENDLESS_OUTPUT, "1,000,000 bytes that are no answer"),
        ("gives up", Fault.CRASHED, "cannot decide: this is too hard"),
    ],
)
def test_a_fault_ends_one_game_only(how: str, fault: Fault, words: str) -> None:
    watch, sound = Notes(), result_of(Sound)
    result = result_of(bad(how), watch=watch)
    places = [game for game in range(12) if result.data.fault[game]]
    assert places == FAILED
    assert result.faults.counts == {fault: len(places)}
    assert str(fault.name.lower()) in result.to_dict()["faults"]
    others = [game for game in range(12) if game not in places]
    assert result.data.won[others].tolist() == sound.data.won[others].tolist()
    assert f"game {places[0]} is lost: " in watch.notes[0]
    assert words in watch.notes[0]


def test_silence_is_a_fault_of_time() -> None:
    watch = Notes()
    result = result_of(bad("sleeps"), games=FAILED[0] + 2, move_time=0.4, watch=watch)
    places = [game for game in FAILED if game < result.games]
    assert result.faults.counts == {Fault.TIMED_OUT: len(places)}
    assert "0.4 s" in watch.notes[0]


def test_two_workers_play_the_same_games() -> None:
    one, two = (result_of(bad("crashes"), workers) for workers in (1, 2))
    assert are_same_games(one.data, two.data)
    assert two.faults.counts == {Fault.PROCESS_DIED: len(FAILED)}


@pytest.mark.slow
@pytest.mark.parametrize("how", ["loops", "complains for ever", "closes its output"])
def test_limits_with_two_workers(how: str) -> None:
    one, two = (result_of(bad(how), workers, games=8, move_time=0.5) for workers in (1, 2))
    assert are_same_games(one.data, two.data)
    assert sum(two.faults.counts.values()) == sum(game < 8 for game in FAILED)


def test_too_many_moves_and_strict_runs() -> None:
    result = result_of(PLAIN, games=4, game_moves=2)
    assert result.faults.counts.get(Fault.TOO_MANY_MOVES, 0) > 0
    with pytest.raises(RunStopped, match="cannot decide: this is too hard") as caught:
        result_of(bad("gives up"), strict=True)
    assert "replay: sapper play -p 'engine:" in str(caught.value)


def test_an_engine_is_known_by_what_it_says(tmp_path: Path) -> None:
    """Not by its command: the same program in another folder plays the same games."""
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
    assert identity_of(Run.of(PLAIN, "5x5/3", limits=Limits(2.0))) != identity_of(here)


def _paths(copy: Path) -> tuple[str, str]:
    return str(EXAMPLES / "plain.py"), str(copy)


def test_an_engine_that_changed_meanwhile_ends_the_run(tmp_path: Path) -> None:
    """Its games are refused, as those of any worker with another player."""
    copy = tmp_path / "other.py"
    shutil.copy(EXAMPLES / "plain.py", copy)
    player = player_spec_of(PLAIN.replace(*_paths(copy)))
    run = Run.of(player, "5x5/3")
    before = identity_of(run)
    copy.write_text(copy.read_text().replace("version 1.0", "version 1.1"))
    close_engines()
    assert identity_of(Run.of(player, "5x5/3")) != before


def test_a_replay_names_the_command_only_where_it_is_known() -> None:
    run = Run.of(PLAIN, "5x5/3", seed=4)
    assert PLAIN in replay_command(run, 3)
    stored = Run(run.player, run.board, run.start, run.first, run.seed)
    assert "-p engine:COMMAND " in replay_command(stored, 3)
    with pytest.raises(InputError, match="names an engine, another program"):
        _ = stored.player_spec


def test_engines_are_compared_on_the_same_boards() -> None:
    found = compare(PLAIN, bad("sound"), "greedy", board=["5x5/3", "4x4/2"], games=10, workers=1)
    rows = found.to_dict()
    assert [row["player"] for row in rows["players"][:2]] == [
        "engine:plain-python/1.0",
        "engine:bad/1.0[how=sound]",
    ]
    assert (len(rows["players"]), len(rows["pairs"])) == (6, 6)


def test_the_command_of_an_engine_comes_from_the_command_line(tmp_path: Path) -> None:
    """Adoption and replays say which engine is needed, and take no command from the ledger."""
    ledger = tmp_path / "l.sqlite"
    simulate(PLAIN, "5x5/3", games=10, workers=1, ledger=ledger)
    with sqlite3.connect(ledger) as base:
        base.execute("UPDATE runs SET signature = 'abcdefabcdef'")
        forget_checksums(base)
    base.close()
    without = sapper("ledger", "adopt", "1", "--ledger", str(ledger))
    assert without.returncode == 2
    assert "it needs engine:plain-python/1.0; give the command" in " ".join(without.stderr.split())
    wrong = sapper("ledger", "adopt", "1", "--ledger", str(ledger), "--engine", bad("sound"))
    assert "and --engine started engine:bad/1.0[how=sound]" in " ".join(wrong.stderr.split())
    done = sapper("ledger", "adopt", "1", "--ledger", str(ledger), "--engine", PLAIN)
    assert done.returncode == 0, done.stderr
    assert "10 games now belong to" in " ".join(done.stdout.split())
    checked = sapper("ledger", "check", "--replay", "3", "--ledger", str(ledger))
    assert "give the command that starts it with --engine" in " ".join(checked.stderr.split())
    words = ["--replay", "3", "--workers", "1", "--engine", PLAIN, "--ledger", str(ledger)]
    checked = sapper("ledger", "check", *words)
    assert "3 games played again, all equal" in " ".join(checked.stdout.split()), checked.stderr


@pytest.fixture
def evil(tmp_path: Path) -> Callable[[str], Path]:
    """Return a ledger whose runs say that a text of somebody else has played them."""
    path = tmp_path / "evil.sqlite"
    simulate("greedy", "5x5/3", games=10, workers=1, ledger=path)

    def make(text: str) -> Path:
        with sqlite3.connect(path) as base:
            base.execute("UPDATE runs SET player = ? WHERE rowid = 1", (text,))
            forget_checksums(base)
        base.close()
        return path

    return make


READERS = [
    ["ledger", "show"],
    ["ledger", "check"],
    ["ledger", "check", "--replay", "3"],
    ["ledger", "adopt"],
    ["ledger", "adopt", "1"],
    ["report", "--json"],
    ["report", "-o", "report.html"],
    ["run", "greedy", "--board", "5x5/3", "--games", "3"],
    ["compare", "greedy", "fast", "--board", "5x5/3", "--games", "3"],
    pytest.param(["reproduce", "--games", "1"], marks=pytest.mark.slow),
]
"""The commands that read a ledger."""


@pytest.mark.parametrize("words", READERS, ids=lambda words: " ".join(words[:3]))
def test_no_text_in_a_ledger_starts_or_imports_anything(
    evil: Callable[[str], Path], words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "mark"
    monkeypatch.chdir(tmp_path)
    module = tmp_path.name  # another one in every test, as imports are kept
    Path(f"{module}.py").write_text(f"open({str(mark)!r}, 'w').close()\nclass Mine: ...\n")
    for text in (f"engine:touch {mark}", f"{module}:Mine"):
        sapper(*words, "--ledger", str(evil(text)))
        assert not mark.exists(), text


def test_a_recovery_starts_nothing(evil: Callable[[str], Path], tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    path = evil(f"engine:touch {mark}")
    recover(path, tmp_path / "saved.sqlite")
    with Ledger(path, read_only=True) as book, pytest.raises(InputError, match="it needs engine"):
        run_of_today(book.entries()[0])
    assert not mark.exists()


def test_a_player_of_yours_is_imported_if_you_name_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    code = "class Mine:\n    def decide(self, position):\n        return next(position.covered())\n"
    Path("named_by_hand.py").write_text(code)
    ledger = str(tmp_path / "l.sqlite")
    played = sapper(
        "run", "named_by_hand:Mine", "--board", "5x5/3", "--games", "9", "--ledger", ledger
    )
    assert played.returncode == 0, played.stderr
    unnamed = sapper("ledger", "check", "--replay", "3", "--ledger", ledger)
    assert (
        "it needs named_by_hand:Mine; if it is a player of yours, name it with --player"
        in " ".join(unnamed.stderr.split())
    )
    words = [
        "--replay",
        "3",
        "--player",
        "named_by_hand:Mine",
        "--workers",
        "1",
        "--ledger",
        ledger,
    ]
    assert "3 games played again, all equal" in sapper("ledger", "check", *words).stdout
    with sqlite3.connect(ledger) as base:
        base.execute("UPDATE runs SET signature = 'abcdefabcdef'")
        forget_checksums(base)
    base.close()
    done = sapper("ledger", "adopt", "named_by_hand:Mine", "--ledger", ledger)
    assert "9 games now belong to" in " ".join(done.stdout.split()), done.stderr
