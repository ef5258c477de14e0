"""The winning chance by the full game tree of a small board: slow, simple, exact."""

from __future__ import annotations

from fractions import Fraction

from sapper.board.cell import is_number
from sapper.board.position import Position
from tests.support.brute_force import layouts

Layouts = frozenset[frozenset[int]]


def wins(position: Position) -> Fraction:
    """Return the share of layouts that best play wins."""
    fitting = frozenset(layouts(position))
    return Fraction(_Tree(position).best(fitting, _closed(position)), len(fitting))


def wins_opening(position: Position, cells: tuple[int, ...]) -> Fraction:
    """Return the share that is won when these cells are opened at once."""
    fitting = frozenset(layouts(position))
    won = _Tree(position).opened(fitting, _closed(position), cells)
    return Fraction(won, len(fitting))


def _closed(position: Position) -> frozenset[int]:
    return frozenset(i for i, face in enumerate(position.faces) if not is_number(face))


class _Tree:
    """The game tree of one board; a node is the cells left to open and the fitting layouts."""

    def __init__(self, position: Position) -> None:
        self._around = position.geometry.neighbour_lists
        self._mines = position.mines
        self._known: dict[tuple[Layouts, frozenset[int]], int] = {}

    def best(self, layouts: Layouts, closed: frozenset[int]) -> int:
        if len(closed) == self._mines:
            return len(layouts)
        node = layouts, closed
        if node not in self._known:
            certain = [c for c in sorted(closed) if not any(c in mines for mines in layouts)]
            tried = certain[:1] or sorted(closed)
            self._known[node] = max(self.opened(layouts, closed, (cell,)) for cell in tried)
        return self._known[node]

    def opened(self, layouts: Layouts, closed: frozenset[int], cells: tuple[int, ...]) -> int:
        seen: dict[tuple[int, ...], list[frozenset[int]]] = {}
        for mines in layouts:
            if mines.isdisjoint(cells):
                shown = tuple(sum(j in mines for j in self._around[cell]) for cell in cells)
                seen.setdefault(shown, []).append(mines)
        left = closed.difference(cells)
        return sum(self.best(frozenset(part), left) for part in seen.values())
