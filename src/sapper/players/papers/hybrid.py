"""`hybrid`: the rules on single numbers, then local patterns counted by dynamic programming.

Source: S. Huda, 2025 (see `rules_by_chord`), solver B. Where the rules do not apply, the covered
cells around the numbers are split into components, each a small constraint satisfaction problem;
equation (2), layouts with a mine at the cell over all layouts, gives the chance of each cell within
its component. Cells at 0 and 1 are certain; otherwise the least chance is opened. If
nothing can be counted, the *smart guess* takes the frontier cell with the least summed risk
(mines missing over covered cells, of every number around it).

The published program has three errors: its memo key omits what the numbers still need, one
component must hold all mines left, and only one component of at most 16 cells is counted. Here the
memo is correct, and every component is counted by itself.
"""

from __future__ import annotations

from collections import deque

from sapper.board.cell import FLAG
from sapper.language import N_, _
from sapper.players.decision import Decision
from sapper.players.papers.components import LocalComponent, components_of
from sapper.players.papers.counting import OutOfStates, Tally, count
from sapper.players.papers.notebook import UNKNOWN
from sapper.players.papers.rules_by_chord import ChordRulesPlayer

__all__ = ["HybridPlayer"]

_TallyKey = tuple[object, ...]


class HybridPlayer(ChordRulesPlayer):
    """Huda's proposal. `budget` bounds the states of one component's table."""

    def __init__(self, seed: int = 0, budget: str = "20000") -> None:
        super().__init__(seed)
        self.budget = int(budget)
        self.safe: deque[int] = deque()
        self.mines: deque[int] = deque()
        self._tallies: dict[_TallyKey, Tally | None] = {}

    def forget(self) -> None:
        """Drop certain cells and tallies of another game."""
        super().forget()
        self.safe.clear()
        self.mines.clear()
        self._tallies.clear()

    def decide_beyond_rules(self) -> Decision | None:
        """Return a certain cell of the last count, else count again."""
        while self.safe:
            index = self.safe[0]
            if self.notes.state[index] == UNKNOWN:
                reason = _("every layout leaves {cell} safe").format(cell=self.notes.cell(index))
                return self.open(index, reason, 0.0, False)
            self.safe.popleft()
        while self.mines:
            index = self.mines.popleft()
            if self.notes.state[index] == UNKNOWN:
                self.notes.mark(index)
                return None if self.notes.faces[index] == FLAG else self.flag(index)
        return self.look_deeper()

    def look_deeper(self) -> Decision | None:
        """Count every component by itself; play what is certain, else open the least chance."""
        if self.notes.mines_left == 0:
            return self.conclude(self.notes.all_unknown(), [])
        tallies = [self.tally(c) for c in components_of(self.notes)]
        counted = [tally for tally in tallies if tally is not None]
        safe, mines = _certain(counted)
        if safe or mines:
            return self.conclude(safe, mines)
        if counted:
            return self._open_least(counted)
        return self.guess_by_risk(
            _("over {budget} states, ").format(budget=self.budget) if tallies else ""
        )

    def tally(self, component: LocalComponent) -> Tally | None:
        """Return the tally of a component, from the cache if possible; None over budget."""
        left = self.notes.mines_left
        by_mines = left is not None and sum(component.needs.values()) > left
        key = (component.key, left if by_mines else None)
        if key not in self._tallies:
            memo = self.memo_for(component)
            try:
                self._tallies[key] = count(
                    component, mines_left=left, budget=self.budget, by_mines=by_mines, memo=memo
                )
            except OutOfStates:
                self._tallies[key] = None
        tally = self._tallies[key]
        if tally is not None and not any(tally.ways):
            raise self.contradiction(component)
        if self.log is not None:
            self._note_tally(component, tally)
        return tally

    def conclude(self, safe: list[int], mines: list[int]) -> Decision | None:
        """Store certain cells and return the first move that they give."""
        if self.log is not None and safe:
            self.note_rule(N_("equal in all layouts"), [], safe, "safe")
        if self.log is not None and mines:
            self.note_rule("equal in all layouts", [], mines, "mine")
        self.safe.extend(safe)
        self.mines.extend(mines)
        return self.decide_beyond_rules()

    def _open_least(self, tallies: list[Tally]) -> Decision:
        """Open the cell of least local chance, equation (2); ties by reading order."""
        chance, index = min(
            (sum(mine_ways) / sum(tally.ways), group.cells[0])
            for tally in tallies
            for group, mine_ways in zip(tally.component.groups, tally.mine_ways, strict=True)
        )
        reason = _("guess: least local chance {chance:.3f} of a mine (equation 2)").format(
            chance=chance
        )
        return self.open(index, reason, chance, True)

    def _note_tally(self, component: LocalComponent, tally: Tally | None) -> None:
        if tally is None:
            self.note(
                _("component of {cells} cells is over the budget").format(cells=component.size)
            )
            return
        mine_ways = {
            index: sum(ways)
            for group, ways in zip(component.groups, tally.mine_ways, strict=True)
            for index in group.cells
        }
        self.note_chances(N_("layouts of one component"), mine_ways, sum(tally.ways))


def _certain(tallies: list[Tally]) -> tuple[list[int], list[int]]:
    """Return the cells that are safe, and those that are mines, in all layouts."""
    safe: list[int] = []
    mines: list[int] = []
    for tally in tallies:
        total = sum(tally.ways)
        for group, mine_ways in zip(tally.component.groups, tally.mine_ways, strict=True):
            ways = sum(mine_ways)
            if ways == 0:
                safe.extend(group.cells)
            elif ways == total:
                mines.extend(group.cells)
    return safe, mines
