"""Brute force: try every layout of a small board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import compress, product
from typing import NamedTuple

from sapper.board.cell import FLAG, MINE, Cell, is_covered
from sapper.board.position import Position


class Truth(NamedTuple):
    """The exact counts over all layouts."""

    ways: int
    weight: Fraction
    mine_weight: dict[Cell, Fraction]
    shown_weight: dict[Cell, dict[int, Fraction]]

    def fraction(self, cell: Cell) -> Fraction:
        return self.mine_weight[cell] / self.weight

    @property
    def safe(self) -> frozenset[Cell]:
        return frozenset(c for c, w in self.mine_weight.items() if w == 0)

    @property
    def mines(self) -> frozenset[Cell]:
        return frozenset(c for c, w in self.mine_weight.items() if w == self.weight)


def placements(position: Position, trust_flags: bool = False) -> Iterator[frozenset[int]]:
    """Yield every way to place mines in the covered cells, whether it fits or not."""
    faces = position.faces
    fixed = {i for i, f in enumerate(faces) if f == MINE or (trust_flags and f == FLAG)}
    free = [i for i, f in enumerate(faces) if is_covered(f) and i not in fixed]
    for choice in product((False, True), repeat=len(free)):
        yield frozenset(fixed.union(compress(free, choice)))


def layouts(
    position: Position, trust_flags: bool = False, numbers: Iterable[Cell] | None = None
) -> Iterator[frozenset[int]]:
    """Yield every set of mines that fits, directly by the rules of the game.

    With `numbers`, only these of the position's numbers must fit.
    """
    geometry = position.geometry
    shown = dict(position.numbers())
    asked = [
        (geometry.neighbour_lists[geometry.index(c)], shown[c])
        for c in (shown if numbers is None else numbers)
    ]
    for mines in placements(position, trust_flags):
        if position.mines is not None and len(mines) != position.mines:
            continue
        if all(sum(j in mines for j in around) == number for around, number in asked):
            yield mines


def truth(
    position: Position, *, trust_flags: bool = False, density: Fraction | None = None
) -> Truth:
    geometry = position.geometry
    covered = [i for i, f in enumerate(position.faces) if is_covered(f)]
    odds = Fraction(1) if density is None else density / (1 - density)
    ways, weight = 0, Fraction(0)
    mine_weight = {geometry.cell(i): Fraction(0) for i in covered}
    shown: dict[Cell, dict[int, Fraction]] = {geometry.cell(i): {} for i in covered}
    for mines in layouts(position, trust_flags):
        ways += 1
        here = odds ** len(mines)
        weight += here
        for i in covered:
            cell = geometry.cell(i)
            if i in mines:
                mine_weight[cell] += here
            else:
                n = sum(j in mines for j in geometry.neighbour_lists[i])
                shown[cell][n] = shown[cell].get(n, Fraction(0)) + here
    return Truth(ways, weight, mine_weight, shown)
