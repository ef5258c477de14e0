"""The backtracking search: assign a cell, check every touched number, continue or backtrack.

Source: D. R. Amadia, "Penerapan Algoritma Runut-Balik pada Permainan Minesweeper", 2023. After
each assignment every touched number must satisfy
    mines assigned <= number <= mines assigned + cells undecided.
The search is iterative and stops at its budget. `probability_matrix` enumerates its islands by the
same search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sapper.board.cell import Cell
from sapper.players.papers.components import LocalComponent
from sapper.players.trace_steps import SearchNode, SearchStep

__all__ = [
    "MOST_NODES_IN_A_TREE",
    "OutOfNodes",
    "Problem",
    "Recorder",
    "TreeRecorder",
    "problem_of",
    "solutions",
]

MOST_NODES_IN_A_TREE: Final = 2_000
"""How many nodes of a tree are recorded; the search itself goes on."""


class OutOfNodes(Exception):  # noqa: N818 (internal, always caught)
    """The search exceeded its budget of nodes."""


@dataclass(frozen=True, slots=True)
class Problem:
    """The cells in the order of assignment, and the mines that each number needs among them."""

    cells: tuple[int, ...]
    needs: dict[int, int]
    numbers_at: tuple[tuple[int, ...], ...]


class Recorder:
    """Is called for every node of a search: one assignment at one depth."""

    def record_try(self, depth: int, is_mine: bool, violated: int | None) -> None:
        """Record an assignment, and the number that it violates."""

    def record_wrong_mine_count(self) -> None:
        """Record that the mines of the last assignment do not fit the mine count."""


class TreeRecorder(Recorder):
    """Records the tree in visiting order, up to a number of nodes."""

    def __init__(
        self, problem: Problem, cell: Callable[[int], Cell], most: int = MOST_NODES_IN_A_TREE
    ) -> None:
        self._problem, self._cell, self._most = problem, cell, most
        self._nodes = [SearchNode(1, None, None, None)]
        self._path = [1]
        self.is_complete = True

    def record_try(self, depth: int, is_mine: bool, violated: int | None) -> None:
        """Add a node below the last node of the previous depth."""
        if len(self._nodes) >= self._most:
            self.is_complete = False
            return
        cell = self._cell
        node = SearchNode(
            id=len(self._nodes) + 1,
            parent=self._path[depth],
            cell=cell(self._problem.cells[depth]),
            verdict="mine" if is_mine else "safe",
            violated=None if violated is None else cell(violated),
            is_solution=violated is None and depth == len(self._problem.cells) - 1,
        )
        self._nodes.append(node)
        del self._path[depth + 1 :]
        self._path.append(node.id)

    def record_wrong_mine_count(self) -> None:
        """Mark the last node: its mines do not fit the mine count."""
        if self.is_complete:
            self._nodes[-1] = replace(self._nodes[-1], is_solution=False, over_mines=True)

    def step(self) -> SearchStep:
        """Return the tree."""
        cell = self._cell
        return SearchStep(
            cells=tuple(map(cell, self._problem.cells)),
            numbers=tuple(map(cell, self._problem.needs)),
            nodes=tuple(self._nodes),
            is_complete=self.is_complete,
        )


def problem_of(component: LocalComponent) -> Problem:
    """Return the problem of a component, with its cells ordered breadth-first by number."""
    numbers_of = {index: group.numbers for group in component.groups for index in group.cells}
    cells_of: dict[int, list[int]] = {}
    for index in sorted(numbers_of):
        for number in numbers_of[index]:
            cells_of.setdefault(number, []).append(index)
    seen: set[int] = set()
    cells: dict[int, None] = {}
    for first in sorted(cells_of):
        numbers = [] if first in seen else [first]
        seen.add(first)
        for number in numbers:
            for index in cells_of[number]:
                if index not in cells:
                    cells[index] = None
                    fresh = [n for n in numbers_of[index] if n not in seen]
                    seen.update(fresh)
                    numbers.extend(fresh)
    order = tuple(cells)
    return Problem(order, component.needs, tuple(numbers_of[index] for index in order))


def solutions(
    problem: Problem,
    *,
    budget: int,
    mines_left: int | None = None,
    recorder: Recorder | None = None,
) -> Iterator[Sequence[int]]:
    """Yield every assignment that satisfies all numbers, as one 0 or 1 per cell.

    The list is reused: copy it to keep it. Raise `OutOfNodes` when the search exceeds its budget.
    """
    numbers = _Numbers(problem)
    size, most = len(problem.cells), len(problem.cells) if mines_left is None else mines_left
    chosen = [-1] * size  # -1: nothing tried yet; then a mine, then safe
    depth = placed = nodes = 0
    while depth >= 0:
        if depth == size:
            yield chosen
            depth -= 1
            continue
        # 1. Undo the previous assignment at this depth.
        choice = chosen[depth]
        if choice >= 0:
            placed -= choice
            numbers.take_back(depth, choice)
        if choice == 0:
            chosen[depth] = -1
            depth -= 1
            continue
        # 2. Try the next assignment.
        choice = chosen[depth] = 1 if choice < 0 else 0
        placed += choice
        violated = numbers.place(depth, choice)
        nodes += 1
        if nodes > budget:
            raise OutOfNodes
        if recorder is not None:
            recorder.record_try(depth, choice == 1, violated)
        # 3. Go deeper unless a number or the mine count is violated.
        if placed > most:
            if recorder is not None:
                recorder.record_wrong_mine_count()
        elif violated is None:
            depth += 1


class _Numbers:
    """The mines that the numbers still need during a search, and their undecided cells."""

    def __init__(self, problem: Problem) -> None:
        self._numbers_at = problem.numbers_at
        self._needs = dict(problem.needs)
        self._room = dict.fromkeys(problem.needs, 0)
        for numbers in problem.numbers_at:
            for number in numbers:
                self._room[number] += 1

    def place(self, depth: int, mines: int) -> int | None:
        """Assign 0 or 1 mines to a cell; return the first number that this violates."""
        needs, room, violated = self._needs, self._room, None
        for number in self._numbers_at[depth]:
            needs[number] -= mines
            room[number] -= 1
            if violated is None and not 0 <= needs[number] <= room[number]:
                violated = number
        return violated

    def take_back(self, depth: int, mines: int) -> None:
        """Undo `place`."""
        for number in self._numbers_at[depth]:
            self._needs[number] += mines
            self._room[number] += 1
