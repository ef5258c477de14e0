"""Answer with the core of another program: `python -m tests.support.core_of_program PROGRAM...`.

The program is that of tests/windows/core_program.cpp. It takes the place of WebAssembly below
`sapper.browser.core`, which takes the place of `sapper._core`; so every room asks that program.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from types import ModuleType, SimpleNamespace
from typing import Any


class _Program:
    """What the page sets as `sapperCore`: the exports of the core and a view of its memory."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.exports = self
        self._answer = b""

    def door_input(self, _size: int) -> int:
        return 0

    def door_output(self) -> int:
        return 0

    def door_drop(self, _object: int) -> None:
        """Keep it: the program ends soon."""

    def view(self, _at: int, _size: int) -> Any:
        return SimpleNamespace(assign=self._ask, to_bytes=lambda: self._answer)

    def door_call(self) -> int:
        return len(self._answer)

    def _ask(self, call: bytes) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(len(call).to_bytes(4, "little") + call)
        self._process.stdin.flush()
        size = int.from_bytes(self._process.stdout.read(4), "little")
        self._answer = self._process.stdout.read(size)


def use(command: Sequence[str]) -> None:
    """Let `sapper._core` be that of a program."""
    page = ModuleType("js")
    page.sapperCore = _Program(command)  # type: ignore[attr-defined]
    sys.modules["js"] = page
    from sapper.browser import core

    sys.modules["sapper._core"] = core
    sys.modules["sapper"]._core = core  # type: ignore[attr-defined]


def answers() -> str:
    """Return as JSON what the core answers, and its signature."""
    from sapper import _core
    from sapper.board.spec import BoardSpec
    from sapper.games.engine_signature import SEED, NativeCore, bench_engine
    from tests.support.core_calls import all_calls

    class Core(NativeCore):
        def play(self, spec: BoardSpec, games: int, player: str) -> list[list[int]]:
            start = (spec.mines, "safe", 0)
            table: Any = _core.simulate(spec.geometry.native, *start, SEED, 0, games, player, 1)
            return [list(map(int, c)) for c in (table.won, table.steps, table.last)]

    return json.dumps(
        {"calls": json.loads(all_calls()), "signature": bench_engine(core=Core()).signature}
    )


if __name__ == "__main__":
    if sys.argv[1:]:
        use(sys.argv[1:])
    print(answers())
