"""How much work a call may do before it stops and says so."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sapper import _core
from sapper.errors import BudgetExceeded, InputError

__all__ = ["DEFAULT_BUDGET", "Allowance", "Budget", "budget_errors", "budget_exceeded"]


@dataclass(frozen=True, slots=True)
class Budget:
    """A bound on the work of one call: counting states, milliseconds, or both.

    A state is one entry of a counting table, or as much work as one; it costs up to some
    30 bytes and a few nanoseconds.
    """

    states: int = _core.DEFAULT_STATES
    milliseconds: float | None = None
    limits: tuple[int, float] = field(init=False, repr=False, compare=False)
    """The two limits as the native core takes them (0 milliseconds: no limit)."""

    def __post_init__(self) -> None:
        if self.states < 1:
            raise InputError(f"expected a budget of at least 1 state, got {self.states}")
        if self.milliseconds is not None and not self.milliseconds > 0:
            raise InputError(f"expected a budget above 0 milliseconds, got {self.milliseconds}")
        object.__setattr__(self, "limits", (self.states, self.milliseconds or 0.0))


DEFAULT_BUDGET = Budget()
"""What a call may use when nothing is said: a few seconds and some 700 MB at the very most.

Exact counts of large boards take more for each state: a byte for every eight cells or so.
"""


class Allowance:
    """One budget for many questions: its states bound each of them, its milliseconds all together.

    An explanation asks the core hundreds of small questions, a review thousands.
    """

    __slots__ = ("_start", "budget")

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or DEFAULT_BUDGET
        self._start = time.monotonic()

    @property
    def limits(self) -> tuple[int, float]:
        """The limits of the next question; raise `BudgetExceeded` when no time is left."""
        states, milliseconds = self.budget.states, self.budget.milliseconds
        if milliseconds is None:
            return states, 0.0
        spent = (time.monotonic() - self._start) * 1000.0
        if spent >= milliseconds:
            raise budget_exceeded(0, spent)
        return states, milliseconds - spent

    @property
    def remaining(self) -> Budget:
        """What is left, as a budget; raise `BudgetExceeded` when no time is left."""
        states, milliseconds = self.limits
        return Budget(states, milliseconds or None)

    def check(self) -> None:
        """Raise `BudgetExceeded` when no time is left."""
        _ = self.limits


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
