"""Limit the work of a call, in states and in milliseconds."""

from __future__ import annotations

import math
import reprlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from numbers import Real
from typing import Final

from sapper import _core
from sapper.board.number_checks import whole_number
from sapper.errors import BudgetExceeded, InputError, Limit
from sapper.language import N_, _

__all__ = ["DEFAULT_BUDGET", "Allowance", "Budget", "budget_errors", "budget_exceeded", "budget_of"]

_MOST_STATES: Final = 2**63 - 1  # what the core can hold


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
        expected = "a budget of 1 to 2^63 - 1 states (a whole number)"
        states = whole_number(self.states, 1, _MOST_STATES, expected)
        given = self.milliseconds
        is_number = isinstance(given, Real) and not isinstance(given, bool)
        if given is not None and not (is_number and given > 0):
            raise InputError(
                "expected a budget above 0 milliseconds, or None for no limit, got "
                f"{reprlib.repr(given)}"
            )
        object.__setattr__(self, "limits", (states, float(self.milliseconds or 0)))


DEFAULT_BUDGET = Budget()
"""The budget of a call that names none: at most a few seconds and about 700 MB.

Exact counts of large boards need more memory per state: about one byte for every eight cells.
"""


def budget_of(budget: Budget | None) -> Budget:
    """Return the budget that a caller means; raise `InputError` for what is none."""
    if budget is None:
        return DEFAULT_BUDGET
    if not isinstance(budget, Budget):
        raise InputError(f"expected a Budget such as Budget(10**6), got {reprlib.repr(budget)}")
    return budget


class Allowance:
    """One budget for many questions: states limit each question, milliseconds all of them together.

    An explanation asks the core hundreds of small questions, a review thousands.
    """

    __slots__ = ("_start", "budget")

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget_of(budget)
        self._start = time.monotonic()

    @property
    def limits(self) -> tuple[int, float]:
        """The limits of the next question. Raise `BudgetExceeded` when no time is left."""
        states, milliseconds = self.budget.states, self.budget.milliseconds
        if milliseconds is None:
            return states, 0.0
        spent = (time.monotonic() - self._start) * 1000.0
        if spent >= milliseconds:
            raise budget_exceeded(0, spent, "time")
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


def budget_exceeded(states: int, milliseconds: float, limit: Limit) -> BudgetExceeded:
    """Return the error for work that ended at a limit after this much."""
    if limit == "width":
        text = _(
            "the position cannot be counted: in any order that was tried, more than {most} "
            "numbers stay open at once, which is a fixed limit; a larger budget does not help"
        )
    elif math.isnan(milliseconds):  # no clock
        text = _("stopped by the budget after {states} counting states: {help}")
    else:
        text = _("stopped by the budget after {states} counting states and {ms:.0f} ms: {help}")
    advice = _(_HELP[limit]) if limit in _HELP else ""
    words = text.format(most=_core.MOST_OPEN_NUMBERS, states=states, ms=milliseconds, help=advice)
    return BudgetExceeded(words, states=states, milliseconds=milliseconds, limit=limit)


_HELP: Final = {
    "states": N_("the position ties very many numbers together; a larger budget may finish"),
    "time": N_("the time ran out; more time may finish"),
}
