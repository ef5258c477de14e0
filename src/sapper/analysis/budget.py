"""How much work a call may do before it stops and says so."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sapper import _core
from sapper.errors import BudgetExceeded, InputError

__all__ = ["DEFAULT_BUDGET", "Budget", "budget_errors"]


@dataclass(frozen=True, slots=True)
class Budget:
    """A bound on the work of one call: counting states, milliseconds, or both.

    A state is one entry of a counting table, or as much work as one; it costs up to some
    30 bytes and a few nanoseconds.
    """

    states: int = _core.DEFAULT_STATES
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        if self.states < 1:
            raise InputError(f"expected a budget of at least 1 state, got {self.states}")
        if self.milliseconds is not None and not self.milliseconds > 0:
            raise InputError(f"expected a budget above 0 milliseconds, got {self.milliseconds}")

    @property
    def limits(self) -> tuple[int, float]:
        """The two limits as the native core takes them (0 milliseconds: no limit)."""
        return self.states, self.milliseconds or 0.0


DEFAULT_BUDGET = Budget()
"""What a call may use when nothing is said: a few seconds and some 700 MB at the very most.

Exact counts of large boards take more for each state: a byte for every eight cells or so.
"""


@contextmanager
def budget_errors() -> Iterator[None]:
    """Raise the core's end of budget as `BudgetExceeded`."""
    try:
        yield
    except _core.BudgetSpent as spent:
        raise budget_exceeded(*spent.args) from None


def budget_exceeded(states: int, milliseconds: float) -> BudgetExceeded:
    """Return the error for a budget that ended after this much work."""
    took = "" if math.isnan(milliseconds) else f" and {milliseconds:.0f} ms"  # nan: no clock
    return BudgetExceeded(
        f"stopped by the budget after {states} counting states{took}; "
        "a larger budget may finish: the position ties very many numbers together",
        states=states,
        milliseconds=milliseconds,
    )
