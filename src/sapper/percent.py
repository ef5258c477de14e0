"""Write chances as percentages, the same way everywhere.

An undecided chance is never shown as 0 or 100: it becomes `<0.1` or `>99.9`. By default a chance
has one decimal, or none where that is exact: `50 %` is one half, `50.0 %` is rounded. Figures in
columns ask for a number of decimals and get it. `static/js/percent.js` follows the same rules, and
a test checks that both agree.
"""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal

from sapper.language import local_number

__all__ = ["percent", "percent_figure", "short_percent"]

_NONE = "–"
_NOISE = 1e-9  # a float this close to a whole percentage counts as equal to it


def percent(chance: float, decimals: int | None = None) -> str:
    """Return a chance such as '41.2 %', in the language in use; '–' for NaN."""
    figure = percent_figure(chance, decimals)
    return figure if figure == _NONE else f"{local_number(figure)} %"


def short_percent(chance: float) -> str:
    """Return a chance for a cell of a board: '8%', '50%', '<1%' or '>99%'."""
    return f"{percent_figure(chance, 0)}%"


def percent_figure(chance: float, decimals: int | None = None) -> str:
    """Return a chance without the sign, such as '41.2'; with no decimals '41', '<1' or '>99'."""
    value = 100 * float(chance)
    if not math.isfinite(value):
        return _NONE
    whole = round(value)
    is_whole = abs(value - whole) < _NOISE and (0 < whole < 100 or chance in (0, 1))
    if is_whole and decimals is None:
        return str(whole)
    step = Decimal(1).scaleb(-1 if decimals is None else -decimals)
    shown = Decimal(value).quantize(step, ROUND_HALF_UP)
    if 0 < chance < 1 and shown == 0:
        return f"<{step}"
    if 0 < chance < 1 and shown == 100:
        return f">{100 - step}"
    return str(shown)
