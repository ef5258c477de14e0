"""One budget for many questions.

An explanation asks the core hundreds of small questions. The states of a budget bound each of
them, its milliseconds bound them all together.
"""

from __future__ import annotations

import time

from sapper.analysis.budget import DEFAULT_BUDGET, Budget, budget_exceeded

__all__ = ["Allowance"]


class Allowance:
    """What is left of a budget."""

    def __init__(self, budget: Budget | None) -> None:
        self.budget = budget or DEFAULT_BUDGET
        self._start = time.monotonic()

    @property
    def limits(self) -> tuple[int, float]:
        """The limits of the next question; raise `BudgetExceeded` when no time is left."""
        states, milliseconds = self.budget.limits
        if not milliseconds:
            return states, 0.0
        spent = (time.monotonic() - self._start) * 1000.0
        if spent >= milliseconds:
            raise budget_exceeded(0, spent)
        return states, milliseconds - spent
