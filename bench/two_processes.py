"""What this machine gives a second process: two that only count, beside one.

On a busy machine, or one whose processors share a core, two threads cannot be twice as fast as one;
so every gain of a second thread or worker stands beside this one, measured at the same time.
"""

from __future__ import annotations

from multiprocessing import get_context

from bench.clock import seconds

__all__ = ["gain_of_counting"]

_ROUNDS = 8_000_000


def gain_of_counting() -> float:
    """Return how much faster two processes count than one does."""
    context = get_context("spawn")
    with context.Pool(2) as pool:
        pool.map(_count, [1, 1])
        alone = seconds(lambda: pool.apply(_count, (_ROUNDS,)))
        together = seconds(lambda: pool.map(_count, [_ROUNDS // 2] * 2, chunksize=1))
    return alone / together


def _count(rounds: int) -> int:
    total = 0
    for number in range(5 * rounds):
        total += number & 1
    return total
