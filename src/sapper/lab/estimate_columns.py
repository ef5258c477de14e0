"""The estimates without luck of a run or a pair, flat, as part of a row of a table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypedDict

from sapper.lab.statistics import ControlVariate, LuckFree

if TYPE_CHECKING:
    from sapper.lab.pair import Pair
    from sapper.lab.result import RunResult

__all__ = ["EstimateColumns", "estimate_columns", "plain"]


class EstimateColumns(TypedDict):
    """Estimates that use more than the outcomes, with 95 % intervals; null where there are none.

    `worth` says how many times the games the plain estimate would need for the same interval, and
    `why_no_` why an estimate is not given.
    """

    luck_free: float | None
    luck_free_low: float | None
    luck_free_high: float | None
    luck_free_worth: float | None
    why_no_luck_free: str | None
    control_variate: float | None
    control_variate_low: float | None
    control_variate_high: float | None
    control_variate_worth: float | None
    why_no_control_variate: str | None
    correction: float | None
    correction_error: float | None


def estimate_columns(one: RunResult | Pair) -> EstimateColumns:
    """Return the estimates without luck as figures; None for those there are not, and why."""
    free, variate = one.luck_free, one.control_variate
    return EstimateColumns(
        luck_free=_figure(free, "value"),
        luck_free_low=_figure(free, "low"),
        luck_free_high=_figure(free, "high"),
        luck_free_worth=_figure(free, "worth"),
        why_no_luck_free=one.why_no_luck_free,
        control_variate=_figure(variate, "value"),
        control_variate_low=_figure(variate, "low"),
        control_variate_high=_figure(variate, "high"),
        control_variate_worth=_figure(variate, "worth"),
        why_no_control_variate=one.why_no_control_variate,
        correction=_figure(variate, "correction"),
        correction_error=_figure(variate, "error"),
    )


def _figure(estimate: LuckFree | ControlVariate | None, name: str) -> float | None:
    return plain(getattr(estimate, name, None))


def plain(value: float | None) -> float | None:
    """Return a number that JSON can hold, or None."""
    return None if value is None or not math.isfinite(value) else value
