"""The winning chance by the whole game tree of a small board: slow, obvious, exact."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from sapper.board.cell import is_number
from sapper.board.position import Position


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
    closed = frozenset(i for i, face in enumerate(position.faces) if not is_number(face))
    return Fraction(_best(position, layouts, closed), len(layouts))


def wins_opening(position: Position, cells: tuple[int, ...]) -> Fraction:
    """Return the share that is won when these cells are opened at once."""
    layouts = layouts_of(position)
    closed = frozenset(i for i, face in enumerate(position.faces) if not is_number(face))
    return Fraction(_open(position, layouts, closed, cells), len(layouts))


def _best(position: Position, layouts: list[frozenset[int]], closed: frozenset[int]) -> int:
    if len(closed) == position.mines:
        return len(layouts)
    certain = [c for c in sorted(closed) if not any(c in mines for mines in layouts)]
    tried = certain[:1] or sorted(closed)
    return max(_open(position, layouts, closed, (cell,)) for cell in tried)


def _open(
    position: Position,
    layouts: list[frozenset[int]],
    closed: frozenset[int],
    cells: tuple[int, ...],
) -> int:
    around = position.geometry.neighbour_lists
    seen: dict[tuple[int, ...], list[frozenset[int]]] = {}
    for mines in layouts:
        if mines.isdisjoint(cells):
            shown = tuple(sum(j in mines for j in around[cell]) for cell in cells)
            seen.setdefault(shown, []).append(mines)
    return sum(_best(position, part, closed.difference(cells)) for part in seen.values())
