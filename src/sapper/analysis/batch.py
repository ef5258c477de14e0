"""Analyse many positions at once, on all processors.

The core solves the boards on its own threads, without the GIL. A board that no layout fits, or that
exceeds the budget, has its own outcome and does not affect the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum, StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple, TypedDict, overload

import numpy as np
import numpy.typing as npt

from sapper.analysis.boards import (
    Boards,
    BoardStack,
    MineCounts,
    UnreadBoards,
    error_at,
    read_boards,
)
from sapper.analysis.budget import Budget, budget_of
from sapper.analysis.many_questions import solve_many
from sapper.analysis.question import Chances, Mask, check_prior, rows_of_chances
from sapper.board.cell import CellPair, pairs_at
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.board.seeds import whole_number
from sapper.board.shown import shorten
from sapper.errors import InputError
from sapper.processors import available_processors

__all__ = [
    "AnalysisBatch",
    "BatchBoard",
    "BatchBoardDocument",
    "BatchDocument",
    "Outcome",
    "Verdict",
    "analyse_many",
]

Verdicts = npt.NDArray[np.uint8]

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


class BatchBoardDocument(TypedDict):
    """One board of a batch; without an answer its chances are null and nothing is certain."""

    position: str
    outcome: str
    chances: list[list[float | None]]
    safe: list[CellPair]
    mines: list[CellPair]


class BatchDocument(TypedDict):
    """The boards of a batch, in the order in which they were given."""

    boards: list[BatchBoardDocument]


class BatchBoard(NamedTuple):
    """One board of a batch.

    Without an answer all chances are nan and no cell is decided; `analyse(position)` raises the
    reason.
    """

    position: Position
    outcome: Outcome
    chances: Chances
    verdicts: Verdicts

    def to_dict(self) -> BatchBoardDocument:
        """Return plain data for JSON."""
        return BatchBoardDocument(
            position=str(self.position),
            outcome=self.outcome.value,
            chances=rows_of_chances(self.chances),
            safe=_pairs(self.verdicts == Verdict.SAFE),
            mines=_pairs(self.verdicts == Verdict.MINE),
        )

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
    Raise `InputError`, naming the board, for what is no board.
    """
    boards = read_boards(positions, mines, geometry)
    _check_priors(boards, density)
    return AnalysisBatch(
        *solve_many(boards, bool(trust_flags), density, budget_of(budget), _worker_count(workers))
    )


class AnalysisBatch:
    """The answers to a batch, in the order in which the boards were given; made by `analyse_many`.

    >>> batch = analyse_many(["1x3/1:_1_", "1x3/1:_2_"])
    >>> batch.outcomes
    (<Outcome.POSSIBLE: 'possible'>, <Outcome.CONTRADICTION: 'contradiction'>)
    """

    def __init__(
        self,
        boards: BoardStack | tuple[Position, ...],
        chances: Chances,
        verdicts: Verdicts,
        outcomes: npt.NDArray[np.uint8],
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
    def is_possible(self) -> Mask:
        """Which boards have an answer, as a mask."""
        mask: Mask = self._outcomes == _OUTCOMES.index(Outcome.POSSIBLE)
        return mask

    @property
    def contradictions(self) -> tuple[int, ...]:
        """The numbers of the boards that no layout fits."""
        return self._numbers_of(Outcome.CONTRADICTION)

    @property
    def out_of_budget(self) -> tuple[int, ...]:
        """The numbers of the boards that were stopped by the budget, or not begun in its time."""
        return self._numbers_of(Outcome.OUT_OF_BUDGET)

    def to_dict(self) -> BatchDocument:
        """Return plain data for JSON."""
        return BatchDocument(boards=[board.to_dict() for board in self])

    def __len__(self) -> int:
        return len(self._outcomes)

    @overload
    def __getitem__(self, number: int) -> BatchBoard: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[BatchBoard, ...]: ...
    def __getitem__(self, number: int | slice) -> BatchBoard | tuple[BatchBoard, ...]:
        if isinstance(number, slice):
            return tuple(self[i] for i in range(*number.indices(len(self))))
        i = range(len(self))[number]  # negative numbers count from the end
        return BatchBoard(self.positions[i], self.outcomes[i], self.chances[i], self.verdicts[i])

    def __iter__(self) -> Iterator[BatchBoard]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        lacking = [
            f"{len(numbers)} {name}"
            for name, numbers in (
                ("contradictory", self.contradictions), ("out of budget", self.out_of_budget),
            )
            if numbers
        ]  # fmt: skip
        boards = "1 board" if len(self) == 1 else f"{len(self)} boards"
        return f"<AnalysisBatch of {', '.join([boards, *lacking])}>"

    def _numbers_of(self, outcome: Outcome) -> tuple[int, ...]:
        return tuple(np.flatnonzero(self._outcomes == _OUTCOMES.index(outcome)).tolist())

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


def _check_priors(
    boards: BoardStack | UnreadBoards | tuple[Position, ...], density: float | Fraction | None
) -> None:
    """Check the density against the boards without a mine count; others do not use it."""
    counts = tuple(board.mines for board in boards) if isinstance(boards, tuple) else boards.mines
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


def _pairs(mask: Mask) -> list[CellPair]:
    return pairs_at(np.flatnonzero(mask).tolist(), mask.shape[1])
