"""Chances over all layouts of the whole board: components and untouched cells together.

Takes the tallies of all components; returns for every cell in how many layouts it is a mine, as
exact integers with one common total. A layout with k mines in the components leaves the other
mines to the n untouched cells in C(n, left - k) ways. Those are the binomials of the paper on
greedy play by probability, which prints them with wrong indices. They are also the "global
analysis across frontiers" that Huda leaves to future work.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

from sapper.errors import ContradictionError
from sapper.language import _
from sapper.players.papers.counting import Tally

__all__ = ["Chances", "Weight", "chances_of", "weights_of"]


@dataclass(frozen=True, slots=True)
class Chances:
    """In how many of `ways` layouts each unknown cell is a mine, in reading order."""

    ways: int
    mine_ways: dict[int, int]

    def check(self) -> None:
        """Raise `ContradictionError` when no layout fits."""
        if not self.ways:
            raise ContradictionError(
                _("no layout fits the position"), cells=frozenset(), is_mine_count=False
            )

    def least(self) -> list[int]:
        """Return the cells that are least often a mine."""
        return self._cells(min(self.mine_ways.values()))

    def always(self) -> list[int]:
        """Return the cells that are a mine in every layout."""
        return self._cells(self.ways)

    def of(self, index: int) -> int:
        """Return in how many layouts a cell is a mine."""
        return self.mine_ways[index]

    def _cells(self, wanted: int) -> list[int]:
        return [index for index, ways in self.mine_ways.items() if ways == wanted]


class Weight(NamedTuple):
    """The part of the layouts that have `mines` mines on the frontier; see `weights_of`."""

    mines: int
    frontier_ways: int
    outside_ways: int
    mine_ways: dict[int, int]


def chances_of(tallies: Sequence[Tally], outside: Sequence[int], mines_left: int | None) -> Chances:
    """Return the chances of every unknown cell.

    Without a mine count all layouts are equally likely, whatever their number of mines. `ways` is 0
    when no layout fits.
    """
    others = _products_of_others([tally.ways for tally in tallies])
    n = len(outside)
    mine_ways: dict[int, int] = {}
    for tally, rest in zip(tallies, others, strict=True):
        weights = [
            sum(w * _ways_outside(n, mines_left, m + k) for k, w in enumerate(rest))
            for m in range(len(tally.ways))
        ]
        for group, counts in zip(tally.component.groups, tally.mine_ways, strict=True):
            total = sum(w * weight for w, weight in zip(counts, weights, strict=False))
            mine_ways.update(dict.fromkeys(group.cells, total))
    whole = _product(others[0], tallies[0].ways) if tallies else (1,)
    ways = sum(w * _ways_outside(n, mines_left, k) for k, w in enumerate(whole))
    less = None if mines_left is None else mines_left - 1
    outside_ways = sum(w * _ways_outside(n - 1, less, k) for k, w in enumerate(whole)) if n else 0
    mine_ways |= dict.fromkeys(outside, outside_ways)
    return Chances(ways, dict(sorted(mine_ways.items())))


def weights_of(
    tallies: Sequence[Tally], outside: Sequence[int], mines_left: int | None
) -> Iterator[Weight]:
    """Yield the parts whose sum is the chances: one for every number of mines on the frontier."""
    others, n = _products_of_others([tally.ways for tally in tallies]), len(outside)
    whole = _product(others[0], tallies[0].ways) if tallies else (1,)
    with_mine = {
        group.cells: _product(counts, rest)
        for tally, rest in zip(tallies, others, strict=True)
        for group, counts in zip(tally.component.groups, tally.mine_ways, strict=True)
    }
    less = None if mines_left is None else mines_left - 1
    for mines, ways in enumerate(whole):
        weight = _ways_outside(n, mines_left, mines)
        if not ways or not weight:
            continue
        mine_ways = dict.fromkeys(outside, ways * _ways_outside(n - 1, less, mines) if n else 0)
        for cells, counts in with_mine.items():
            here = counts[mines] if mines < len(counts) else 0
            mine_ways |= dict.fromkeys(cells, here * weight)
        yield Weight(mines, ways, weight, dict(sorted(mine_ways.items())))


def _ways_outside(cells: int, mines: int | None, used: int) -> int:
    """Return in how many ways the other mines can lie on the untouched cells."""
    if mines is None:
        return 1 << cells
    return comb(cells, mines - used) if mines >= used else 0


def _products_of_others(polynomials: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return for each polynomial the product of all the others."""
    before: list[tuple[int, ...]] = [(1,)]
    for polynomial in polynomials[:-1]:
        before.append(_product(before[-1], polynomial))
    after: tuple[int, ...] = (1,)
    products = []
    for i in range(len(polynomials) - 1, -1, -1):
        products.append(_product(before[i], after))
        after = _product(after, polynomials[i])
    return products[::-1]


def _product(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    if a == (1,):
        return b
    result = [0] * max(0, len(a) + len(b) - 1)
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b):
                result[i + j] += x * y
    return tuple(result)
