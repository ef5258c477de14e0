"""Plots of results: every function takes matplotlib Axes, draws on them and returns them.

Importing this module does not import matplotlib (extra `lab`).
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import cycle
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from sapper.errors import InputError
from sapper.lab.pair import Pair
from sapper.lab.papers.growth import GrowthPoint
from sapper.lab.playing.sums import LOSS_EDGES, SAFETY_EDGES, TIME_EDGES, UNIT
from sapper.lab.result import RunResult
from sapper.lab.statistics.intervals import Estimate, wilson
from sapper.lab.statistics.sprt import SprtState
from sapper.language import _, local_number
from sapper.percent import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "COLOURS",
    "Draw",
    "inline_svg",
    "plot_calibration",
    "plot_differences",
    "plot_growth",
    "plot_guesses",
    "plot_losses",
    "plot_sprt",
    "plot_times",
    "plot_win_rates",
]

Draw = Callable[["Axes"], object]
"""A function that draws on matplotlib Axes."""

COLOURS = ("#3f87c9", "#e0862c", "#2b9f79", "#a06bd6", "#d4506a", "#8a8f3c", "#4fa3b8", "#b0765a")
"""Colours that most readers can distinguish, on light and dark backgrounds."""

_INK, _FAINT = "#0a0b0c", "#0d0e0f"  # placeholders, replaced by the colours of the page
_WIDTH: Final = 4.8  # inches: narrow, so that text stays readable on a phone
_LONGEST_NAME: Final = 24  # characters
_FEWEST_GUESSES: Final = 10  # of one safety, from which on their share is drawn
_SETTINGS: Final[Any] = {
    "svg.fonttype": "none", "font.size": 11, "text.color": _INK, "axes.edgecolor": _FAINT,
    "axes.labelcolor": _INK, "xtick.color": _INK, "ytick.color": _INK, "axes.grid": True,
    "grid.color": _FAINT, "grid.linewidth": 0.6, "axes.axisbelow": True,
    "axes.spines.top": False, "axes.spines.right": False, "legend.frameon": False,
    "legend.fontsize": 10,
}  # fmt: skip


def inline_svg(draw: Draw, height: float, alt: str) -> str:
    """Return a drawing as SVG with the CSS variables `--ink` and `--faint` as its colours."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError("plots need the lab extra: pip install 'sapper[lab]'") from None

    with rc_context({**_SETTINGS, "svg.hashsalt": alt}):
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        draw(figure.subplots())
        drawn = io.StringIO()
        figure.savefig(drawn, format="svg", transparent=True, metadata={"Date": None})
    svg = drawn.getvalue()
    svg = svg[svg.index("<svg") :].replace(_INK, "var(--ink)").replace(_FAINT, "var(--faint)")
    svg = re.sub(r"(?<=>)[\d.,]+(?=</text>)", lambda found: local_number(found[0]), svg)
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font: ([0-9.]+px) [^;\"]*", r"font-size: \1", svg)
    used = set(re.findall(r'#([\w-]+)["\)]', svg))
    svg = re.sub(r' id="([^"]*)"', lambda m: m[0] if m[1] in used else "", svg)
    return svg.replace("<svg", f'<svg role="img" aria-label="{escape(alt)}"', 1)


def plot_win_rates(axes: Axes, results: Sequence[RunResult]) -> Axes:
    """Draw the win rate of every player with its interval, and the control variate below it."""
    for row, (colour, result) in enumerate(_colour(results)):
        rate, y = result.win_rate, len(results) - 1 - row
        _draw_estimate(axes, rate, y, colour, "o", 3)
        axes.annotate(percent(rate.value, 1), (100 * rate.value, y), xytext=(0, 8),
                      textcoords="offset points", ha="center")  # fmt: skip
        _draw_estimate(axes, result.control_variate, y - 0.22, colour, "D", 2)
    if any(result.control_variate for result in results):
        ink = axes.xaxis.label.get_color()
        axes.plot([], [], "o-", color=ink, linewidth=3, label=_("games won"))
        axes.plot([], [], "D-", color=ink, linewidth=2, label=_("control variate"))
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    axes.set_yticks(range(len(results)), list(map(_name, reversed(results))))
    axes.set_ylim(-0.6, len(results) - 0.3)
    axes.set_xlabel(_("games won, % (95 % interval)"))
    axes.margins(x=0.12)
    return axes


def plot_differences(axes: Axes, pairs: Sequence[Pair]) -> Axes:
    """Draw the paired differences: plain, and with luck subtracted as thin lines below."""
    for row, pair in enumerate(reversed(pairs)):
        _draw_estimate(axes, pair.difference, row, COLOURS[0], "o", 3)
        _draw_estimate(axes, pair.luck_free, row - 0.22, COLOURS[1], "D", 2)
        _draw_estimate(axes, pair.control_variate, row - 0.38, COLOURS[2], "s", 1.5)
    axes.axvline(0, color=axes.xaxis.label.get_color(), linewidth=1, linestyle=":")
    names = [f"{_name(p.first)}\n− {_name(p.second)}" for p in reversed(pairs)]
    axes.set_yticks(range(len(pairs)), names)
    axes.set_ylim(-0.6, len(pairs) - 0.4)
    axes.plot([], [], "o-", color=COLOURS[0], linewidth=3, label=_("difference"))
    axes.plot([], [], "D-", color=COLOURS[1], linewidth=2, label=_("without luck"))
    if any(pair.control_variate for pair in pairs):
        axes.plot([], [], "s-", color=COLOURS[2], label=_("control variate"))
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3)
    axes.set_xlabel(_("percentage points (95 % interval)"))
    return axes


def plot_sprt(axes: Axes, state: SprtState) -> Axes:
    """Draw the log-likelihood ratio of a sequential test board by board, and its bounds."""
    games, ratios = zip(*state.history, strict=True) if state.history else ((), ())
    axes.plot(games, ratios, color=COLOURS[0], linewidth=1.5)
    axes.plot(games[-1:], ratios[-1:], "o", color=COLOURS[0], markersize=6)
    for bound, name, place in ((state.high, "H1", "bottom"), (state.low, "H0", "top")):
        axes.axhline(bound, color=COLOURS[1], linewidth=1.5, linestyle="--")
        axes.annotate(f"{name} accepted", (0, bound), va=place)
    reach = 0.25 * (state.high - state.low)
    axes.set_ylim(min(state.low, *ratios, 0) - reach, max(state.high, *ratios, 0) + reach)
    axes.set_xlim(left=0)
    axes.set_xlabel(_("boards (difference of the {on})").format(on=state.on))
    axes.set_ylabel(_("log-likelihood ratio"))
    return axes


def plot_guesses(axes: Axes, results: Sequence[RunResult]) -> Axes:
    """Draw the share of games with 0, 1, 2 ... guesses."""
    most = max((_most_guesses(r) for r in results if r.games), default=0)
    for colour, result in _colour(results):
        counts = np.array(result.sums.guess_counts)
        shown = np.bincount(np.minimum(np.arange(len(counts)), most), counts, most + 1)
        shares = 100 * shown / max(1, result.games)
        axes.plot(range(most + 1), shares, "o-", color=colour, label=_name(result))
    axes.set_xlabel(_("guesses in a game ({most} or more in the last)").format(most=most))
    axes.set_ylabel(_("games, %"))
    axes.set_ylim(bottom=0)
    axes.locator_params(axis="x", integer=True)
    axes.legend()
    return axes


def plot_losses(axes: Axes, results: Sequence[RunResult]) -> Axes:
    """Draw how much of the board was open when games were lost."""
    edges = 100 * LOSS_EDGES
    for colour, result in _colour(results):
        shares = 100 * _pad(result.sums.losses, len(edges) - 1) / max(1, result.games)
        axes.stairs(shares, edges, color=colour, linewidth=2, label=_name(result), baseline=None)
    axes.set_xlabel(_("safe cells open when a mine was hit, %"))
    axes.set_ylabel(_("games lost, % of all"))
    axes.set_xlim(0, 100)
    axes.set_ylim(bottom=0)
    axes.legend()
    return axes


def plot_times(axes: Axes, results: Sequence[RunResult]) -> Axes:
    """Draw the distribution of time per game: the share of games below each time."""
    for colour, result in _colour(results):
        if result.games:
            shares = np.cumsum([0, *result.sums.times])
            first = np.flatnonzero(shares)[0] - 1
            times = 1000 * TIME_EDGES[first : len(shares)]
            below = 100 * shares[first:] / result.games
            axes.plot(times, below, color=colour, label=_name(result))
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlabel(_("milliseconds of decisions, at most"))
    axes.set_ylabel(_("games, %"))
    axes.set_ylim(0, 102)
    axes.legend()
    return axes


def plot_calibration(axes: Axes, results: Sequence[RunResult]) -> Axes:
    """Draw how often guesses survive against their exact safety, and the diagonal."""
    groups = len(SAFETY_EDGES) - 1
    axes.plot([0, 100], [0, 100], color=axes.xaxis.label.get_color(), linewidth=1, linestyle=":")
    for number, (colour, result) in enumerate(_colour(results)):
        counts = _pad(result.sums.safety_counts, groups)
        there = counts >= _FEWEST_GUESSES
        if not there.any():
            continue
        x = UNIT * _pad(result.sums.safety_units, groups)[there] / counts[there]
        survived = _pad(result.sums.safety_survived, groups)[there]
        rates = [wilson(int(s), int(n)) for s, n in zip(survived, counts[there], strict=True)]
        y = np.array([rate.value for rate in rates])
        errors = np.array([(r.value - r.low, r.high - r.value) for r in rates]).T
        shift = 1.2 * (number - (len(results) - 1) / 2)  # points of players do not overlap
        axes.errorbar(
            100 * x + shift, 100 * y, 100 * errors, fmt="o", color=colour, label=_name(result)
        )
    axes.set_xlabel(_("exact safety of a guess, %"))
    axes.set_ylabel(_("guesses that survived, %"))
    axes.set_xlim(0, 103)
    axes.set_ylim(0, 103)
    if axes.get_legend_handles_labels()[0]:
        axes.legend()
    return axes


def plot_growth(axes: Axes, points: Sequence[GrowthPoint]) -> Axes:
    """Draw the nodes of both methods and the paper's bounds against the size of the board.

    Both scales are logarithmic. The bounds soon leave the plot, which ends above the nodes.
    """
    cells = [point.cells for point in points]
    for which, label in ((0, "bound n·n!/(n−d)!"), (1, "bound n·2ⁿ")):
        logs = [math.log10(point.bounds[which]) for point in points]  # floats end at 10^308
        bounds = [10 ** min(log, 300) for log in logs]
        axes.plot(cells, bounds, "--", color=COLOURS[which + 1], linewidth=1.5, label=_(label))
    brute = [(point.cells, point.brute_nodes) for point in points if point.brute_nodes is not None]
    axes.plot(*zip(*brute, strict=True), "s-", color=COLOURS[1], label=_("brute force"))
    nodes = [point.nodes for point in points]
    axes.plot(cells, nodes, "o-", color=COLOURS[2], label=_("backtracking"))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xticks(cells[::2], list(map(str, cells[::2])))
    axes.minorticks_off()
    most = max(*nodes, *(count for _other, count in brute))
    axes.set_ylim(1, 10 ** (2 * math.ceil(math.log10(most))))
    axes.set_xlabel(_("cells"))
    axes.set_ylabel(_("nodes visited"))
    axes.legend(loc="upper right")
    return axes


def _colour(results: Sequence[RunResult]) -> Iterator[tuple[str, RunResult]]:
    return zip(cycle(COLOURS), results, strict=False)


def _name(result: RunResult) -> str:
    """Return the name of a player, shortened to leave room for the plot."""
    name = result.run.player
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def _draw_estimate(
    axes: Axes, estimate: Estimate | None, y: float, colour: str, marker: str, width: float
) -> None:
    """Draw a value in percent as a marker, and its interval as a line."""
    if estimate is not None:
        axes.plot([100 * estimate.low, 100 * estimate.high], [y, y], color=colour, linewidth=width)
        axes.plot(100 * estimate.value, y, marker, color=colour, markersize=1 + 2 * width)


def _pad(counts: Sequence[int], length: int) -> npt.NDArray[np.float64]:
    """Return counts as an array, with zeros at the end."""
    return np.array([*counts, *[0] * (length - len(counts))], dtype=np.float64)


def _most_guesses(result: RunResult) -> int:
    """Return the number of guesses that 99 of 100 games do not exceed."""
    return int(np.searchsorted(np.cumsum(result.sums.guess_counts), 0.99 * result.games))
