"""Time one call, or child processes, and what this machine gives a second process.

On a busy machine, or one whose processors share a core, two threads cannot be twice as fast as one;
so every gain of a second thread or worker stands beside one of these, measured at the same time.
"""

from __future__ import annotations

import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from time import perf_counter, process_time
from typing import Any

__all__ = [
    "children_seconds",
    "gain_of_second_process",
    "one_processor",
    "seconds",
    "seconds_by_both_clocks",
    "timed",
]


def seconds(work: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """Return the seconds of one call by a clock: wall-clock time, or processor time."""
    began = clock()
    work()
    return clock() - began


def seconds_by_both_clocks(work: Callable[[], object]) -> tuple[float, float]:
    """Return the wall-clock time and the processor time of one call, of all its threads."""
    processor_began, began = process_time(), perf_counter()
    work()
    return perf_counter() - began, process_time() - processor_began


def timed(work: Callable[..., Any], *arguments: object) -> tuple[float, Any]:
    """Return the seconds of one call, and its answer.

    The seconds are the smaller of wall-clock time and processor time, so that interruptions by
    other processes do not count.
    """
    processor_began = process_time()
    began = perf_counter()
    answer = work(*arguments)
    passed = perf_counter() - began
    return min(passed, process_time() - processor_began), answer


def children_seconds() -> float:
    """Return the processor time of all finished child processes, user and system."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextmanager
def one_processor() -> Iterator[None]:
    """Keep this thread and what it starts on one processor, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


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
