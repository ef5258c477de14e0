"""What this machine gives a second process, beside one.

On a busy machine, or one whose processors share a core, two threads cannot be twice as fast as one;
so every gain of a second thread or worker stands beside one of these, measured at the same time.
"""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import get_context

from bench.clock import seconds

__all__ = ["gain_of_counting", "gain_of_second_process"]

_ROUNDS = 40_000_000


def gain_of_counting() -> float:
    """Return how much faster two processes count than one does."""
    return gain_of_second_process(_count, _ROUNDS)


def gain_of_second_process(work: Callable[[int, int], object], size: int) -> float:
    """Return how much faster two processes do the work from 0 to `size` in halves than one does.

    Both have done some of it before; starting them is not measured.
    """
    halves = [(0, size // 2), (size // 2, size)]
    with get_context("spawn").Pool(2) as pool:
        pool.starmap(work, [(0, size // 100)] * 2, chunksize=1)
        alone = seconds(lambda: pool.apply(work, (0, size)))
        together = seconds(lambda: pool.starmap(work, halves, chunksize=1))
    return alone / together


def _count(begin: int, end: int) -> int:
    total = 0
    for number in range(begin, end):
        total += number & 1
    return total
