"""Draw with matplotlib into inline SVG that uses the colours of its page."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any, Final

from sapper.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Draw", "inline_svg", "power_text"]

Draw = Callable[["Axes"], object]
"""A function that draws on matplotlib Axes."""

_INK, _FAINT = "#0a0b0c", "#0d0e0f"  # placeholders, replaced by the colours of the page
_WIDTH: Final = 4.8  # inches: narrow, so that text stays readable on a phone
_CHARACTER: Final = 0.09  # inches: the mean width of a character
_SUPERSCRIPTS: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def inline_svg(draw: Draw, height: float, alt: str) -> str:
    """Return a drawing as SVG with the CSS variables `--ink` and `--faint` as its colours."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError("plots need the lab extra: pip install 'sapper[lab]'") from None

    settings: Any = {
        "svg.fonttype": "none", "svg.hashsalt": alt, "font.size": 11, "text.color": _INK,
        "axes.edgecolor": _FAINT, "axes.labelcolor": _INK, "xtick.color": _INK,
        "ytick.color": _INK, "axes.grid": True, "grid.color": _FAINT, "grid.linewidth": 0.6,
        "axes.axisbelow": True, "axes.spines.top": False, "axes.spines.right": False,
        "legend.frameon": False, "legend.fontsize": 10, "axes.titlesize": 11,
    }  # fmt: skip
    with rc_context(settings):
        figure = Figure(figsize=(_WIDTH, height))
        axes = figure.subplots()
        draw(axes)
        _label_powers_plainly(axes)
        _set_margins(figure, axes, height)
        drawn = io.StringIO()
        figure.savefig(drawn, format="svg", transparent=True, metadata={"Date": None})
    svg = drawn.getvalue()
    svg = svg[svg.index("<svg") :].replace(_INK, "var(--ink)").replace(_FAINT, "var(--faint)")
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font: ([0-9.]+px) [^;\"]*", r"font-size: \1", svg)
    used = set(re.findall(r'#([\w-]+)["\)]', svg))
    svg = re.sub(r' id="([^"]*)"', lambda m: m[0] if m[1] in used else "", svg)
    return svg.replace("<svg", f'<svg role="img" aria-label="{escape(alt)}"', 1)


def _label_powers_plainly(axes: Axes) -> None:
    """Label logarithmic axes with plain text: setting formulas takes longer than all the rest."""
    from matplotlib.ticker import FuncFormatter, LogFormatter, LogLocator, NullLocator

    for axis in (axes.xaxis, axes.yaxis):
        if axis.get_scale() == "log":
            axis.set_minor_locator(NullLocator())
            if isinstance(axis.get_major_formatter(), LogFormatter):
                axis.set_major_locator(LogLocator(numticks=7))
                axis.set_major_formatter(FuncFormatter(lambda value, _: power_text(value)))


def power_text(value: float) -> str:
    """Return a power of ten in digits if it is short, else as 10 with its exponent."""
    exponent = round(math.log10(value))
    if -4 < exponent < 5:
        return f"{value:g}"
    return f"10{str(exponent).translate(_SUPERSCRIPTS)}"


def _set_margins(figure: Figure, axes: Axes, height: float) -> None:
    """Place the axes by the length of their labels; a layout engine would draw everything twice."""
    lines = [line for label in _fixed_labels(axes) for line in label.splitlines()]
    left = 0.2 + _CHARACTER * max(map(len, lines), default=6) + 0.25 * bool(axes.get_ylabel())
    legend = axes.get_legend()
    top = 0.1
    if legend is not None and legend.get_bbox_to_anchor().y0 >= axes.bbox.y1 - 1:  # above the axes
        legend.set_loc("upper center")
        legend.set_bbox_to_anchor((0.5, 1.0), transform=figure.transFigure)
        top = 0.4
    figure.subplots_adjust(
        left=min(left / _WIDTH, 0.6), right=1 - 0.15 / _WIDTH,
        bottom=0.55 / height, top=1 - top / height,
    )  # fmt: skip


def _fixed_labels(axes: Axes) -> list[str]:
    """Return the names at the vertical axis; none if it has numbers."""
    from matplotlib.ticker import FixedLocator

    if not isinstance(axes.yaxis.get_major_locator(), FixedLocator):
        return []
    return [label.get_text() for label in axes.get_yticklabels()]
