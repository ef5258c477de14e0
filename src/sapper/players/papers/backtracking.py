"""`backtracking`: enumerate all consistent assignments around the numbers.

Source: D. R. Amadia, 2023 (see `backtracking_search`). The rules on single numbers come first.
Where they do not apply, the covered cells of every component are assigned one after another. A cell
that is safe (a mine) in all complete assignments is certain; otherwise the cell that is safe most
often is opened. Assignments are not weighted by the mines that they leave to the rest of the board:
the paper counts assignments, not layouts of the whole board.

The paper's program overwrites its board during the search and reports the last assignment; here the
search has no side effects, visits every assignment, and can be shown (`search_tree`).
"""

from __future__ import annotations

from sapper.board.inputs import PositionLike, position_of
from sapper.language import _
from sapper.players.decision import Decision
from sapper.players.papers.backtracking_search import (
    MOST_NODES_IN_A_TREE,
    OutOfNodes,
    TreeRecorder,
    problem_of,
    solutions,
)
from sapper.players.papers.components import LocalComponent, components_of
from sapper.players.papers.notebook import Notebook
from sapper.players.papers.rules_by_cell import CellRulesPlayer
from sapper.players.trace_steps import SearchStep

__all__ = ["BacktrackingPlayer", "search_tree"]


class BacktrackingPlayer(CellRulesPlayer):
    """Amadia's player. `budget` bounds the nodes of one component's tree."""

    def __init__(self, seed: int = 0, budget: str = "20000") -> None:
        super().__init__(seed)
        self.budget = int(budget)
        self._counts: dict[object, tuple[int, dict[int, int]] | None] = {}

    def forget(self) -> None:
        """Drop the counts of another game."""
        super().forget()
        self._counts.clear()

    def decide_beyond_rules(self) -> Decision | None:
        """Search every component; conclude what is certain, else open the cell most often safe."""
        notes = self.notes
        if notes.mines_left == 0:
            return self.guess_anywhere("")
        best: tuple[float, int] | None = None
        safe: list[int] = []
        mines: list[int] = []
        components = components_of(notes)
        for component in components:
            counted = self._count(component)
            if counted is None:
                continue
            total, mine_counts = counted
            safe += [index for index, n in mine_counts.items() if n == 0]
            mines += [index for index, n in mine_counts.items() if n == total]
            likeliest = min((n / total, index) for index, n in mine_counts.items())
            best = likeliest if best is None else min(best, likeliest)
        if safe or mines:
            self.conclude(safe, mines, _("equal in every consistent assignment"))
            return None
        if best is None:
            return self.guess_by_risk(
                _("over {budget} nodes, ").format(budget=self.budget) if components else ""
            )
        reason = _(
            "guess: a mine in only {share:.3f} of the assignments around its numbers"
        ).format(share=best[0])
        return self.open(best[1], reason, best[0], True)

    def _count(self, component: LocalComponent) -> tuple[int, dict[int, int]] | None:
        """Return the number of assignments, and of those with a mine per cell; None over budget."""
        left = self.notes.mines_left
        is_tight = left is not None and sum(component.needs.values()) > left
        key = (component.key, left if is_tight else None)
        if key not in self._counts or self.log is not None:
            self._counts[key] = self._search(component)
        counted = self._counts[key]
        if counted is not None and not counted[0]:
            raise self.contradiction(component)
        return counted

    def _search(self, component: LocalComponent) -> tuple[int, dict[int, int]] | None:
        problem = problem_of(component)
        recorder = None if self.log is None else TreeRecorder(problem, self.notes.cell)
        total, counts = 0, [0] * len(problem.cells)
        try:
            for chosen in solutions(
                problem, budget=self.budget, mines_left=self.notes.mines_left, recorder=recorder
            ):
                total += 1
                counts = [n + is_mine for n, is_mine in zip(counts, chosen, strict=True)]
        except OutOfNodes:
            self.note(
                _("component of {cells} cells is over {budget} nodes").format(
                    cells=component.size, budget=self.budget
                )
            )
            return None
        finally:
            if self.log is not None and recorder is not None:
                self.log.append(recorder.step())
        return total, dict(zip(problem.cells, counts, strict=True))


def search_tree(
    position: PositionLike, *, mines: int | None = None, budget: int = MOST_NODES_IN_A_TREE
) -> list[SearchStep]:
    """Return the backtracking tree of every component; no rules are applied before.

    A tree larger than the budget is cut off, and `is_complete` is False.
    """
    notes = Notebook()
    notes.read(position_of(position, mines))
    trees = []
    for component in components_of(notes):
        problem = problem_of(component)
        recorder = TreeRecorder(problem, notes.cell, budget)
        try:
            for _ in solutions(
                problem, budget=budget, mines_left=notes.mines_left, recorder=recorder
            ):
                pass
        except OutOfNodes:
            recorder.is_complete = False
        trees.append(recorder.step())
    return trees
