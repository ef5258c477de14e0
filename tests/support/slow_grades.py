"""Grades by brute force: solvers that try all sets of numbers and all ways to place mines.

Nothing here is shared with `sapper.games.grades`: sets of layouts are integers with one bit for
every way to place mines in the unknown cells.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

from sapper.board.cell import FLAG, Cell
from sapper.board.layout import Layout
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.dealing import deal
from tests.support.random_positions import random_geometry

__all__ = [
    "clear_slowly",
    "conclusions_of",
    "dealt",
    "flags_of",
    "random_layout",
    "slow_grade",
]


def slow_grade(layout: Layout, first: int) -> str | None:
    """Return the hardest reasoning that clears the board, taking the easiest first; or None."""
    is_cleared, level, _left = clear_slowly(layout, first, 4)
    return ("click", "single", "pair", "chain", "count")[level] if is_cleared else None


def clear_slowly(layout: Layout, first: int, most: int) -> tuple[bool, int, int]:
    """Return whether levels up to `most` clear a board, the highest that was needed, what is left.

    Level 1 is one number at a time, 2 pairs, 3 all numbers together, 4 the mine count too.
    """
    shown, found, level = _flood(layout, {first}), set[int](), 0
    while left := layout.spec.safe_cells - len(shown):
        for used in range(1, most + 1):
            numbers = used if used < 3 else None
            safe, mines = conclusions_of(layout, shown, found, numbers, used == 4)
            if safe or mines:
                break
        else:
            return False, level, left
        level, found, shown = max(level, used), found | mines, _flood(layout, shown | safe)
    return True, level, 0


def conclusions_of(
    layout: Layout, shown: set[int], found: set[int], most: int | None, with_count: bool
) -> tuple[set[int], set[int]]:
    """Return the safe cells and the mines that at most so many numbers settle together."""
    around = layout.geometry.neighbour_lists
    unknown = [i for i in range(len(layout.cells)) if i not in shown and i not in found]
    if not with_count:  # numbers say nothing about other cells
        unknown = [i for i in unknown if shown.intersection(around[i])]
    everything = (1 << (1 << len(unknown))) - 1
    mine_at = {cell: _ways_with(place, len(unknown)) for place, cell in enumerate(unknown)}
    by_number = [
        _ways_with_sum(
            [mine_at[i] for i in around[number] if i in mine_at],
            layout.numbers[number] - sum(i in found for i in around[number]),
            everything,
        )
        for number in sorted(shown)
        if any(i in mine_at for i in around[number])
    ]
    start = everything
    if with_count:
        left = sum(layout.cells) - len(found)
        start = _ways_with_sum(list(mine_at.values()), left, everything)
    safe, mines = set(), set()
    for allowed in _intersections(by_number, start, most):
        safe |= {cell for cell, ways in mine_at.items() if not allowed & ways}
        mines |= {cell for cell, ways in mine_at.items() if allowed & ways == allowed}
    return safe, mines


def _intersections(sets: list[int], start: int, most: int | None) -> Iterator[int]:
    if most is None:
        for each in sets:
            start &= each
        yield start
        return
    for size in range(1, most + 1):
        for chosen in combinations(sets, size):
            allowed = start
            for each in chosen:
                allowed &= each
            yield allowed


def _ways_with(place: int, cells: int) -> int:
    """Return the ways (as bits) in which the cell at this place is a mine."""
    block = ((1 << (1 << place)) - 1) << (1 << place)
    ways = 0
    for i in range(1 << (cells - place - 1)):
        ways |= block << (i << (place + 1))
    return ways


def _ways_with_sum(mine_at: list[int], total: int, everything: int) -> int:
    """Return the ways in which exactly so many of these cells are mines."""
    by_sum = {0: everything}
    for ways in mine_at:
        after: dict[int, int] = {}
        for count, which in by_sum.items():
            after[count] = after.get(count, 0) | (which & ~ways)
            after[count + 1] = after.get(count + 1, 0) | (which & ways)
        by_sum = after
    return by_sum.get(total, 0)


def _flood(layout: Layout, start: set[int]) -> set[int]:
    work, shown = list(start), set()
    for cell in work:
        if cell not in shown:
            shown.add(cell)
            if layout.numbers[cell] == 0:
                work.extend(layout.geometry.neighbour_lists[cell])
    return shown


def random_layout(rng: random.Random, cells: int) -> tuple[Layout, int]:
    """Return a small board of any shape and a first cell without a mine."""
    while True:
        geometry = random_geometry(rng, cells)
        if geometry.size < 4:
            continue
        mines = rng.sample(range(geometry.size), rng.randint(1, max(1, geometry.size // 3)))
        layout = Layout(geometry, bytes(i in mines for i in range(geometry.size)))
        first = rng.choice([i for i in range(geometry.size) if i not in mines])
        if sum(i in mines for i in geometry.neighbour_lists[first]) == 0 or rng.random() < 0.2:
            return layout, first


def dealt(board: str, game: int, seed: int = 3) -> tuple[Layout, int]:
    """Return a board dealt around its middle, and the middle."""
    spec = BoardSpec.parse(board)
    first = spec.geometry.cell(spec.rows // 2 * spec.columns + spec.columns // 2)
    cells = deal(spec, StartRule.OPEN, first, seed=seed, game=game)
    return Layout(spec.geometry, cells), spec.geometry.index(first)


def flags_of(position: Position) -> frozenset[Cell]:
    """Return the cells with a flag."""
    cell = position.geometry.cell
    return frozenset(cell(i) for i, face in enumerate(position.faces) if face == FLAG)
