"""The core as WebAssembly plays and counts as the native core does."""

from __future__ import annotations

from collections.abc import Callable

from sapper.board import Position
from sapper.board.cell import Cell
from sapper.board.spec import BoardSpec
from sapper.games.engine_signature import SEED, Exact, NativeCore, bench_engine
from tests.support.wasm_core import WasmCore


class _Wasm(NativeCore):
    def __init__(self, core: WasmCore) -> None:
        self._core = core

    def analyse(self, position: Position) -> Callable[[], Exact]:
        found = self._core.call("analyse", str(position), 0, "", 0)
        safe, mines = ([Cell(*pair) for pair in found[key]] for key in ("safe", "mines"))
        return lambda: Exact(int(found["ways"]), safe, mines)

    def play(self, spec: BoardSpec, games: int, player: str) -> list[list[int]]:
        found = self._core.call("games", str(spec), "safe", str(SEED), games, player)
        return [found["won"], found["steps"], found["last"]]


def test_the_signature_is_that_of_the_native_core(core: WasmCore) -> None:
    assert bench_engine(core=_Wasm(core)).signature == bench_engine().signature
