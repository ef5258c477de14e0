"""Analyse many positions at once, on all processors.

The core solves the boards on its own threads, without the GIL. A board that no layout fits, or that
exceeds the budget, has its own outcome and does not affect the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from sapper import _core
from sapper.analysis.batch_input import Boards, BoardStack, MineCounts, error_at, read_boards
from sapper.analysis.budget import Budget, budget_of
from sapper.analysis.core_query import ANY_DENSITY, check_prior
from sapper.board.cell import Cell, cells_at
from sapper.board.geometry import Geometry
from sapper.board.notebook_value import shorten
from sapper.board.number_checks import whole_number
from sapper.board.position import Position
from sapper.errors import InputError
from sapper.nouns import count_noun
from sapper.processors import available_processors

__all__ = ["AnalysisBatch", "BatchBoard", "Outcome", "Verdict", "analyse_many"]

Chances = npt.NDArray[np.float64]
Verdicts = npt.NDArray[np.uint8]
Outcomes = npt.NDArray[np.uint8]

_MOST_WORKERS = 1024


class Verdict(IntEnum):
    """What is certain about a cell."""

    NOT_COVERED = 0
    UNDECIDED = 1
    SAFE = 2
    MINE = 3


class Outcome(StrEnum):
    """What became of one board of a batch; only a possible one has chances."""

    POSSIBLE = "possible"
    CONTRADICTION = "contradiction"
    OUT_OF_BUDGET = "out-of-budget"


_OUTCOMES = tuple(Outcome)  # in the order of native/sapper/count/batch.hpp


@dataclass(frozen=True)
class BatchBoard:
    """One board of a batch.

    Without an answer all chances are nan and no cell is decided; `analyse(position)` raises the
    reason.
    """

    position: Position
    outcome: Outcome
    chances: Chances
    verdicts: Verdicts

    @property
    def safe(self) -> tuple[Cell, ...]:
        """The cells that are certainly safe."""
        return self._cells_of(Verdict.SAFE)

    @property
    def mines(self) -> tuple[Cell, ...]:
        """The cells that are certainly mines."""
        return self._cells_of(Verdict.MINE)

    def _cells_of(self, verdict: Verdict) -> tuple[Cell, ...]:
        return cells_at(np.flatnonzero(self.verdicts == verdict).tolist(), self.position.columns)

    def __repr__(self) -> str:
        return f"<BatchBoard {shorten(str(self.position), 120)}: {self.outcome}>"


def analyse_many(
    positions: Boards,
    *,
    mines: MineCounts = None,
    geometry: Geometry | None = None,
    trust_flags: bool = False,
    density: float | Fraction | None = None,
    budget: Budget | None = None,
    workers: int | None = None,
) -> AnalysisBatch:
    """Return the chances and certain cells of many boards: the same numbers as `analyse`.

    `positions` are positions, texts or matrices, or one integer array, boards x rows x columns;
    `mines` (one count, or one per board) and `geometry` say what these leave open. Boards whose
    mine count is unknown need a `density`. The states of the budget limit each board, its
    milliseconds all together; `workers` is the number of threads (default: all processors).

    A board that no layout fits does not raise: see `AnalysisBatch.outcomes`.
    Raise `InputError`, naming the board that cannot be read.
    """
    boards = read_boards(positions, mines, geometry)
    counts = boards.mines if isinstance(boards, BoardStack) else tuple(p.mines for p in boards)
    _check_priors(counts, density)
    prior = ANY_DENSITY if density is None else float(density)
    limits = *budget_of(budget).limits, _worker_count(workers)
    return AnalysisBatch(boards, *_solve(boards, counts, prior, bool(trust_flags), *limits))


class AnalysisBatch:
    """The answers to a batch, in the order in which the boards were given; made by `analyse_many`.

    >>> batch = analyse_many(["1x3/1:_1_", "1x3/1:_2_"])
    >>> batch.outcomes
    (<Outcome.POSSIBLE: 'possible'>, <Outcome.CONTRADICTION: 'contradiction'>)
    """

    document_as = ("positions", "outcomes", "chances", "verdicts")

    def __init__(
        self,
        boards: BoardStack | tuple[Position, ...],
        chances: Chances,
        verdicts: Verdicts,
        outcomes: Outcomes,
    ) -> None:
        self._boards = boards
        for values in (chances, verdicts):
            values.setflags(write=False)
        self._chances, self._verdicts, self._outcomes = chances, verdicts, outcomes

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The boards as they were read."""
        return self._boards.positions() if isinstance(self._boards, BoardStack) else self._boards

    @cached_property
    def chances(self) -> Any:
        """The chance of a mine in every covered cell; nan elsewhere and without an answer.

        One read-only array, boards x rows x columns, if all boards have the same size; otherwise a
        tuple of arrays. In both, `chances[i]` is that of board i, rows x columns.
        """
        return self._by_board(self._chances)

    @cached_property
    def verdicts(self) -> Any:
        """A `Verdict` for every cell, arranged as `chances`."""
        return self._by_board(self._verdicts)

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What became of every board."""
        return tuple(_OUTCOMES[number] for number in self._outcomes.tolist())

    @property
    def is_possible(self) -> npt.NDArray[np.bool_]:
        """Which boards have an answer, as a mask."""
        return np.equal(self._outcomes, _OUTCOMES.index(Outcome.POSSIBLE))

    def numbers_of(self, outcome: Outcome) -> tuple[int, ...]:
        """Return the numbers of the boards with this outcome."""
        return tuple(np.flatnonzero(self._outcomes == _OUTCOMES.index(outcome)).tolist())

    def __len__(self) -> int:
        return len(self._outcomes)

    def __getitem__(self, number: int) -> BatchBoard:
        i = range(len(self))[number]  # negative numbers count from the end
        return BatchBoard(self.positions[i], self.outcomes[i], self.chances[i], self.verdicts[i])

    def __iter__(self) -> Iterator[BatchBoard]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        names = {Outcome.CONTRADICTION: "contradictory", Outcome.OUT_OF_BUDGET: "out of budget"}
        counts = {name: len(self.numbers_of(outcome)) for outcome, name in names.items()}
        lacking = [f"{count} {name}" for name, count in counts.items() if count]
        return f"<AnalysisBatch of {', '.join([count_noun(len(self), 'board'), *lacking])}>"

    def _by_board(self, flat: npt.NDArray[Any]) -> Any:
        if isinstance(self._boards, BoardStack):
            geometry = self._boards.geometry
            return flat.reshape(len(self), geometry.rows, geometry.columns)
        sizes = [(position.rows, position.columns) for position in self.positions]
        if len(set(sizes)) <= 1:
            return flat.reshape(len(sizes), *(sizes[0] if sizes else (0, 0)))
        ends = list(accumulate(rows * columns for rows, columns in sizes))
        parts = np.split(flat, ends[:-1])
        return tuple(part.reshape(size) for part, size in zip(parts, sizes, strict=True))


def _solve(
    boards: BoardStack | tuple[Position, ...], counts: tuple[int | None, ...], *options: Any
) -> tuple[Chances, Verdicts, Outcomes]:
    """Return all boards' chances and verdicts, one after another, and an outcome per board."""
    mines = [-1 if count is None else count for count in counts]
    if isinstance(boards, BoardStack):
        return _core.solve_stack(boards.geometry.native, boards.faces, mines, *options)
    graphs = tuple([position.geometry.native for position in boards])
    faces = tuple([position.faces for position in boards])
    return _core.solve_many(graphs, faces, tuple(mines), *options)


def _check_priors(counts: tuple[int | None, ...], density: float | Fraction | None) -> None:
    """Check the density against the boards without a mine count; others do not use it."""
    if None not in counts and (density is None or not counts):
        return
    number = counts.index(None) if None in counts else 0
    try:
        check_prior(counts[number], density)
    except InputError as error:
        raise error_at(number, error) from None


def _worker_count(workers: int | None) -> int:
    if workers is None:
        return min(_MOST_WORKERS, available_processors())
    return whole_number(workers, 1, _MOST_WORKERS, f"1 to {_MOST_WORKERS} workers")
