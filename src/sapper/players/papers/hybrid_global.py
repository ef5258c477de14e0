"""`hybrid-global`: Huda's proposal with the three steps that the paper leaves to future work.

Source: S. Huda, 2025 (see `rules_by_chord`), section V.B.

1. Global analysis: the mines of all components together must fit the mines left; every layout
   of the whole board counts once, cells that touch no number included.
2. Constraint propagation in the count: a choice that forces something impossible is dropped.
3. Among cells of equal chance the one with the most covered neighbours is opened, as the most
   informative.

The chances are exact, so only cells of least exact chance are opened. Over the state budget the
player falls back to `hybrid` and notes that.
"""

from __future__ import annotations

from sapper.errors import ContradictionError
from sapper.language import N_, _
from sapper.players.decision import Decision
from sapper.players.papers.chances import Chances, chances_of
from sapper.players.papers.components import LocalComponent, components_of, untouched_cells
from sapper.players.papers.counting import OutOfStates, Tally, count
from sapper.players.papers.hybrid import HybridPlayer
from sapper.players.papers.notebook import UNKNOWN

__all__ = ["HybridGlobalPlayer"]


class HybridGlobalPlayer(HybridPlayer):
    """Huda's proposal with its future work."""

    def __init__(self, seed: int = 0, budget: str = "50000") -> None:
        super().__init__(seed, budget)
        self._counted: dict[object, Tally] = {}

    def forget(self) -> None:
        """Drop the tallies of another game."""
        super().forget()
        self._counted.clear()

    def look_deeper(self) -> Decision | None:
        """Count the whole board; play what is certain, else open a cell of least chance."""
        components = components_of(self.notes)
        try:
            tallies = [self._tally_by_mines(component) for component in components]
        except OutOfStates:
            self.note(
                _("over {budget} states: each component by itself").format(budget=self.budget)
            )
            return super().look_deeper()
        outside = untouched_cells(self.notes, components)
        chances = chances_of(tallies, outside, self.notes.mines_left)
        if not chances.ways:
            raise self._nothing_fits(components)
        self.note_weights(tallies, outside)
        self.note_chances(N_("layouts of the whole board"), chances.mine_ways, chances.ways)
        least = chances.least()
        mines = chances.always()
        if chances.of(least[0]) == 0 or mines:
            return self.conclude(least if chances.of(least[0]) == 0 else [], mines)
        return self._open_most_informative(least, chances)

    def _tally_by_mines(self, component: LocalComponent) -> Tally:
        key = component.key
        if key not in self._counted:
            memo = self.memo_for(component)
            self._counted[key] = count(component, budget=self.budget, propagate=True, memo=memo)
        return self._counted[key]

    def _open_most_informative(self, cells: list[int], chances: Chances) -> Decision:
        """Open the cell with the most covered neighbours; ties by reading order."""
        state, around = self.notes.state, self.notes.around
        index = max(cells, key=lambda i: (sum([state[j] == UNKNOWN for j in around[i]]), -i))
        chance = chances.of(index) / chances.ways
        if len(cells) > 1:
            text = _(
                "guess: least chance {chance:.3f} of a mine over all layouts; "
                "most covered neighbours of {cells} equal cells"
            )
        else:
            text = _("guess: least chance {chance:.3f} of a mine over all layouts")
        return self.open(index, text.format(chance=chance, cells=len(cells)), chance, True)

    def _nothing_fits(self, components: list[LocalComponent]) -> ContradictionError:
        numbers = frozenset(self.notes.cell(n) for c in components for n in c.needs)
        return ContradictionError(
            _("no layout with {mines_left} more mines fits the numbers").format(
                mines_left=self.notes.mines_left
            ),
            cells=numbers,
            is_mine_count=all(any(self._tally_by_mines(c).ways) for c in components),
        )
