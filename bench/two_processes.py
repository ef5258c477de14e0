"""What this machine gives a second process, beside one.

On a busy machine, or one whose processors share a core, two threads cannot be twice as fast as one;
so every gain of a second thread or worker stands beside one of these, measured at the same time.
"""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier

from bench.clock import seconds

__all__ = ["gain_of_second_process"]

_START_SECONDS = 60.0


def gain_of_second_process(work: Callable[[int, int], object], size: int) -> float:
    """Return how much faster two processes do the work from 0 to `size` in halves than one does.

    Both have done some of it before; starting them is not measured.
    """
    halves = [(0, size // 2), (size // 2, size)]
    context = get_context("spawn")
    warm = context.Barrier(3)  # for both processes and this one
    with context.Pool(2, _warm_up, (warm, work, size // 100)) as pool:
        warm.wait(_START_SECONDS)
        alone = seconds(lambda: pool.apply(work, (0, size)))
        together = seconds(lambda: pool.starmap(work, halves, chunksize=1))
    return alone / together


def _warm_up(warm: Barrier, work: Callable[[int, int], object], size: int) -> None:
    work(0, size)
    warm.wait(_START_SECONDS)
