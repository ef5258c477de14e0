"""Draw with matplotlib into inline SVG that uses the colours of its page."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any, Final

from sapper.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Draw", "inline_svg"]

Draw = Callable[["Axes"], object]
"""A function that draws on matplotlib Axes."""

_INK, _FAINT = "#0a0b0c", "#0d0e0f"  # placeholders, replaced by the colours of the page
_WIDTH: Final = 4.8  # inches: narrow, so that text stays readable on a phone


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
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        draw(figure.subplots())
        drawn = io.StringIO()
        figure.savefig(drawn, format="svg", transparent=True, metadata={"Date": None})
    svg = drawn.getvalue()
    svg = svg[svg.index("<svg") :].replace(_INK, "var(--ink)").replace(_FAINT, "var(--faint)")
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font: ([0-9.]+px) [^;\"]*", r"font-size: \1", svg)
    used = set(re.findall(r'#([\w-]+)["\)]', svg))
    svg = re.sub(r' id="([^"]*)"', lambda m: m[0] if m[1] in used else "", svg)
    return svg.replace("<svg", f'<svg role="img" aria-label="{escape(alt)}"', 1)
