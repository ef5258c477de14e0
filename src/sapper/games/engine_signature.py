"""The signature of the engine's behaviour, and its speed, on fixed boards.

On each board all certain cells are opened; where nothing is certain, the first safe cell is opened
with knowledge of the mines. Every position on the way is analysed. The signature is a hash of exact
integers, certain cells and the results of champion's and patient's games on the same boards, so it
is the same on every platform. It changes only if the behaviour changes.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from sapper.analysis import analyse
from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.core_games import play_games
from sapper.games.game import Game

__all__ = [
    "SEED",
    "EngineBench",
    "Exact",
    "NativeCore",
    "bench_engine",
]

SEED: Final = 20261115
"""The seed of all games behind the signature."""
_BOARDS = {"9x9/10": 20, "16x16/40": 20, "16x30/99": 40, "torus-12x12/30": 10, "hex-14x14/30": 10}


@dataclass(frozen=True)
class EngineBench:
    """The work done, its time, and the signature."""

    signature: str
    positions: int
    seconds: float

    @property
    def positions_per_second(self) -> float:
        """Analysed positions per second, chances included."""
        return self.positions / self.seconds


class Exact(NamedTuple):
    """What does not depend on rounding: the number of layouts and the certain cells, in order."""

    ways: int
    safe: list[Cell]
    mines: list[Cell]


class NativeCore:
    """The core that this package uses; other builds must give the same signature."""

    def analyse(self, position: Position) -> Callable[[], Exact]:
        """Analyse a position; return what gives the exact part, which is not timed."""
        found = analyse(position)
        _ = found.chances
        return lambda: Exact(found.ways, sorted(found.safe), sorted(found.mines))

    def play(self, spec: BoardSpec, games: int, player: str) -> list[list[int]]:
        """Return won, steps and last cell of every game; another move almost surely changes one."""
        table = play_games(spec, StartRule.SAFE, (0, 0), SEED, 0, games, player)
        return [list(map(int, c)) for c in (table.won, table.steps, table.last)]


def bench_engine(
    report: Callable[[int, int], None] = lambda _done, _all: None,
    core: NativeCore | None = None,
) -> EngineBench:
    """Return the engine's signature and speed; call `report` with (games done, games in all)."""
    core = core or NativeCore()
    digest = hashlib.sha256()
    count, seconds, done = 0, 0.0, 0
    for board, games in _BOARDS.items():
        spec = BoardSpec.parse(board)
        for number in range(games):
            for position in _positions(spec, number):
                began = time.perf_counter()
                analysed = core.analyse(position)
                seconds += time.perf_counter() - began
                count, exact = count + 1, analysed()
                digest.update(f"{position} {exact.ways} {exact.safe} {exact.mines}".encode())
            done += 1
            report(done, sum(_BOARDS.values()))
        for player in ("champion", "patient"):
            digest.update(repr(core.play(spec, games, player)).encode())
    return EngineBench(digest.hexdigest()[:12], count, seconds)


def _positions(spec: BoardSpec, number: int) -> Iterator[Position]:
    """Yield the positions of one game."""
    game = Game(spec, StartRule.SAFE, seed=SEED, game=number)
    game.open((0, 0))
    while not game.is_over:
        yield game.position
        certain = analyse(game.position).safe
        for cell in sorted(certain) or [_first_safe(game)]:
            if game.position.is_covered(cell):
                game.open(cell)


def _first_safe(game: Game) -> Cell:
    layout = game.layout
    assert layout is not None
    return next(c for c in game.position.covered() if not layout[game.geometry.index(c)])
