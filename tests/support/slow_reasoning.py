"""Reasoning by levels, slowly: try every layout of the cells around the numbers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from sapper.board.cell import MINE
from sapper.board.layout import Layout

Number = tuple[int, int]
"""The unknown cells around an open number as bits, and how many of them are mines."""


def clear_slowly(layout: Layout, first: int, most: int) -> tuple[bool, int, int]:
    """Return whether reasoning up to a level clears a board, the level needed, and what is left."""
    numbers, around = layout.numbers, layout.geometry.neighbour_lists
    opened: set[int] = set()
    mines: set[int] = set()
    found, level = {first}, 0
    while True:
        while found:
            cell = found.pop()
            if cell not in opened:
                opened.add(cell)
                found.update(around[cell] if numbers[cell] == 0 else ())
        left = layout.spec.safe_cells - len(opened)
        if left == 0:
            return True, level, 0
        for used in range(1, most + 1):
            safe, certain = _conclusions(layout, opened, mines, used)
            if safe - opened or certain - mines:
                level = max(level, used)
                found |= safe
                mines |= certain
                break
        else:
            return False, level, left


def _conclusions(
    layout: Layout, opened: set[int], mines: set[int], level: int
) -> tuple[set[int], set[int]]:
    """Return the unknown cells that are safe, and those that are mines, at one level."""
    around = layout.geometry.neighbour_lists
    unknown = [i for i in range(layout.geometry.size) if i not in opened and i not in mines]
    known: list[Number] = []
    for cell in sorted(opened):
        assert layout.numbers[cell] != MINE
        bits = sum(1 << i for i in around[cell] if i in unknown)
        need = layout.numbers[cell] - sum(i in mines for i in around[cell])
        if bits:
            known.append((bits, need))
    groups: Iterable[tuple[Number, ...]] = combinations(known, min(level, 2, len(known)))
    if level >= 3:
        groups = [tuple(known)]
    if level == 4:
        everything = sum(1 << i for i in unknown), layout.spec.mines - len(mines)
        groups = [(*known, everything)]
    safe, certain = 0, 0
    for group in groups:
        always_safe, always_mine = _common(group)
        safe, certain = safe | always_safe, certain | always_mine
    return _cells(safe), _cells(certain)


def _common(group: tuple[Number, ...]) -> tuple[int, int]:
    """Return the cells of these numbers that hold no mine, and a mine, in every layout."""
    union = 0
    for bits, _ in group:
        union |= bits
    ever, always, subset = 0, union, union
    while True:
        if all((subset & bits).bit_count() == need for bits, need in group):
            ever, always = ever | subset, always & subset
        if subset == 0:
            return union & ~ever, always
        subset = (subset - 1) & union


def _cells(bits: int) -> set[int]:
    return {i for i in range(bits.bit_length()) if bits >> i & 1}
