"""Limit the work of a call, in states and in milliseconds."""

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
    """A limit on the work of one call: counting states, milliseconds, or both.

    A state is one entry of a counting table, or the same amount of other work; it costs up to
    about 30 bytes and a few nanoseconds.
    """

    states: int = _core.DEFAULT_STATES
    milliseconds: float | None = None
    limits: tuple[int, float] = field(init=False, repr=False, compare=False)
    """Both limits as the native core expects them (0 milliseconds: no limit)."""

    def __post_init__(self) -> None:
        if self.states < 1:
            raise InputError(f"expected a budget of at least 1 state, got {self.states}")
        if self.milliseconds is not None and not self.milliseconds > 0:
            raise InputError(f"expected a budget above 0 milliseconds, got {self.milliseconds}")
        object.__setattr__(self, "limits", (self.states, self.milliseconds or 0.0))


DEFAULT_BUDGET = Budget()
"""The budget of a call that names none: at most a few seconds and about 700 MB.

Exact counts of large boards need more memory per state: about one byte for every eight cells.
"""


class Allowance:
    """One budget for many questions: states limit each question, milliseconds all of them together.

    An explanation asks the core hundreds of small questions, a review thousands.
    """

    __slots__ = ("_start", "budget")

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or DEFAULT_BUDGET
        self._start = time.monotonic()

    @property
    def limits(self) -> tuple[int, float]:
        """The limits of the next question. Raise `BudgetExceeded` when no time is left."""
        states, milliseconds = self.budget.states, self.budget.milliseconds
        if milliseconds is None:
            return states, 0.0
        spent = (time.monotonic() - self._start) * 1000.0
        if spent >= milliseconds:
            raise budget_exceeded(0, spent)
        return states, milliseconds - spent

    @property
    def remaining(self) -> Budget:
        """The budget that is left. Raise `BudgetExceeded` when no time is left."""
        states, milliseconds = self.limits
        return Budget(states, milliseconds or None)

    def check(self) -> None:
        """Raise `BudgetExceeded` when no time is left."""
        _ = self.limits


@contextmanager
def budget_errors() -> Iterator[None]:
    """Translate the core's `BudgetSpent` into `BudgetExceeded`."""
    try:
        yield
    except _core.BudgetSpent as spent:
        raise budget_exceeded(*spent.args) from None


def budget_exceeded(states: int, milliseconds: float) -> BudgetExceeded:
    """Return the error for a budget that ran out after this much work."""
    took = "" if math.isnan(milliseconds) else f" and {milliseconds:.0f} ms"  # nan: no clock
    return BudgetExceeded(
        f"stopped by the budget after {states} counting states{took}: "
        "the position ties very many numbers together; a larger budget may finish",
        states=states,
        milliseconds=milliseconds,
    )
