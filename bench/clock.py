"""How long one call takes, on a machine that others use too."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

__all__ = ["timed"]


def timed(work: Callable[..., Any], *arguments: object) -> tuple[float, Any]:
    """Return the seconds of one call, and its answer.

    The lesser of time passed and processor time: a long call that has to give up the processor
    for a while is not charged for it, or the slower side of a comparison would suffer more.
    """
    processor_began = process_time()
    began = perf_counter()
    answer = work(*arguments)
    passed = perf_counter() - began
    return min(passed, process_time() - processor_began), answer
