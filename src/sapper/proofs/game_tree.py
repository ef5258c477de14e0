"""Find the best play in a small closed group by searching its whole game tree.

A state is the set of ways that are still possible and the cells that are open; its value is the
number of ways in which the player survives. All ways are equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

__all__ = ["Ways", "best_play"]

_MOST_STATES = 20_000


class Ways(NamedTuple):
    """A group's cells and the ways to fill them, with the neighbours of every cell."""

    cells: Sequence[int]
    mines: Sequence[frozenset[int]]
    around: Sequence[tuple[int, ...]]


def best_play(ways: Ways) -> tuple[Fraction, list[int]] | None:
    """Return the chance of the best play and the cells it may begin with.

    Return None if the tree is too large.
    """
    tree = _Tree(ways)
    everything = frozenset(range(len(ways.mines)))
    values = {cell: tree.after(cell, everything, frozenset()) for cell in ways.cells}
    if tree.is_too_large:
        return None
    best = max(values.values())
    first = [cell for cell in ways.cells if values[cell] == best]
    return Fraction(best, len(ways.mines)), first


class _Tree:
    def __init__(self, ways: Ways) -> None:
        self._cells = ways.cells
        self._safe = {
            cell: frozenset(i for i, mines in enumerate(ways.mines) if cell not in mines)
            for cell in ways.cells
        }
        self._shown = {
            cell: [len(mines.intersection(ways.around[cell])) for mines in ways.mines]
            for cell in ways.cells
        }
        self._values: dict[tuple[frozenset[int], frozenset[int]], int] = {}

    @property
    def is_too_large(self) -> bool:
        return len(self._values) > _MOST_STATES

    def after(self, cell: int, possible: frozenset[int], opened: frozenset[int]) -> int:
        """Return how many ways are won after opening a cell."""
        shown = self._shown[cell]
        parts: dict[int, set[int]] = {}
        for way in possible & self._safe[cell]:
            parts.setdefault(shown[way], set()).add(way)
        return sum(self._value(frozenset(part), opened | {cell}) for part in parts.values())

    def _value(self, possible: frozenset[int], opened: frozenset[int]) -> int:
        if len(possible) == 1 or self.is_too_large:
            return 1
        key = possible, opened
        if key not in self._values:
            self._values[key] = self._search(possible, opened)
        return self._values[key]

    def _search(self, possible: frozenset[int], opened: frozenset[int]) -> int:
        """Open a cell that is certainly safe if there is one, otherwise try every cell."""
        left = [cell for cell in self._cells if cell not in opened]
        free = next((cell for cell in left if possible <= self._safe[cell]), None)
        if free is not None:
            return self.after(free, possible, opened)
        return max(self.after(cell, possible, opened) for cell in left)
