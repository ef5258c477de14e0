"""The winning chance of a position, and of a cell in it, for the review.

Exact where the rest of the game can be searched. Elsewhere layouts that fit are drawn and played
on; two cells of one position meet the same layouts, so that they differ by their merits and little
else. The layouts come in batches, which run in threads and whose spread tells how sure a difference
is; the answer does not depend on the number of threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from typing import Literal, NamedTuple

import numpy as np

from sapper import _core
from sapper.analysis.budget import Allowance, Budget
from sapper.analysis.question import Question
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.players.engine.choice import Setting
from sapper.players.engine.engine import Engine
from sapper.players.engine.intervals import share_error

__all__ = ["Basis", "Estimate", "Trial", "Value", "Valuer", "Watch"]

Basis = Literal["exact", "estimated", "carried", "outcome"]
Watch = Callable[[int, int], None]
"""Is told how many batches are done, and of how many."""

_FEWEST_BATCHES = 8
_LARGEST_BATCH = 100  # games: a few tens of milliseconds, after which the budget is looked at
_T_95 = 2.365  # Student's t for 95 % and 7 degrees of freedom, the fewest there are
_MOST_ASKED = 300  # cells of which the numbers are asked for, per exact value
_MOST_WORKERS = 4
_SEEDS_APART = 1_000_003  # batches of neighbouring seeds draw other layouts


@dataclass(frozen=True, slots=True)
class Value:
    """A winning chance and where it comes from.

    `exact`: best play, by search. `estimated`: the share of `games` drawn layouts that were won;
    `error` is half the width of its 95 % interval. `carried`: not measured here, taken over from
    the nearest move where it was. `outcome`: the game is over.
    """

    chance: float
    basis: Basis
    games: int = 0
    error: float = 0.0

    @property
    def is_exact(self) -> bool:
        """Whether nothing is estimated."""
        return self.basis in ("exact", "outcome")


class Trial(NamedTuple):
    """Open these cells at once, then play on: how good is that? No cells: best play."""

    faces: bytes
    cells: tuple[int, ...] = ()


class Estimate(NamedTuple):
    """Games and wins of every batch."""

    games: tuple[int, ...]
    wins: tuple[int, ...]

    @property
    def value(self) -> Value:
        """The share of wins, with an interval that is not zero even when all games go alike."""
        games, wins = sum(self.games), sum(self.wins)
        return Value(wins / games, "estimated", games, share_error(wins, games))

    def difference_error(self, other: Estimate) -> float:
        """Return half the 95 % interval of the difference to an estimate on the same layouts."""
        pairs = zip(self.games, self.wins, other.wins, strict=True)
        shares = [(one - two) / games for games, one, two in pairs]
        mean = sum(shares) / len(shares)
        spread = sqrt(sum((share - mean) ** 2 for share in shares) / (len(shares) - 1))
        return max(_T_95 * spread / sqrt(len(shares)), 2 / sum(self.games))


class Valuer:
    """Values the trials of one board."""

    def __init__(
        self, geometry: Geometry, mines: int, setting: Setting, seed: int, allowance: Allowance
    ) -> None:
        self._geometry, self._graph = geometry, geometry.native
        self._around = geometry.neighbour_lists
        self._mines = mines
        self._seed = seed
        self._allowance = allowance
        self._searcher, self._player = Engine("champion"), Engine(setting)

    def exact(self, trial: Trial) -> Value | None:
        """Return the exact chance of best play, or None where the search does not reach."""
        layouts = self._searched(trial.faces)
        if layouts is None:
            return None
        leaves = self._leaves(trial.faces, trial.cells)
        if leaves is None:
            return None
        wins = [self._searched(faces) for faces in leaves]
        if None in wins:
            return None
        return Value(sum(found.wins for found in filter(None, wins)) / layouts.layouts, "exact")

    def _searched(self, faces: bytes) -> _core.Wins | None:
        """Return wins and layouts; the wins are right where no certain cell is left to open."""
        states, milliseconds = self._allowance.limits
        return self._searcher.exact_wins(
            self._position(faces), Budget(states, milliseconds or None)
        )

    def _position(self, faces: bytes) -> Position:
        return Position(self._geometry, self._mines, faces)

    def _leaves(self, faces: bytes, cells: Sequence[int]) -> list[bytes] | None:
        """Return all that the cells may show, and then the certain ones; None if it is much."""
        found, to_do, asked = [], [(faces, tuple(cells))], 0
        while to_do:
            seen, left = to_do.pop()
            answer = Question(self._graph, seen, self._mines).solve(self._allowance)
            if not left:
                left = tuple(np.flatnonzero(answer.safe).tolist())
            if not left:
                found.append(seen)
            for place, cell in enumerate(left):
                asked += 1
                if asked > _MOST_ASKED:
                    return None
                shown = [] if answer.is_mine(cell) else self._shown(seen, cell)
                if len(shown) == 1:
                    seen = shown[0]
                if len(shown) != 1 or place == len(left) - 1:
                    to_do += [(each, left[place + 1 :]) for each in shown]
                    break
        return found

    def _shown(self, faces: bytes, cell: int) -> list[bytes]:
        """Return the position after each number that the cell may show."""
        chances = Question(self._graph, faces, self._mines).numbers(cell, self._allowance)
        return [
            faces[:cell] + bytes([number]) + faces[cell + 1 :]
            for number, chance in enumerate(chances)
            if chance > 0
        ]

    def estimates(
        self, trials: Iterable[Trial], games: int, watch: Watch | None = None
    ) -> Mapping[Trial, Estimate]:
        """Return an estimate per trial; none where no layout can be drawn."""
        asked = list(dict.fromkeys(trials))
        batches = max(_FEWEST_BATCHES, -(-games // _LARGEST_BATCH))
        size = -(-games // batches)
        tasks = [(trial, size, batch) for trial in asked for batch in range(batches)]
        results: list[tuple[int, int]] = []
        workers = min(_MOST_WORKERS, os.cpu_count() or 1)
        pool = ThreadPoolExecutor(workers)
        try:
            for result in pool.map(lambda task: self._batch(*task), tasks):
                self._allowance.check()
                results.append(result)
                if watch is not None:
                    watch(len(results), len(tasks))
        finally:
            pool.shutdown(cancel_futures=True)
        parts = [results[i : i + batches] for i in range(0, len(results), batches)]
        return {
            trial: Estimate(*zip(*part, strict=True))
            for trial, part in zip(asked, parts, strict=True)
            if all(played for played, _ in part)
        }

    def _batch(self, trial: Trial, games: int, batch: int) -> tuple[int, int]:
        faces, cells = trial
        seed = (self._seed * _SEEDS_APART + batch) % 2**64
        if len(cells) > 1:
            return self._many(faces, cells, games, seed)
        return self._played_on(faces, cells[0] if cells else -1, games, seed)

    def _many(self, faces: bytes, cells: tuple[int, ...], games: int, seed: int) -> tuple[int, int]:
        """Open several cells at once in drawn layouts; play one game on from what they show."""
        layouts = Question(self._graph, faces, self._mines).sample(games, seed)
        wins = 0
        for number, layout in enumerate(layouts):
            if any(layout[cell] for cell in cells):
                continue
            shown = bytearray(faces)
            for cell in cells:
                shown[cell] = sum(layout[i] for i in self._around[cell])
            wins += self._played_on(bytes(shown), -1, 1, seed ^ number << 32)[1]
        return len(layouts), wins

    def _played_on(self, faces: bytes, first: int, games: int, seed: int) -> tuple[int, int]:
        return self._player.roll_out(self._position(faces), games, seed=seed, first=first)
