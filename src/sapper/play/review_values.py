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
from sapper.analysis.budget import budget_errors
from sapper.board.geometry import Geometry
from sapper.explain.allowance import Allowance
from sapper.strategies.advice import Setting

__all__ = ["Basis", "Estimate", "Question", "Value", "Valuer", "Watch"]

Basis = Literal["exact", "estimated", "carried", "outcome"]
Watch = Callable[[int, int], None]
"""Is told how many batches are done, and of how many."""

_BATCHES = 8
_T_95 = 2.365  # Student's t for 95 % and 7 degrees of freedom
_MOST_LEAVES = 2000  # exact questions per exact value of a move
_MOST_WORKERS = 4


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
        smoothed = (wins + 2) / (games + 4)
        error = 1.96 * sqrt(smoothed * (1 - smoothed) / (games + 4))
        return Value(wins / games, "estimated", games, error)

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
        self._graph = geometry.native
        self._around = geometry.neighbour_lists
        self._mines = mines
        self._setting = setting
        self._seed = seed
        self._allowance = allowance
        self._adviser = _core.Adviser("champion")

    def exact(self, question: Question) -> Value | None:
        """Return the exact chance of best play, or None where the search does not reach."""
        all_wins = self._exact_wins(question.faces)
        if all_wins is None or not question.cells:
            return None if all_wins is None else Value(all_wins[0] / all_wins[1], "exact")
        leaves = self._leaves(question.faces, question.cells)
        if leaves is None:
            return None
        wins = [self._exact_wins(faces) for faces in leaves]
        if None in wins:
            return None
        return Value(sum(won for won, _ in filter(None, wins)) / all_wins[1], "exact")

    def _exact_wins(self, faces: bytes) -> tuple[int, int] | None:
        with budget_errors():
            return self._adviser.exact_wins(
                self._graph, faces, self._mines, *self._allowance.limits
            )

    def _leaves(self, faces: bytes, cells: Sequence[int]) -> list[bytes] | None:
        """Return all that the cells may show when none is a mine; None if it is too much."""
        found = [faces]
        for cell in cells:
            found = [
                position[:cell] + bytes([number]) + position[cell + 1 :]
                for position in found
                for number in range(len(self._around[cell]) + 1)
                if self._is_possible(position, cell, number)
            ]
            if len(found) > _MOST_LEAVES:
                return None
        return found

    def _is_possible(self, faces: bytes, cell: int, number: int) -> bool:
        shown = faces[:cell] + bytes([number]) + faces[cell + 1 :]
        with budget_errors():
            answer = _core.solve(
                self._graph, shown, self._mines, 0.0, False, *self._allowance.limits
            )
        return answer.outcome is _core.Outcome.POSSIBLE

    def estimates(
        self, questions: Iterable[Question], games: int, watch: Watch | None = None
    ) -> Mapping[Question, Estimate]:
        """Return an estimate per question; none where no layout can be drawn."""
        asked = list(dict.fromkeys(questions))
        size = -(-games // _BATCHES)
        tasks = [(question, size, batch) for question in asked for batch in range(_BATCHES)]
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
        parts = [results[i : i + _BATCHES] for i in range(0, len(results), _BATCHES)]
        return {
            question: Estimate(*zip(*part, strict=True))
            for question, part in zip(asked, parts, strict=True)
            if all(played for played, _ in part)
        }

    def _batch(self, question: Question, games: int, batch: int) -> tuple[int, int]:
        faces, cells = question
        seed = (self._seed * _BATCHES + batch) % 2**64
        if len(cells) > 1:
            return self._many(faces, cells, games, seed)
        first = cells[0] if cells else -1
        return _core.roll_out(self._graph, faces, self._mines, first, games, seed, self._setting)

    def _many(self, faces: bytes, cells: tuple[int, ...], games: int, seed: int) -> tuple[int, int]:
        """Open several cells at once in drawn layouts; play one game on from what they show."""
        layouts = _core.sample(self._graph, faces, self._mines, games, seed)
        wins = 0
        for number, layout in enumerate(layouts):
            if any(layout[cell] for cell in cells):
                continue
            shown = bytearray(faces)
            for cell in cells:
                shown[cell] = sum(layout[i] for i in self._around[cell])
            wins += _core.roll_out(
                self._graph, bytes(shown), self._mines, -1, 1, seed ^ number << 32, self._setting
            )[1]
        return len(layouts), wins
