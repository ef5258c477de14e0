"""The layout problem: find the mines when all numbers are given.

Source: a paper of 2022 on brute force against backtracking (our copy names no author). Every cell
of the matrix is the number of mines among its *neighbours*, whether it is a mine itself or not.

- `brute-force`: every placement of the mines; each mine is subtracted from the numbers around
  it, and a placement is a solution when all numbers have come to zero. The paper bounds it by
  n * n!/(n-d)! because it places the mines one after another; here a set of cells is tried once.
- `backtracking`: a mine or none, cell by cell; backtrack when a number would become negative or can
  no longer be reached. Bounded by n * 2^n.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb, perm
from time import perf_counter
from typing import Literal, TypedDict

import numpy as np
import numpy.typing as npt

from sapper.board.cell import Cell, CellPair, pairs_of
from sapper.board.geometry import Geometry
from sapper.errors import BudgetExceeded, InputError
from sapper.players.papers.backtracking_search import OutOfNodes, Problem, Recorder, solutions

__all__ = [
    "BoundsDocument",
    "LayoutDocument",
    "LayoutMethod",
    "LayoutResult",
    "cost_bounds",
    "solve_layout",
]

LayoutMethod = Literal["brute-force", "backtracking"]
Numbers = Sequence[Sequence[int]] | npt.NDArray[np.integer]


class BoundsDocument(TypedDict):
    """The paper's bounds on the cost, in decimal digits."""

    brute_force: str
    backtracking: str


class LayoutDocument(TypedDict):
    """The layouts found, as lists of mines, and the cost; no bounds where there is no layout."""

    method: LayoutMethod
    rows: int
    columns: int
    solutions: list[list[CellPair]]
    is_complete: bool
    nodes: int
    milliseconds: float
    bounds: BoundsDocument | None


@dataclass(frozen=True)
class LayoutResult:
    """The layouts found, as sets of mines, and the cost.

    A node is one placement checked (brute force) or one assignment of one cell (backtracking).
    `is_complete` means that the search was exhaustive: there are no other solutions.
    """

    geometry: Geometry
    method: LayoutMethod
    solutions: tuple[frozenset[Cell], ...]
    nodes: int
    seconds: float
    is_complete: bool

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The paper's bounds on the cost of finding the first layout, see `cost_bounds`."""
        return cost_bounds(self.geometry.size, len(self.solutions[0])) if self.solutions else None

    def to_dict(self) -> LayoutDocument:
        """Return plain data for JSON."""
        bounds = None
        if self.bounds is not None:
            brute_force, backtracking = map(str, self.bounds)
            bounds = BoundsDocument(brute_force=brute_force, backtracking=backtracking)
        return LayoutDocument(
            method=self.method,
            rows=self.geometry.rows,
            columns=self.geometry.columns,
            solutions=[pairs_of(mines) for mines in self.solutions],
            is_complete=self.is_complete,
            nodes=self.nodes,
            milliseconds=round(1000 * self.seconds, 4),
            bounds=bounds,
        )


def solve_layout(
    numbers: Numbers,
    method: LayoutMethod = "backtracking",
    *,
    mines: int | None = None,
    most: int | None = None,
    budget: int = 2_000_000,
    geometry: Geometry | None = None,
) -> LayoutResult:
    """Return the layouts with these numbers; `most=1` stops at the first.

    `mines` is the number of mines, if known. The board is a grid unless `geometry` is given. Raise
    `BudgetExceeded` beyond the budget: brute force before it begins, backtracking when it
    gets there.
    """
    rows = _read_numbers(numbers)
    shape = geometry or Geometry.grid(len(rows), len(rows[0]))
    if (shape.rows, shape.columns) != (len(rows), len(rows[0])):
        raise InputError(f"expected {shape.rows}x{shape.columns} numbers for this geometry")
    flat = [number for row in rows for number in row]
    walk = {"brute-force": _brute_force, "backtracking": _backtracking}.get(method)
    if walk is None:
        raise InputError(f"expected brute-force or backtracking, got {method!r}")
    counter = _Counter()
    began = perf_counter()
    wanted = most if most is None else max(most, 0)
    found = tuple(islice(walk(flat, shape, mines, budget, counter), wanted))
    is_complete = most is None or len(found) < most
    seconds = perf_counter() - began
    layouts = tuple(frozenset(map(shape.cell, layout)) for layout in found)
    return LayoutResult(shape, method, layouts, counter.nodes, seconds, is_complete)


def cost_bounds(cells: int, mines: int) -> tuple[int, int]:
    """Return the paper's bounds: n * n!/(n-d)! for brute force, n * 2^n for backtracking."""
    return cells * perm(cells, mines), cells * 2**cells


class _Counter(Recorder):
    """Counts the nodes of a search."""

    def __init__(self) -> None:
        self.nodes = 0

    def record_try(self, depth: int, is_mine: bool, violated: int | None) -> None:  # noqa: ARG002
        self.nodes += 1


def _read_numbers(numbers: Numbers) -> list[list[int]]:
    rows = [[int(number) for number in row] for row in numbers]
    if not rows or not rows[0]:
        raise InputError("expected a matrix of numbers, got none")
    for r, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise InputError(f"expected {len(rows[0])} numbers in row {r}, got {len(row)}")
        if min(row) < 0:
            raise InputError(f"expected numbers from 0 on in row {r}, got {min(row)}")
    return rows


def _brute_force(
    numbers: list[int], shape: Geometry, mines: int | None, budget: int, counter: _Counter
) -> Iterator[tuple[int, ...]]:
    """Yield every placement that reduces all numbers to zero."""
    size, around = shape.size, shape.neighbour_lists
    counts = _possible_counts(numbers, around) if mines is None else [mines]
    placements = sum(comb(size, k) for k in counts)
    if placements > budget:
        raise BudgetExceeded(
            f"brute force has {placements} placements to check, the budget is {budget}: "
            "use backtracking or raise the budget",
            states=0,
            milliseconds=0.0,
        )
    for k in counts:
        for placement in combinations(range(size), k):
            counter.nodes += 1
            left = numbers.copy()
            for mine in placement:
                for index in around[mine]:
                    left[index] -= 1
            if not any(left):
                yield placement


def _possible_counts(numbers: list[int], around: tuple[tuple[int, ...], ...]) -> list[int]:
    """Return the mine counts that the sum allows: a mine adds one for each of its neighbours."""
    total, degrees = sum(numbers), [len(cells) for cells in around]
    return [k for k in range(len(numbers) + 1) if k * min(degrees) <= total <= k * max(degrees)]


def _backtracking(
    numbers: list[int], shape: Geometry, mines: int | None, budget: int, counter: _Counter
) -> Iterator[tuple[int, ...]]:
    """Yield every layout, deciding the cells in reading order."""
    around = shape.neighbour_lists
    if any(number > len(cells) for number, cells in zip(numbers, around, strict=True)):
        return
    problem = Problem(tuple(range(shape.size)), dict(enumerate(numbers)), around)
    try:
        for chosen in solutions(problem, budget=budget, mines_left=mines, recorder=counter):
            if mines is None or sum(chosen) == mines:
                yield tuple(i for i, is_mine in enumerate(chosen) if is_mine)
    except OutOfNodes:
        raise BudgetExceeded(
            f"backtracking has visited {counter.nodes} nodes, the budget is {budget}",
            states=counter.nodes,
            milliseconds=0.0,
        ) from None
