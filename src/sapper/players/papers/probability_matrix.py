"""The matrix of mine chances over all layouts of the whole board, built in three ways.

Source: a paper on greedy play by exact probability (our copy names no author), sections III.B and
III.C, and its conclusion.

- `naive`: every placement of the mines left on the covered cells is generated and checked.
- `frontier`: mines are placed only on cells that touch a number; a placement of k mines stands
  for C(n, left - k) layouts, where n is the number of untouched cells. (The paper prints the number
  of frontier cells in place of the number of frontier mines.)
- `islands`: the frontier splits into islands that share no number; each is enumerated by itself.
  An island over its budget is counted by `counting` instead, which gives the same integers.

All give exact integers, so tests compare them with each other and with the native core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final, Literal

from sapper.board.cell import is_covered
from sapper.board.inputs import PositionLike, position_of
from sapper.errors import BudgetExceeded, InputError
from sapper.language import _
from sapper.players.papers.backtracking_search import OutOfNodes, problem_of, solutions
from sapper.players.papers.chances import Chances, chances_of
from sapper.players.papers.components import (
    CellGroup,
    LocalComponent,
    components_of,
    untouched_cells,
)
from sapper.players.papers.counting import OutOfStates, Tally, count
from sapper.players.papers.notebook import Notebook

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "MATRICES",
    "MatrixMethod",
    "Watch",
    "by_frontier",
    "by_islands",
    "by_placements",
    "enumerate_island",
    "probability_matrix",
]

Watch = Callable[[tuple[int, ...], list[int]], None]
"""Is called for every placement: its mines, and the numbers that it violates."""

MatrixMethod = Literal["islands", "frontier", "naive"]
MATRICES: Final[tuple[MatrixMethod, ...]] = ("islands", "frontier", "naive")


def probability_matrix(
    position: PositionLike,
    method: MatrixMethod = "islands",
    *,
    mines: int | None = None,
    budget: int = 200_000,
) -> npt.NDArray[np.float64]:
    """Return the chance of a mine for every covered cell, NaN elsewhere.

    Raise `BudgetExceeded` if the position is too large for the method, `ContradictionError` if no
    layout fits.
    """
    position = position_of(position, mines)
    notes = Notebook()
    notes.read(position)
    builders = {"naive": by_placements, "frontier": by_frontier, "islands": by_islands}
    if method not in builders:
        raise InputError(f"expected a matrix by {', '.join(MATRICES)}, got {method!r}")
    chances = builders[method](notes, budget)
    chances.check()
    import numpy as np

    matrix = np.full(position.geometry.size, np.nan)
    for index, face in enumerate(position.faces):
        if is_covered(face):
            matrix[index] = chances.of(index) / chances.ways
    return matrix.reshape(position.rows, position.columns)


def by_placements(notes: Notebook, budget: int, watch: Watch | None = None) -> Chances:
    """Return the chances by enumerating every placement of the mines left."""
    cells, left = notes.all_unknown(), notes.mines_left
    counts = range(len(cells) + 1) if left is None else [left]
    expected = sum(comb(len(cells), k) for k in counts if k >= 0)
    if expected > budget:
        raise _over_budget(
            _("enumerating {expected} placements on {count} cells").format(
                expected=expected, count=len(cells)
            ),
            budget,
        )
    numbers = [n for n in sorted(notes.active) if notes.unknown[n] or notes.missing[n]]
    near = [(frozenset(notes.unknown_around(n)), notes.missing[n]) for n in numbers]
    ways, mine_ways = 0, dict.fromkeys(cells, 0)
    for k in counts:
        for mines in combinations(cells, k) if k >= 0 else ():
            if watch is not None:
                found = zip(numbers, near, strict=True)
                wrong = [n for n, (at, need) in found if len(at.intersection(mines)) != need]
                watch(mines, wrong)
            if all(len(around.intersection(mines)) == need for around, need in near):
                ways += 1
                for index in mines:
                    mine_ways[index] += 1
    return Chances(ways, mine_ways)


def by_frontier(notes: Notebook, budget: int) -> Chances:
    """Return the chances by enumerating every placement on the whole frontier."""
    components = components_of(notes)
    groups = tuple(group for component in components for group in component.groups)
    needs = {n: need for component in components for n, need in component.needs.items()}
    try:
        tallies = [enumerate_island(LocalComponent(groups, needs), budget)] if groups else []
    except OutOfNodes:
        raise _over_budget(_("the frontier as a whole"), budget) from None
    return chances_of(tallies, untouched_cells(notes, components), notes.mines_left)


def by_islands(notes: Notebook, budget: int, tallies: Iterable[Tally] | None = None) -> Chances:
    """Return the chances from the tallies of the islands, which are counted unless given."""
    components = components_of(notes)
    if tallies is None:
        tallies = count_islands(components, budget)
    return chances_of(list(tallies), untouched_cells(notes, components), notes.mines_left)


def count_islands(components: list[LocalComponent], budget: int) -> list[Tally]:
    """Return the tallies of the islands."""
    try:
        return [_count_island(component, budget) for component in components]
    except OutOfStates:
        raise _over_budget(_("an island"), budget) from None


def enumerate_island(component: LocalComponent, budget: int) -> Tally:
    """Return the tally of an island by enumeration; raise `OutOfNodes` over budget."""
    problem = problem_of(component)
    size = len(problem.cells)
    ways = [0] * (size + 1)
    mine_ways = [[0] * (size + 1) for _ in range(size)]
    states = 0
    for chosen in solutions(problem, budget=budget):
        mines = sum(chosen)
        ways[mines] += 1
        states += 1
        for i, is_mine in enumerate(chosen):
            if is_mine:
                mine_ways[i][mines] += 1
    alone = tuple(
        CellGroup((index,), numbers)
        for index, numbers in zip(problem.cells, problem.numbers_at, strict=True)
    )
    most = max((k for k, w in enumerate(ways) if w), default=-1) + 1
    kept = tuple(tuple(counts[:most]) for counts in mine_ways)
    return Tally(LocalComponent(alone, component.needs), tuple(ways[:most]), kept, states)


def _count_island(component: LocalComponent, budget: int) -> Tally:
    try:
        return enumerate_island(component, budget)
    except OutOfNodes:
        return count(component, budget=max(budget, 100_000))


def _over_budget(what: str, budget: int) -> BudgetExceeded:
    return BudgetExceeded(
        _("{what} is beyond the budget of {budget}").format(what=what, budget=budget),
        states=budget,
        milliseconds=0.0,
    )
