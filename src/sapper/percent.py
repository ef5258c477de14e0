"""Write chances as percentages, the same way everywhere.

An undecided chance is never shown as 0 or 100: it becomes `<0.1` or `>99.9`. A percentage without
decimals is exact: `50 %` is one half, `50.0 %` is rounded. `static/js/percent.js` follows the same
rules, and a test checks that both agree.
"""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal

__all__ = ["percent", "percent_figure"]

_NONE = "–"
_NOISE = 1e-9  # a float this close to a whole percentage counts as equal to it


def percent(chance: float, decimals: int = 1) -> str:
    """Return a chance such as '41.2 %'; '–' for NaN."""
    figure = percent_figure(chance, decimals)
    return figure if figure == _NONE else f"{figure} %"


def percent_figure(chance: float, decimals: int = 1) -> str:
    """Return a chance without the sign, such as '41.2'; with no decimals '41', '<1' or '>99'."""
    value = 100 * float(chance)
    if not math.isfinite(value):
        return _NONE
    whole = round(value)
    if abs(value - whole) < _NOISE and (0 < whole < 100 or chance in (0, 1)):
        return str(whole)
    step = Decimal(1).scaleb(-decimals)
    shown = Decimal(value).quantize(step, ROUND_HALF_UP)
    if 0 < chance < 1 and shown == 0:
        return f"<{step}"
    if 0 < chance < 1 and shown == 100:
        return f">{100 - step}"
    return str(shown)
