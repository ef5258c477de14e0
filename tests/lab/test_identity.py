"""Whose games? A player is known by its version, file or core, and by how it plays."""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sapper import Cell, Position, _core, analyse
from sapper.lab import Ledger, RunResult, simulate
from sapper.lab.errors import RunStopped
from sapper.lab.identity import Identity, check_player, identity_of
from sapper.lab.playing.chunk import play_chunk
from sapper.lab.runs.limits import RunLimits
from sapper.lab.runs.run import Run
from tests.support.command import sapper
from tests.support.stored_games import Notes, are_same_games


def forget_modules() -> None:
    """Let the modules of these tests be imported again, from files that may be new."""
    for name in [name for name in sys.modules if name.startswith("known_")]:
        del sys.modules[name]
    importlib.invalidate_caches()


MANY_MOVES = RunLimits(game_moves=10**6)  # which only Python counts
MINE = """
class Mine:
    def decide(self, position):
        return list(position.covered())[{index}]
"""


@pytest.fixture(autouse=True)
def _enough_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, the games of these tests are played to the end."""
    monkeypatch.setattr("sapper.lab.identity._SECONDS", 30.0)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    yield folder
    forget_modules()


def player_of(home: Path, text: str, name: str = "known_player") -> Any:
    """Return the class `Mine` of a module that was written anew."""
    forget_modules()
    path = home / f"{name.replace('.', '/')}.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return importlib.import_module(name).Mine


def of_player(player: Any, games: int = 8, **options: Any) -> Identity:
    return Identity.of(Run.of(player, "5x5/3", **options), games)


def play(player: Any, ledger: Path, games: int = 12, **options: Any) -> tuple[RunResult, Notes]:
    notes = Notes()
    options = {"workers": 1, "watch": notes, "ledger": ledger, **options}
    return simulate(player, "5x5/3", games=games, seed=1, **options), notes


def test_players_of_sapper_are_known_by_the_core_and_their_play() -> None:
    texts = ["greedy", "greedy:guess=density", "hybrid", "champion", "fast"]
    found = [of_player(text) for text in texts]
    assert {one.code for one in found} == {f"core {_core.decision_digest()[:12]}"}
    assert len({one.play for one in found}) == len(texts)
    assert {one.note for one in found} == {None}
    assert identity_of(Run.of("greedy", "9x9/10")) == identity_of(Run.of("greedy", "16x30/99"))


def test_all_moves_count_in_their_order() -> None:

    def opens(*, is_reversed: bool) -> Any:
        def decide(position: Position) -> Cell:
            found = analyse(position)
            certain = sorted(found.safe, reverse=is_reversed)
            return certain[0] if certain else min(position.covered(), key=found.chance)

        return decide

    plays = [of_player(opens(is_reversed=order), 4).play for order in (False, False, True)]
    assert plays[0] == plays[1] != plays[2]
    core, python = (of_player("fast", 20, limits=limits).play for limits in (None, MANY_MOVES))
    assert core.startswith(python)  # it may have been played over more games before


def test_a_file_that_was_edited_is_another_player(home: Path) -> None:
    first = of_player(player_of(home, MINE.format(index=0)))
    assert first.code.startswith("file ")
    assert first.note is None
    assert of_player(player_of(home, MINE.format(index=0))) == first
    remark = of_player(player_of(home, MINE.format(index=0) + "# a remark"))
    assert remark.play == first.play
    assert remark.difference(first) == "its version, its file or the core differs"


def test_a_value_that_changes_play_begins_a_new_run(tmp_path: Path) -> None:
    """Nobody edited the file of the player, but it plays otherwise."""

    class Mine:
        place = 0

        def decide(self, position: Any) -> Any:
            return list(position.covered())[self.place]

    path = tmp_path / "ledger"
    first, _ = play(Mine, path)
    Mine.place = -1
    second, notes = play(Mine, path)
    Mine.place = 0
    third, quiet = play(Mine, path)
    assert quiet.texts == []
    assert (first.run.number, second.run.number, third.run.number) == (1, 2, 1)
    (note,) = notes.texts
    assert "is not the one of run 1" in note
    assert (
        "it plays the fixed game 0 differently. This is run 2; the 12 games of run 1 stay" in note
    )
    assert are_same_games(first.data, third.data)
    document = json.loads(sapper("lab", "ledger", "--ledger", str(path), "--json").stdout)
    listed = [(run["number"], run["identity"], run["games"]) for run in document["runs"]]
    assert listed == [(1, first.identity, 12), (2, second.identity, 12)]


def test_a_player_with_its_own_randomness_is_known_by_its_file(home: Path) -> None:
    text = "import random\n" + MINE.format(index="random.randrange(9) - 9")
    mine = player_of(home, text)
    first, notes = play(mine, home / "ledger")
    assert any("since it is not deterministic" in note for note in notes.texts)
    second, _ = play(mine, home / "ledger", games=20, workers=2)
    assert (second.run.number, second.games) == (1, 20)
    assert second.wins >= first.wins
    edited, _ = play(player_of(home, text + "# a remark"), home / "ledger")
    assert edited.run.number == 2


def test_limits_are_stored_apart_but_not_those_that_decide_nothing(tmp_path: Path) -> None:
    path = tmp_path / "ledger"

    def number(player: str, **options: Any) -> int:
        return play(player, path, **options)[0].run.number

    assert number("greedy") == number("greedy", strict=True) == 1
    assert [number("greedy", game_moves=moves) for moves in (5, 6, 5)] == [2, 3, 2]
    assert number("fast") == number("fast", move_time=9.0) == 4
    with Ledger(path) as ledger:
        assert [run.limits.game_moves for run in ledger.runs()] == [None, 5, 6, None]


def test_a_script_and_its_workers_agree(tmp_path: Path) -> None:
    """Of all that can be sent to a worker, without a main guard and from standard input too.

    Two sessions of a file know its players again.
    """
    script = """
from sapper.lab import simulate
class Mine:
    def decide(self, position): return next(position.covered())
def counting():
    count = 0
    def decide(position):
        nonlocal count
        count += 1
        return next(position.covered())
    return decide
players = [Mine, counting(), lambda p: next(p.covered())]
for player in players:
    one, two = (simulate(player, "5x5/3", games=20, workers=n, ledger="l") for n in (1, 2))
    assert one.data.last.tolist() == two.data.last.tolist()
    assert one.identity == two.identity
    print(two.identity, two.run.number)
"""
    (tmp_path / "script.py").write_text(script)
    found = []
    for seed, name in (("1", "script.py"), ("2", "script.py"), ("3", "-")):
        done = subprocess.run(
            [sys.executable, name], cwd=tmp_path, capture_output=True, text=True, input=script,
            check=False, timeout=240, env={**os.environ, "PYTHONHASHSEED": seed},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        found.append(done.stdout)
    assert found[0] == found[1]
    assert [len(lines.splitlines()) for lines in found] == [3, 3, 3]


def test_a_process_that_plays_otherwise_is_refused(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = player_of(home, MINE.format(index=0))
    run = Run.of(mine, "5x5/3")
    asked = Identity.of(run, 20)
    monkeypatch.setattr("sapper.lab.identity._checked", set())  # as in another process
    check_player(replace(run, identity=asked))
    hashes = bytearray(asked.play)
    hashes[4 * 17] ^= 1
    wrong = replace(run, identity=replace(asked, play=bytes(hashes)))
    with pytest.raises(RunStopped, match=r"process \d+ on .* plays another .* the fixed game 17 d"):
        play_chunk(wrong, 0, 5)
    with pytest.raises(RunStopped, match="plays the fixed game 17 differently"):
        simulate_in_process(wrong)


def simulate_in_process(run: Run) -> None:
    """Play in a process of its own, as moves with a limit are."""
    from sapper.lab.workers import LocalPool

    pool = LocalPool(1)
    try:
        pool.submit(replace(run, limits=RunLimits(move_time=60.0)), 0, 5).result(60)
    finally:
        pool.close()


NATIVE = Path(__file__).parents[2] / "native"


def load_digest() -> ModuleType:
    spec = importlib.util.spec_from_file_location("core_digest", NATIVE / "decision_digest.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


digest = load_digest()
FILES = [
    *NATIVE.glob("bindings/*.[ch]pp"),
    *(
        path
        for path in NATIVE.glob("sapper/**/*")
        if path.is_file() and path.parent.name != "pictures"
    ),
]
SOURCES = {path.relative_to(NATIVE).as_posix(): path.read_text("utf-8") for path in FILES}


def edited(name: str, pattern: str, replacement: str) -> str:
    text, count = re.subn(pattern, replacement, SOURCES[name], count=1, flags=re.MULTILINE)
    assert count == 1
    assert text != SOURCES[name]
    return str(digest.digest_of({**SOURCES, name: text}.values()))


def test_the_build_carries_the_digest_of_the_sources() -> None:
    assert _core.decision_digest() == digest.digest_of(SOURCES.values())


def test_a_changed_constant_changes_the_digest() -> None:
    for name, pattern, replacement in (
        ("sapper/player/setting.hpp", r"= \d+", "= 31"),
        ("sapper/value/weights.inc", r"\Z", "1,\n"),
        ("bindings/names.cpp", "StartRule::kRaw", "StartRule::kSafe"),
    ):
        assert edited(name, pattern, replacement) != digest.digest_of(SOURCES.values())


def test_comments_and_sentences_do_not_change_the_digest() -> None:
    for name, pattern, replacement in (
        ("sapper/player/player.cpp", r"\A", '// A remark: it\'s new, "quoted".\n'),
        ("sapper/player/player.cpp", r"\n", "\n\n/* two\n   lines */\n"),
        ("sapper/player/setting.cpp", "expected one of the players", "choose one of these:"),
    ):
        assert edited(name, pattern, replacement) == digest.digest_of(SOURCES.values())
