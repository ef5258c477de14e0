"""Count the layouts of a position in exact integers.

The core counts each component by its mines; this module combines the components with the untouched
cells in Python integers. The cost grows with the number of digits: well under a millisecond on
ordinary boards, about a second for one fraction on boards of ten thousand cells. The budget limits
only the core's part of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import comb
from typing import NamedTuple

__all__ = ["ExactCounts", "layouts", "mine_range", "weight"]


class ExactCounts(NamedTuple):
    """The parts of a position: mines already known, untouched cells, and each component's ways.

    A part (low, ways) has ways[i] layouts with low + i mines.
    """

    known_mines: int
    untouched: int
    parts: list[tuple[int, list[int]]]


def mine_range(counts: ExactCounts) -> tuple[int, int]:
    """Return the fewest and the most mines that the numbers allow on the whole board."""
    fewest = counts.known_mines + sum(low for low, _ in counts.parts)
    spread = sum(len(ways) - 1 for _, ways in counts.parts)
    return fewest, fewest + spread + counts.untouched


def layouts(counts: ExactCounts | None, mines: int | None) -> int:
    """Return how many layouts fit with this many mines, or (None) with any number of mines."""
    if counts is None:
        return 0
    if mines is None:
        ways = 1 << counts.untouched
        for _, part in counts.parts:
            ways *= sum(part)
        return ways
    total = _product([ways for _, ways in counts.parts])
    left = mines - counts.known_mines - sum(low for low, _ in counts.parts)
    return _dot_binomials(total, counts.untouched, left)


def weight(counts: ExactCounts | None, odds: Fraction) -> Fraction:
    """Return the weight of all layouts when each mine multiplies the weight by `odds`."""
    if counts is None:
        return Fraction(0)
    result = odds**counts.known_mines * (1 + odds) ** counts.untouched
    for low, ways in counts.parts:
        result *= sum(n * odds ** (low + i) for i, n in enumerate(ways))
    return result


def _dot_binomials(total: Sequence[int], untouched: int, left: int) -> int:
    """Return the sum of total[i] * C(untouched, left - i), each binomial from the one before."""
    start = max(0, left - untouched)  # below this the untouched cells could not hold the mines
    if start >= len(total) or left < 0:
        return 0
    k = left - start
    binomial = comb(untouched, k)
    ways = 0
    for count in total[start : left + 1]:
        ways += count * binomial
        binomial = binomial * k // (untouched - k + 1)
        k -= 1
    return ways


def _product(polynomials: list[list[int]]) -> list[int]:
    """Multiply all polynomials, always the two shortest first, so that few products are long."""
    queue = [(len(p), i, p) for i, p in enumerate(polynomials)]
    heapify(queue)
    for serial in range(len(queue), 2 * len(queue) - 1):
        joined = _times(heappop(queue)[2], heappop(queue)[2])
        heappush(queue, (len(joined), serial, joined))
    return queue[0][2] if queue else [1]


def _times(a: list[int], b: list[int]) -> list[int]:
    """Multiply two polynomials as two big integers with room between the coefficients."""
    room = max(a).bit_length() + max(b).bit_length() + min(len(a), len(b)).bit_length()
    size = room // 8 + 1
    product = _pack(a, size) * _pack(b, size)
    raw = product.to_bytes(size * (len(a) + len(b)), "little")
    return [
        int.from_bytes(raw[size * i : size * (i + 1)], "little") for i in range(len(a) + len(b) - 1)
    ]


def _pack(coefficients: list[int], size: int) -> int:
    return int.from_bytes(b"".join(c.to_bytes(size, "little") for c in coefficients), "little")
