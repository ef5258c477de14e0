"""The core in a browser gives what the native core gives, and plays as it does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from sapper.board import Position
from sapper.board.cell import Cell
from sapper.board.spec import BoardSpec
from sapper.games.engine_signature import SEED, Exact, NativeCore, bench_engine
from tests.support import core_calls
from tests.support.browser_python import BrowserPython, differences


def test_every_call_of_the_core_gives_the_same(python: BrowserPython) -> None:
    code = Path(core_calls.__file__).read_text(encoding="utf-8")
    theirs = json.loads(python.run(f"{code}\nall_calls()"))
    ours = json.loads(core_calls.all_calls())
    assert len(ours) > 300
    assert differences(ours, theirs) == []


def test_views_of_a_memory_that_grows_are_made_anew(python: BrowserPython) -> None:
    wide = "from sapper import _core; g = _core.Graph.of_shape('grid', 600, 600); "
    ask = "_core.solve(g, bytes([64]) * 360000, 7200, 0.0, False, 10**9, 0.0).untouched_chance"
    assert python.run(wide + ask) == 0.02


PLAY = """
import json
from sapper import _core
from sapper.board.spec import BoardSpec
spec = BoardSpec.parse({board!r})
graph, start = spec.geometry.native, (spec.mines, "safe", 0)
table = _core.simulate(graph, *start, {seed}, 0, {games}, {player!r}, 1)
json.dumps([table.won, table.steps, table.last])
"""


class _InBrowser(NativeCore):
    def __init__(self, python: BrowserPython) -> None:
        self._python = python

    def analyse(self, position: Position) -> Callable[[], Exact]:
        found = self._python.ask("analyse", {"position": str(position)})
        safe, mines = ([Cell(*pair) for pair in found[key]] for key in ("safe", "mines"))
        return lambda: Exact(int(found["ways"]), safe, mines)

    def play(self, spec: BoardSpec, games: int, player: str) -> list[list[int]]:
        code = PLAY.format(board=str(spec), seed=SEED, games=games, player=player)
        found: list[list[int]] = json.loads(self._python.run(code))
        return found


def test_the_signature_is_that_of_the_native_core(python: BrowserPython) -> None:
    assert bench_engine(core=_InBrowser(python)).signature == bench_engine().signature
