"""The layout problem: find the mines when all numbers are given.

Source: a paper of 2022 on brute force against backtracking (our copy names no author). Every cell
of the matrix is the number of mines among its *neighbours*, whether it is a mine itself or not.

- `brute-force`: every placement of the mines; each mine adds one to the numbers around it, and a
  placement is a solution when all numbers come out as given. The paper bounds it by n * n!/(n-d)!
  because it places the mines one after another; here a set of cells is tried once.
- `backtracking`: a mine or no mine, cell by cell; backtrack when a number would become negative
  or can no longer be reached. Bounded by n * 2^n.
"""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb, perm
from time import perf_counter
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from sapper.board.cell import MINE, Cell, is_number
from sapper.board.geometry import Geometry
from sapper.board.inputs import Matrix, position_of
from sapper.board.notebook_value import NotebookValue, View
from sapper.board.position import Position
from sapper.documents import Digits
from sapper.errors import BudgetExceeded, InputError
from sapper.language import _
from sapper.nouns import count_noun
from sapper.players.papers.backtracking_search import (
    MOST_NODES_IN_A_TREE,
    OutOfNodes,
    Problem,
    Recorder,
    TreeRecorder,
    solutions,
)
from sapper.players.trace_steps import Step, TryStep

__all__ = [
    "LAYOUT_METHODS",
    "Bounds",
    "LayoutMethod",
    "LayoutResult",
    "cost_bounds",
    "layout_steps",
    "solve_layout",
]

LayoutMethod = Literal["brute-force", "backtracking"]
LAYOUT_METHODS: Final[tuple[LayoutMethod, ...]] = ("brute-force", "backtracking")
Numbers: TypeAlias = "Matrix | Position | str"
"""Rows of numbers as lists or as an array, or a position that has no covered cell, or its text."""


class Bounds(NamedTuple):
    """The paper's bounds on the cost."""

    brute_force: Digits
    backtracking: Digits


@dataclass(frozen=True)
class LayoutResult(NotebookValue):
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

    document_as = (
        "method", "rows", "columns", "solutions", "is_complete", "nodes", "milliseconds", "bounds",
    )  # fmt: skip

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.geometry.rows

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.geometry.columns

    @property
    def milliseconds(self) -> float:
        """The time of the search."""
        return round(1000 * self.seconds, 4)

    @property
    def bounds(self) -> Bounds | None:
        """The paper's bounds on the cost of finding the first layout, see `cost_bounds`."""
        return cost_bounds(self.geometry.size, len(self.solutions[0])) if self.solutions else None

    def view(self) -> View:
        """Return what a notebook shows: the first layout."""
        from sapper.board.svg import legend_of

        found = len(self.solutions)
        title = f"{found} layout{'s' * (found != 1)}{'' if self.is_complete else ' or more'}"
        if not found:
            return View(title)
        mines = dict.fromkeys(self.solutions[0], MINE)
        first = Position.hidden(self.geometry, len(mines)).with_faces(mines)
        cost = _("By {method}, {nodes} nodes, {seconds:.2f} ms.").format(
            method=self.method, nodes=self.nodes, seconds=1000 * self.seconds
        )
        return first.view_with(first.svg, View(title, legend=legend_of(first), sentences=[cost]))

    def __repr__(self) -> str:
        found = count_noun(len(self.solutions), "layout") + " or more" * (not self.is_complete)
        size = f"{self.geometry.rows}x{self.geometry.columns}"
        return f"<LayoutResult: {found} of {size} by {self.method}>"


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

    Rows of integers are numbers from 0 on. `mines` is the number of mines, if known. The board is a
    grid unless the position or `geometry` says otherwise. Raise `InputError` for anything else and
    `BudgetExceeded` beyond the budget: brute force before it begins, backtracking when it
    gets there.
    """
    if isinstance(numbers, Position | str):
        position = position_of(numbers, mines)
        numbers, mines, geometry = _shown(position), position.mines, geometry or position.geometry
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


def layout_steps(position: Position, method: LayoutMethod) -> Iterator[Step]:
    """Yield the search for the first layout, as the paper stops there: tries, or one tree.

    Raise `InputError` if a cell shows no number.
    """
    numbers = [number for row in _shown(position) for number in row]
    shape, at = position.geometry, position.geometry.cell
    if method == "brute-force":
        counts = _possible_counts(numbers, shape.neighbour_lists)
        for mines in _placements(shape, counts if position.mines is None else [position.mines]):
            left = _subtract(numbers, mines, shape)
            yield TryStep(tuple(map(at, mines)), tuple(at(i) for i, n in enumerate(left) if n))
            if not any(left):
                return
        return
    problem = Problem(tuple(range(shape.size)), dict(enumerate(numbers)), shape.neighbour_lists)
    recorder = TreeRecorder(problem, at)
    with suppress(OutOfNodes):
        for chosen in solutions(
            problem, budget=MOST_NODES_IN_A_TREE, mines_left=position.mines, recorder=recorder
        ):
            if position.mines in (None, sum(chosen)):
                break
            recorder.record_wrong_mine_count()
    yield recorder.step()


def _placements(shape: Geometry, counts: Iterable[int]) -> Iterator[tuple[int, ...]]:
    for k in counts:
        yield from combinations(range(shape.size), k)


def _subtract(numbers: list[int], mines: Iterable[int], shape: Geometry) -> list[int]:
    """Return what is left of the numbers when every mine takes one from its neighbours."""
    left = list(numbers)
    for mine in mines:
        for index in shape.neighbour_lists[mine]:
            left[index] -= 1
    return left


def cost_bounds(cells: int, mines: int) -> Bounds:
    """Return the paper's bounds: n * n!/(n-d)! for brute force, n * 2^n for backtracking."""
    return Bounds(Digits(cells * perm(cells, mines)), Digits(cells * 2**cells))


class _Counter(Recorder):
    """Counts the nodes of a search."""

    def __init__(self) -> None:
        self.nodes = 0

    def record_try(self, depth: int, is_mine: bool, violated: int | None) -> None:  # noqa: ARG002
        self.nodes += 1


def _shown(position: Position) -> list[bytes]:
    """Return the numbers of a position in rows; raise `InputError` if a cell shows none."""
    for index, face in enumerate(position.faces):
        if not is_number(face):
            cell = position.geometry.cell(index)
            message = _("every cell must have a number, but {cell} has none").format(cell=cell)
            raise InputError(message, row=cell.row, column=cell.column)
    faces, columns = position.faces, position.columns
    return [faces[start : start + columns] for start in range(0, len(faces), columns)]


def _read_numbers(numbers: Iterable[Iterable[Any]]) -> list[list[int]]:
    try:
        rows = [[operator.index(number) for number in row] for row in numbers]
    except TypeError:
        got = reprlib.repr(numbers)
        raise InputError(_("expected rows of whole numbers, got {got}").format(got=got)) from None
    if not rows or not rows[0]:
        raise InputError(_("the matrix of numbers is empty"))
    for r, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise InputError(
                _("expected {expected} numbers in row {row}, got {count}").format(
                    expected=len(rows[0]), row=r, count=len(row)
                )
            )
        if min(row) < 0:
            raise InputError(
                _("expected numbers from 0 on in row {row}, got {number}").format(
                    row=r, number=min(row)
                )
            )
    return rows


def _brute_force(
    numbers: list[int], shape: Geometry, mines: int | None, budget: int, counter: _Counter
) -> Iterator[tuple[int, ...]]:
    """Yield every placement with these numbers."""
    size, around = shape.size, shape.neighbour_lists
    counts = _possible_counts(numbers, around) if mines is None else [mines]
    placements = sum(comb(size, k) for k in counts)
    if placements > budget:
        raise BudgetExceeded(
            _(
                "brute force has {placements} placements to check, the budget is {budget}: use "
                "backtracking or raise the budget"
            ).format(placements=placements, budget=budget),
            states=0,
            milliseconds=0.0,
        )
    # One integer holds all numbers, with room for each, so that a placement is one sum.
    bits = max(*numbers, *map(len, around), 1).bit_length()
    wanted = _pack(dict(enumerate(numbers)), bits)
    shadows = [_pack(dict.fromkeys(cells, 1), bits) for cells in around]
    for k in counts:
        before = counter.nodes
        for number, chosen in enumerate(combinations(shadows, k)):
            if sum(chosen) == wanted:
                counter.nodes = before + number + 1
                yield next(islice(combinations(range(size), k), number, None))
        counter.nodes = before + comb(size, k)


def _pack(numbers: dict[int, int], bits: int) -> int:
    """Return the numbers of cells as one integer, `bits` for every cell of the board."""
    return sum(number << (bits * index) for index, number in numbers.items())


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
            _("backtracking has visited {nodes} nodes, the budget is {budget}").format(
                nodes=counter.nodes, budget=budget
            ),
            states=counter.nodes,
            milliseconds=0.0,
        ) from None
