"""The figures of estimates, flat, as parts of a row of a table."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

__all__ = ["ESTIMATE_COLUMNS", "Figures"]

ESTIMATE_COLUMNS: Final = (
    ("luck_free", "free.value"),
    ("luck_free_low", "free.low"),
    ("luck_free_high", "free.high"),
    ("luck_free_worth", "free.worth"),
    "why_no_luck_free",
    ("control_variate", "variate.value"),
    ("control_variate_low", "variate.low"),
    ("control_variate_high", "variate.high"),
    ("control_variate_worth", "variate.worth"),
    "why_no_control_variate",
    ("correction", "variate.correction"),
    ("correction_error", "variate.error"),
)
"""The estimates that use more than the outcomes, of a run or a pair, with 95 % intervals.

`worth` says how many times the games the plain estimate would need for the same interval, and
`why_no_` why an estimate is not given.
"""


class Figures(NamedTuple):
    """The figures of an estimate; None for those that it lacks or that are not numbers."""

    value: float | None
    low: float | None
    high: float | None
    worth: float | None
    correction: float | None
    difference: float | None
    error: float | None

    @classmethod
    def of(cls, estimate: object) -> Figures:
        """Return the figures of an estimate; without one, none."""
        found = (getattr(estimate, name, math.nan) for name in cls._fields)
        return cls(*(figure if math.isfinite(figure) else None for figure in found))
