"""The winning chance of a position, and of opening given cells in it.

Exact where the rest of the game can be searched. Elsewhere it is estimated: layouts that fit are
sampled and played to the end. All cells of one position are tried on the same layouts, so that
their difference is estimated more precisely. Threads play the layouts in batches; the spread
between batches gives the interval of a difference. The number of threads does not change the
result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from typing import Literal, NamedTuple

from sapper import _core
from sapper.analysis.budget import Allowance, Budget
from sapper.analysis.core_query import CoreQuery
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.players.engine.choice import NativePlayerName
from sapper.players.engine.engine import Engine
from sapper.players.engine.intervals import win_bounds
from sapper.processors import available_processors

__all__ = ["Basis", "Evaluator", "Query", "SampledWins", "Value", "Watch"]

Basis = Literal["exact", "estimated", "carried", "outcome"]
Watch = Callable[[int, int], None]
"""Called with the number of finished batches and of all batches."""

_FEWEST_BATCHES = 8
_LARGEST_BATCH = 100  # games; takes some tens of milliseconds, then the budget is checked
_T_95 = 2.365  # Student's t for 95 % and 7 degrees of freedom (8 batches)
_MOST_OPENED = 300  # cells to compute the possible numbers of, per exact value
_MOST_WORKERS = 4
_MOST_WAITING = 256  # tasks
_Task = tuple["Query", int, int]
_SEEDS_APART = 1_000_003  # so that batches of neighbouring seeds sample different layouts


@dataclass(frozen=True, slots=True)
class Value:
    """A winning chance and where it comes from.

    `exact`: the chance of best play, by search. `estimated`: the share of wins in `games` sampled
    layouts. `carried`: not measured here, copied from the nearest move where it was. `outcome`: the
    game is over. `low` and `high` are the 95 % interval, of width 0 if the chance is exact.
    """

    chance: float
    basis: Basis
    games: int
    low: float
    high: float

    @classmethod
    def known(cls, chance: float, basis: Basis = "exact") -> Value:
        """Return a chance that is exact."""
        return cls(chance, basis, 0, chance, chance)

    @property
    def is_exact(self) -> bool:
        """Whether the chance is exact."""
        return self.basis in ("exact", "outcome")


class Query(NamedTuple):
    """What is the chance to win after opening these cells at once? Without cells: by best play."""

    faces: bytes
    cells: tuple[int, ...] = ()


class SampledWins(NamedTuple):
    """Games played and won in every batch."""

    games: tuple[int, ...]
    wins: tuple[int, ...]

    @property
    def value(self) -> Value:
        """The share of wins; its interval has a width even if all games end the same way."""
        games, wins = sum(self.games), sum(self.wins)
        return Value(wins / games, "estimated", games, *win_bounds(wins, games))

    def difference_bounds(self, other: SampledWins) -> tuple[float, float]:
        """Return the 95 % interval of the difference from an estimate on the same layouts."""
        pairs = zip(self.games, self.wins, other.wins, strict=True)
        shares = [(one - two) / games for games, one, two in pairs]
        mean = sum(shares) / len(shares)
        spread = sqrt(sum((share - mean) ** 2 for share in shares) / (len(shares) - 1))
        error = max(_T_95 * spread / sqrt(len(shares)), 2 / sum(self.games))
        return mean - error, mean + error


class Evaluator:
    """Computes or estimates winning chances on one board."""

    def __init__(
        self,
        geometry: Geometry,
        mines: int,
        player: NativePlayerName,
        seed: int,
        allowance: Allowance,
    ) -> None:
        self._geometry, self._graph = geometry, geometry.native
        self._around = geometry.neighbour_lists
        self._mines = mines
        self._seed = seed
        self._allowance = allowance
        self._searcher, self._player = Engine("champion"), Engine(player)

    def exact(self, query: Query) -> Value | None:
        """Return the exact winning chance, or None if the search would take too long."""
        layouts = self._search(query.faces)
        if layouts is None:
            return None
        leaves = self._leaves(query.faces, query.cells)
        if leaves is None:
            return None
        wins = [self._search(faces) for faces in leaves]
        if None in wins:
            return None
        return Value.known(sum(found.wins for found in filter(None, wins)) / layouts.layouts)

    def _search(self, faces: bytes) -> _core.Wins | None:
        """Return wins and layouts; the wins are exact if no certain cell is left to open."""
        states, milliseconds = self._allowance.limits
        return self._searcher.exact_wins(
            self._position(faces), Budget(states, milliseconds or None)
        )

    def _position(self, faces: bytes) -> Position:
        return Position(self._geometry, self._mines, faces)

    def _leaves(self, faces: bytes, cells: Sequence[int]) -> list[bytes] | None:
        """Return every position after opening the cells and all certain ones; None if too many."""
        leaves, stack, opened = [], [(faces, tuple(cells))], 0
        while stack:
            seen, left = stack.pop()
            answer = CoreQuery(self._graph, seen, self._mines).solve(self._allowance)
            if not left:
                left = tuple(answer.safe)
            if not left:
                leaves.append(seen)
            for place, cell in enumerate(left):
                opened += 1
                if opened > _MOST_OPENED:
                    return None
                after = [] if answer.is_mine(cell) else self._positions_after(seen, cell)
                if len(after) == 1:
                    seen = after[0]
                if len(after) != 1 or place == len(left) - 1:
                    stack += [(each, left[place + 1 :]) for each in after]
                    break
        return leaves

    def _positions_after(self, faces: bytes, cell: int) -> list[bytes]:
        """Return the position after each number that the cell can show."""
        chances = CoreQuery(self._graph, faces, self._mines).numbers(cell, self._allowance)
        return [
            faces[:cell] + bytes([number]) + faces[cell + 1 :]
            for number, chance in enumerate(chances)
            if chance > 0
        ]

    def estimates(
        self, queries: Iterable[Query], games: int, watch: Watch | None = None
    ) -> Mapping[Query, SampledWins]:
        """Return an estimate per query, except where no layout can be sampled."""
        distinct = list(dict.fromkeys(queries))
        batches = max(_FEWEST_BATCHES, -(-games // _LARGEST_BATCH))
        size = -(-games // batches)
        tasks = [(query, size, batch) for query in distinct for batch in range(batches)]
        results: list[tuple[int, int]] = []
        workers = min(_MOST_WORKERS, available_processors())
        pool = ThreadPoolExecutor(workers)
        try:
            for result in _map(pool, lambda task: self._play_batch(*task), tasks):
                self._allowance.check()
                results.append(result)
                if watch is not None:
                    watch(len(results), len(tasks))
        finally:
            pool.shutdown(cancel_futures=True)
        parts = [results[i : i + batches] for i in range(0, len(results), batches)]
        return {
            query: SampledWins(*zip(*part, strict=True))
            for query, part in zip(distinct, parts, strict=True)
            if all(played for played, _ in part)
        }

    def _play_batch(self, query: Query, games: int, batch: int) -> tuple[int, int]:
        faces, cells = query
        seed = (self._seed * _SEEDS_APART + batch) % 2**64
        if len(cells) > 1:
            return self._open_several(faces, cells, games, seed)
        return self._roll_out(faces, cells[0] if cells else -1, games, seed)

    def _open_several(
        self, faces: bytes, cells: tuple[int, ...], games: int, seed: int
    ) -> tuple[int, int]:
        """Open several cells at once in sampled layouts; play one game from each result."""
        layouts = CoreQuery(self._graph, faces, self._mines).sample(games, seed)
        wins = 0
        for number, layout in enumerate(layouts):
            if any(layout[cell] for cell in cells):
                continue
            shown = bytearray(faces)
            for cell in cells:
                shown[cell] = sum(layout[i] for i in self._around[cell])
            wins += self._roll_out(bytes(shown), -1, 1, seed ^ number << 32)[1]
        return len(layouts), wins

    def _roll_out(self, faces: bytes, first: int, games: int, seed: int) -> tuple[int, int]:
        return self._player.roll_out(self._position(faces), games, seed=seed, first=first)


def _map(
    pool: ThreadPoolExecutor, play: Callable[[_Task], tuple[int, int]], tasks: Sequence[_Task]
) -> Iterator[tuple[int, int]]:
    """Yield the results in order; one after another where no thread can start, as in a browser.

    Only some tasks wait at a time: to queue millions takes longer than a budget may allow.
    """
    for start in range(0, len(tasks), _MOST_WAITING):
        part = tasks[start : start + _MOST_WAITING]
        try:
            results: Iterable[tuple[int, int]] = pool.map(play, part)
        except RuntimeError:
            results = map(play, part)
        yield from results
