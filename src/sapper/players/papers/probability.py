"""`probability`: build the matrix of exact chances, flag cells at 1, open one of the least.

Source: a paper on greedy play by exact probability (our copy names no author). The rules on single
numbers find the obvious ones and zeros, as in its section III.B; everything else comes from the
matrix (see `probability_matrix`), and ties are broken at random. The paper's two improvements are
included: the first opened cell is a corner (a cell with few neighbours is most likely a 0), and
islands are counted separately.

A method over its budget is replaced by the next better one (naive, frontier, islands); all are
exact, so only the cost changes, and the reason mentions it. If even the table of an island is over
budget, the player uses Huda's smart guess.
"""

from __future__ import annotations

from sapper.errors import BudgetExceeded
from sapper.language import N_, _
from sapper.players.decision import Decision
from sapper.players.papers.chances import Chances
from sapper.players.papers.components import LocalComponent, components_of, untouched_cells
from sapper.players.papers.counting import Tally
from sapper.players.papers.probability_matrix import (
    by_frontier,
    by_islands,
    by_placements,
    count_islands,
)
from sapper.players.papers.rules_by_cell import CellRulesPlayer
from sapper.players.player import pick
from sapper.players.trace_steps import TryStep

__all__ = ["ProbabilityPlayer"]

_NAMES = (N_("matrix by naive"), N_("matrix by frontier"), N_("matrix by islands"))
"""The matrices in a trace, which are translated when it is shown."""


class ProbabilityPlayer(CellRulesPlayer):
    """The player by the probability matrix. `budget` bounds the placements of one enumeration."""

    def __init__(
        self,
        seed: int = 0,
        matrix: str = "islands",
        opening: str = "corner",
        budget: str = "20000",
    ) -> None:
        super().__init__(seed)
        self._matrix, self._opening = matrix, opening
        self._budget = int(budget)
        self._tallies: dict[object, Tally] = {}

    def forget(self) -> None:
        """Drop the islands of another game."""
        super().forget()
        self._tallies.clear()

    def decide_beyond_rules(self) -> Decision | None:
        """Build the matrix; conclude zeros and ones, else open one of the least."""
        notes = self.notes
        if notes.unknown_cells + notes.marked == len(notes.state) and self._opening == "corner":
            return self._open_corner()
        try:
            chances, method = self._chances()
        except BudgetExceeded:
            return self.guess_by_risk(
                _("over the budget of {budget}, ").format(budget=self._budget)
            )
        chances.check()
        self.note_chances(f"matrix by {method}", chances.mine_ways, chances.ways)
        least, mines = chances.least(), chances.always()
        if chances.of(least[0]) == 0 or mines:
            safe = least if chances.of(least[0]) == 0 else []
            same = _("the same in the only layout")
            if chances.ways > 1:
                same = _("the same in all {layouts} layouts").format(layouts=chances.ways)
            self.conclude(safe, mines, same)
            return None
        index = pick(self.random, least)
        chance = chances.of(index) / chances.ways
        text = _("guess: least chance {chance:.3f} of the matrix by {method}, {count} equal")
        reason = text.format(chance=chance, method=_(method), count=len(least))
        return self.open(index, reason, chance, True)

    def _chances(self) -> tuple[Chances, str]:
        """Return the chances by the chosen method, or by the next better one within budget."""
        notes, note = self.notes, ""
        if self._matrix == "naive":
            try:
                watch = None if self.log is None else self._note_try
                return by_placements(notes, self._budget, watch), "naive"
            except BudgetExceeded:
                note = _(" ({matrix} is over budget)").format(matrix="naive")
        if self._matrix in ("naive", "frontier"):
            try:
                chances = by_frontier(notes, self._budget)
            except BudgetExceeded:
                note = _(" ({matrix} is over budget)").format(matrix=self._matrix)
            else:
                self._note_islands()
                return chances, "frontier" + note
        tallies = self._count(components_of(notes))
        self._note_islands()
        return by_islands(notes, self._budget, tallies), "islands" + note

    def _note_try(self, mines: tuple[int, ...], violated: list[int]) -> None:
        assert self.log is not None
        self.log.append(TryStep(self.cells_at(mines), self.cells_at(violated)))

    def _note_islands(self) -> None:
        """Append to the log the islands, and how the matrix is filled from them."""
        if self.log is None:
            return
        components = components_of(self.notes)
        for component in components:
            self.note_component(component)
        self.note_weights(self._count(components), untouched_cells(self.notes, components))

    def _count(self, components: list[LocalComponent]) -> list[Tally]:
        """Return the tallies of the islands, from the cache if possible."""
        keys = [component.key for component in components]
        fresh = [c for c, key in zip(components, keys, strict=True) if key not in self._tallies]
        for component, tally in zip(fresh, count_islands(fresh, self._budget), strict=True):
            self._tallies[component.key] = tally
        return [self._tallies[key] for key in keys]

    def _open_corner(self) -> Decision:
        """Open a covered cell with the fewest neighbours; all chances are equal here."""
        notes = self.notes
        cells = notes.all_unknown()
        fewest = min(len(notes.around[index]) for index in cells)
        corners = [index for index in cells if len(notes.around[index]) == fewest]
        left = notes.mines_left
        chance = None if left is None else left / len(cells)
        index = pick(self.random, corners)
        if chance == 0:
            return self.open(index, _("there are no mines"), 0.0, False)
        return self.open(index, _("opening: a corner is most likely a 0"), chance, True)
