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

from sapper import _core
from sapper.analysis.budget import Budget, budget_errors
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.players.engine.choice import Setting
from sapper.players.engine.engine import Engine
from sapper.players.engine.intervals import share_error
from sapper.proofs.allowance import Allowance

__all__ = ["Basis", "Estimate", "Question", "Value", "Valuer", "Watch"]

Basis = Literal["exact", "estimated", "carried", "outcome"]
Watch = Callable[[int, int], None]
"""Is told how many batches are done, and of how many."""

_FEWEST_BATCHES = 8
_LARGEST_BATCH = 100  # games: a few tens of milliseconds, after which the budget is looked at
_T_95 = 2.365  # Student's t for 95 % and 7 degrees of freedom, the fewest there are
_MOST_ASKED = 300  # cells of which the numbers are asked for, per exact value
_SAFE, _MINE = 2, 3  # verdicts of the core, native/sapper/count/solve.hpp
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


class Question(NamedTuple):
    """How good is it to open these cells at once, and then to play on? No cells: best play."""

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
    """Answers questions about one board."""

    def __init__(
        self, geometry: Geometry, mines: int, setting: Setting, seed: int, allowance: Allowance
    ) -> None:
        self._geometry, self._graph = geometry, geometry.native
        self._around = geometry.neighbour_lists
        self._mines = mines
        self._seed = seed
        self._allowance = allowance
        self._searcher, self._player = Engine("champion"), Engine(setting)

    def exact(self, question: Question) -> Value | None:
        """Return the exact chance of best play, or None where the search does not reach."""
        layouts = self._searched(question.faces)
        if layouts is None:
            return None
        leaves = self._leaves(question.faces, question.cells)
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
            verdicts = self._verdicts(seen)
            if not left:
                left = tuple(i for i, verdict in enumerate(verdicts) if verdict & 3 == _SAFE)
            if not left:
                found.append(seen)
            for place, cell in enumerate(left):
                asked += 1
                if asked > _MOST_ASKED:
                    return None
                shown = self._shown(seen, cell, verdicts[cell])
                if len(shown) == 1:
                    seen = shown[0]
                if len(shown) != 1 or place == len(left) - 1:
                    to_do += [(each, left[place + 1 :]) for each in shown]
                    break
        return found

    def _verdicts(self, faces: bytes) -> bytes:
        with budget_errors():
            return _core.solve(
                self._graph, faces, self._mines, 0.0, False, *self._allowance.limits
            ).verdicts

    def _shown(self, faces: bytes, cell: int, verdict: int) -> list[bytes]:
        """Return the position after each number that the cell may show."""
        if verdict & 3 == _MINE:
            return []
        with budget_errors():
            chances = _core.numbers(
                self._graph, faces, self._mines, 0.0, False, cell, *self._allowance.limits
            )
        return [
            faces[:cell] + bytes([number]) + faces[cell + 1 :]
            for number, chance in enumerate(chances)
            if chance > 0
        ]

    def estimates(
        self, questions: Iterable[Question], games: int, watch: Watch | None = None
    ) -> Mapping[Question, Estimate]:
        """Return an estimate per question; none where no layout can be drawn."""
        asked = list(dict.fromkeys(questions))
        batches = max(_FEWEST_BATCHES, -(-games // _LARGEST_BATCH))
        size = -(-games // batches)
        tasks = [(question, size, batch) for question in asked for batch in range(batches)]
        results: list[tuple[int, int]] = []
        workers = min(_MOST_WORKERS, os.cpu_count() or 1)
        pool = ThreadPoolExecutor(workers)
        try:
            for result in pool.map(lambda task: self._batch(*task), tasks):
                _ = self._allowance.limits  # raises when the time is spent
                results.append(result)
                if watch is not None:
                    watch(len(results), len(tasks))
        finally:
            pool.shutdown(cancel_futures=True)
        parts = [results[i : i + batches] for i in range(0, len(results), batches)]
        return {
            question: Estimate(*zip(*part, strict=True))
            for question, part in zip(asked, parts, strict=True)
            if all(played for played, _ in part)
        }

    def _batch(self, question: Question, games: int, batch: int) -> tuple[int, int]:
        faces, cells = question
        seed = (self._seed * _SEEDS_APART + batch) % 2**64
        if len(cells) > 1:
            return self._many(faces, cells, games, seed)
        return self._played_on(faces, cells[0] if cells else -1, games, seed)

    def _many(self, faces: bytes, cells: tuple[int, ...], games: int, seed: int) -> tuple[int, int]:
        """Open several cells at once in drawn layouts; play one game on from what they show."""
        with budget_errors():
            layouts = _core.sample(self._graph, faces, self._mines, games, seed)
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
