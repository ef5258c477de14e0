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
from typing import TypedDict

from sapper.analysis import Analysis, analyse
from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.game import Game
from sapper.games.native import play_games

__all__ = ["EngineBench", "EngineBenchDocument", "bench_engine"]

_SEED = 20261115
_BOARDS = {"9x9/10": 20, "16x16/40": 20, "16x30/99": 40, "torus-12x12/30": 10, "hex-14x14/30": 10}


class EngineBenchDocument(TypedDict):
    """The engine's signature, and its speed on fixed positions."""

    signature: str
    positions: int
    seconds: float


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

    def to_dict(self) -> EngineBenchDocument:
        """Return plain data for JSON."""
        return EngineBenchDocument(
            signature=self.signature, positions=self.positions, seconds=self.seconds
        )


def bench_engine(report: Callable[[int, int], None] = lambda _done, _all: None) -> EngineBench:
    """Return the engine's signature and speed; call `report` with (games done, games in all)."""
    digest = hashlib.sha256()
    count, seconds, done = 0, 0.0, 0
    for board, games in _BOARDS.items():
        for number in range(games):
            for position in _positions(BoardSpec.parse(board), number):
                began = time.perf_counter()
                analysis = analyse(position)
                _ = analysis.chances
                seconds += time.perf_counter() - began
                count += 1
                digest.update(_exact_answer(analysis))
            done += 1
            report(done, sum(_BOARDS.values()))
        for player in ("champion", "patient"):
            digest.update(_games(BoardSpec.parse(board), games, player))
    return EngineBench(digest.hexdigest()[:12], count, seconds)


def _positions(spec: BoardSpec, number: int) -> Iterator[Position]:
    """Yield the positions of one game."""
    game = Game(spec, StartRule.SAFE, seed=_SEED, game=number)
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


def _exact_answer(analysis: Analysis) -> bytes:
    exact = f"{analysis.position} {analysis.ways} {sorted(analysis.safe)} {sorted(analysis.mines)}"
    return exact.encode()


def _games(spec: BoardSpec, games: int, player: str) -> bytes:
    """Return the results of a player's games; a different move almost surely changes one."""
    table = play_games(spec, StartRule.SAFE, (0, 0), _SEED, 0, games, player)
    return repr([list(map(int, c)) for c in (table.won, table.steps, table.last)]).encode()
