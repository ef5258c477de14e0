"""The winning chance by the whole game tree of a small board: slow, obvious, exact."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from sapper.board.cell import is_number
from sapper.board.position import Position

Layouts = frozenset[frozenset[int]]


def layouts_of(position: Position) -> list[frozenset[int]]:
    """Return every set of mines that fits."""
    around = position.geometry.neighbour_lists
    covered = [i for i, face in enumerate(position.faces) if not is_number(face)]
    shown = [(i, face) for i, face in enumerate(position.faces) if is_number(face)]
    return [
        frozenset(mines)
        for mines in combinations(covered, position.mines or 0)
        if all(sum(j in mines for j in around[i]) == n for i, n in shown)
    ]


def wins(position: Position) -> Fraction:
    """Return the share of layouts that best play wins."""
    layouts = layouts_of(position)
    return Fraction(_Tree(position).best(frozenset(layouts), _closed(position)), len(layouts))


def wins_opening(position: Position, cells: tuple[int, ...]) -> Fraction:
    """Return the share that is won when these cells are opened at once."""
    layouts = layouts_of(position)
    won = _Tree(position).opened(frozenset(layouts), _closed(position), cells)
    return Fraction(won, len(layouts))


def _closed(position: Position) -> frozenset[int]:
    return frozenset(i for i, face in enumerate(position.faces) if not is_number(face))


class _Tree:
    """The game tree of one board; what is left to open and the layouts that fit are a node."""

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
