"""Whose games are these? An identity changes whenever decisions could, and else it does not."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sapper import _core
from sapper.lab import simulate
from sapper.lab.identity import identity_here, identity_of, module_files, sources
from sapper.lab.run import Run
from sapper.players import player_spec
from tests.support.identities import identity, run_cell

PLAYER = """
import sys
from sapper.lab import simulate

DEPTH = int(sys.argv[1]) if len(sys.argv) > 1 else 0

class Mine:
    def decide(self, position):
        cells = list(position.covered())
        return cells[(7 + DEPTH) % len(cells)]

result = simulate(Mine, "5x5/3", games=int(sys.argv[2]), seed=1, workers=1, ledger="ledger")
print(result.identity, result.games, result.wins)
"""


def run_script(folder: Path, *words: str, script: str | None = None) -> list[str]:
    done = subprocess.run(
        [sys.executable, *words], input=script, capture_output=True, text=True, check=False,
        timeout=120, cwd=folder,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_a_script_that_was_edited_is_another_player(tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text(PLAYER)
    first = run_script(tmp_path, "script.py", "0", "40")
    assert run_script(tmp_path, "script.py", "0", "40") == first
    path.write_text(PLAYER.replace("7 +", "3 +"))
    edited = run_script(tmp_path, "script.py", "0", "80")
    assert edited[0] != first[0]
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    assert run_script(fresh, "../script.py", "0", "80") == edited, "no game was mixed"


def test_arguments_of_a_script_belong_to_the_player(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(PLAYER)
    identities = [run_script(tmp_path, "script.py", depth, "20")[0] for depth in ("0", "1", "0")]
    assert identities[0] == identities[2] != identities[1]


def test_the_rest_of_a_script_does_not_belong_to_the_player(tmp_path: Path) -> None:
    """More games are asked for by another line of the script; standard input is the same code."""
    (tmp_path / "script.py").write_text(PLAYER)
    first, *_ = run_script(tmp_path, "script.py", "0", "20")
    text = "# A remark\n" + PLAYER.replace("    def decide", '    """Doc."""\n    def decide')
    text = text.replace('"ledger")', '"ledger")\nprint("more")')
    assert run_script(tmp_path, "-", "0", "20", script=text)[1] == first


CELL = """
class Mine:
    '''A player of a cell.'''
    depth = 1
    def decide(self, position):
        return list(position.covered())[self.depth]
"""


def test_an_edited_cell_is_another_player() -> None:
    first = identity(run_cell(CELL))
    assert identity(run_cell(CELL)) == first
    assert identity(run_cell(CELL.replace("depth = 1", "depth = 2"))) != first
    assert identity(run_cell(CELL.replace("covered())", "covered())[::-1]"))) != first
    assert identity(run_cell(CELL.replace("of a cell", "of another cell"))) == first
    assert identity(run_cell("\n\n# later\n" + CELL)) == first


def test_an_attribute_that_is_set_later_belongs_to_the_player() -> None:
    mine = run_cell(CELL)
    first = identity(mine)
    mine.depth = 2
    assert identity(mine) != first
    mine.depth = 1
    assert identity(mine) == first


FUNCTION = "def decide(position):\n    return helper(list(position.covered()), LIMIT)"


class Weights:
    """A helper object of a notebook."""

    def __init__(self, *values: float) -> None:
        self.values = values

    def __call__(self, cells: list[Any], limit: int) -> Any:
        return cells[limit]


def test_values_and_helpers_that_a_cell_names_belong_to_the_player() -> None:
    helper = run_cell("def decide(cells, limit): return cells[limit]")
    other = run_cell("def decide(cells, limit): return cells[-limit]")
    named: list[dict[str, object]] = [
        {"helper": helper, "LIMIT": 1},
        {"helper": helper, "LIMIT": 2},
        {"helper": helper, "LIMIT": 1.0},
        {"helper": helper, "LIMIT": [1]},
        {"helper": other, "LIMIT": 1},
        {"helper": Weights(1, 2), "LIMIT": 1},
        {"helper": Weights(1, 3), "LIMIT": 1},
        {"helper": lambda cells, limit: cells[limit], "LIMIT": 1},
    ]
    found = [identity(run_cell(FUNCTION, **names)) for names in named]
    assert len({*found}) == len(named)
    assert [identity(run_cell(FUNCTION, **names, UNUSED=1)) for names in named] == found


def edited_sapper(
    monkeypatch: pytest.MonkeyPatch, folder: Path, module: str, old: str, new: str
) -> None:
    """Let a module of sapper have other sources."""
    original = module_files.file_of
    path = original(module)
    assert path is not None
    text = path.read_text("utf-8")
    assert old in text
    copy = folder / path.name
    copy.write_text(text.replace(old, new), "utf-8")
    monkeypatch.setattr(sources, "file_of", lambda name: copy if name == module else original(name))
    monkeypatch.setattr(sources, "_loaded", {})


PLAYERS = ["greedy", "hybrid", "champion"]


@pytest.mark.parametrize(
    ("module", "old", "new", "changed"),
    [
        ("sapper.board.svg", '"#', '"#0', []),
        ("sapper.board.views", "padding:2px", "padding:3px", []),
        ("sapper.players.tracing.text", "return", "return  # words\n    return", []),
        ("sapper.percent", "%", " %", []),
        ("sapper.board.position", '"""Return', '"""Give back', []),
        ("sapper.board.position", "\ndef ", "\n# A remark.\ndef ", []),
        ("sapper.lab.playing.faults", "crashed", "broke down", []),
        ("sapper.lab.run_words", " on ", " at ", []),
        ("sapper.lab.chunk", "survived = 0", "survived = 1", ["greedy", "hybrid", "champion"]),
        ("sapper.lab.run", "is_for_python = ", "is_for_python = not ", ["greedy", "hybrid"]),
        ("sapper.players.papers.greedy", "cells[0]", "cells[-1]", ["greedy"]),
        ("sapper.board.geometry", "(-1, -1)", "(-1, -2)", ["greedy", "hybrid", "champion"]),
        ("sapper.games.playing", "not ", "", ["greedy", "hybrid"]),
    ],
)
def test_sources_of_sapper(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    module: str,
    old: str,
    new: str,
    changed: list[str],
) -> None:
    """Pictures, words and comments change no identity; what decides changes those that use it."""
    before = {name: identity(name) for name in PLAYERS}
    edited_sapper(monkeypatch, tmp_path, module, old, new)
    after = {name: identity(name) for name in PLAYERS}
    assert [name for name in PLAYERS if before[name] != after[name]] == changed


def test_messages_of_errors_do_not_belong_to_the_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = identity("greedy")
    edited_sapper(monkeypatch, tmp_path, "sapper.board.position", "expected 0 to", "not")
    assert identity("greedy") == before


def test_the_built_core_belongs_to_every_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three constants of the core changed 10 of 2,500 games, and no identity."""
    players: list[Any] = [*PLAYERS, "fast", run_cell(CELL)]
    before = [identity(player) for player in players]
    monkeypatch.setattr(_core, "decision_digest", lambda: "of another core")
    after = [identity(player) for player in players]
    assert not {*before} & {*after}


def test_what_a_player_uses_of_sapper_belongs_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its front door too: only the player that asks for hints depends on them."""
    asks = run_cell("import sapper\ndef decide(p): return sapper.hint(p).region")
    other = run_cell("import sapper\ndef decide(p): return next(p.covered())")
    before = identity(asks), identity(other)
    edited_sapper(monkeypatch, tmp_path, "sapper.proofs.hints", "\nclass ", "\nX = 1\n\nclass ")
    after = identity(asks), identity(other)
    assert before[0] != after[0]
    assert before[1] == after[1]


def test_a_player_that_cannot_be_pickled_is_never_recognised() -> None:
    import threading

    lock = threading.Lock()

    def locked(position: Any) -> Any:
        with lock:
            return next(position.covered())

    run = Run.of(locked, "5x5/3")
    assert identity_of(run) == identity_here(run)
    assert identity(locked) != identity(locked)


def test_a_chunk_is_identified_before_it_is_played() -> None:
    """Also a closure that the player changes while it plays."""
    seen: list[object] = []

    def remember(position: Any) -> Any:
        seen.append(position)
        return next(position.covered())

    assert simulate(remember, "5x5/3", games=60, workers=1).games == 60
    assert seen


def test_what_a_cache_remembers_is_no_part_of_the_player() -> None:
    text = """
import functools

@functools.lru_cache
def double(number): return 2 * number

class Mine:
    def decide(self, position): return list(position.covered())[double(0)]
"""
    mine = run_cell(text)
    first = identity(mine)
    assert simulate(mine, "5x5/3", games=5, workers=1).identity == first
    assert identity(mine) == first
    assert identity(run_cell(text.replace("2 *", "3 *"))) != first


def test_options_belong_to_the_player() -> None:
    make: Callable[..., Any] = player_spec("greedy").make
    assert identity("greedy") != identity("greedy:guess=density")
    assert identity(player_spec("greedy")) == identity("greedy")
    assert make is player_spec("greedy").make
