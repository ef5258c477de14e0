"""Plots of results: every function takes matplotlib Axes, draws on them and returns them.

Importing this module does not import matplotlib (extra `lab`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sapper.lab.comparison import Pair
from sapper.lab.papers.growth import GrowthPoint
from sapper.lab.result import RunResult
from sapper.lab.statistics import SprtState, wilson
from sapper.lab.sums import LOSS_EDGES, SAFETY_EDGES, TIME_EDGES, UNIT
from sapper.language import _
from sapper.percent import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "COLOURS",
    "FEWEST_LOSSES",
    "has_loss_map",
    "losses_per_cell",
    "plot_calibration",
    "plot_differences",
    "plot_growth",
    "plot_guesses",
    "plot_loss_map",
    "plot_losses",
    "plot_sprt",
    "plot_times",
    "plot_win_rates",
]

Values = npt.NDArray[np.float64]

COLOURS = ("#3f87c9", "#e0862c", "#2b9f79", "#a06bd6", "#d4506a", "#8a8f3c", "#4fa3b8", "#b0765a")
"""Colours that most readers can distinguish, on light and dark backgrounds."""

FEWEST_LOSSES = 25
"""The lost games per cell, on average, from which on a map of them is drawn."""


def plot_win_rates(axes: Axes, results: Sequence[RunResult]) -> Axes:
    """Draw the win rate of every player with its interval, and the control variate below it."""
    for row, result in enumerate(reversed(results)):
        rate = result.win_rate
        colour = COLOURS[(len(results) - 1 - row) % len(COLOURS)]
        axes.plot([100 * rate.low, 100 * rate.high], [row, row], color=colour, linewidth=3)
        axes.plot(100 * rate.value, row, "o", color=colour, markersize=7)
        axes.annotate(
            percent(rate.value, 1),
            (100 * rate.value, row),
            xytext=(0, 8),
            textcoords="offset points",
            ha="center",
        )
        if (variate := result.control_variate) is not None:
            y = row - 0.22
            axes.plot([100 * variate.low, 100 * variate.high], [y, y], color=colour, linewidth=2)
            axes.plot(100 * variate.value, y, "D", color=colour, markersize=5)
    if any(result.control_variate for result in results):
        ink = axes.xaxis.label.get_color()
        axes.plot([], [], "o-", color=ink, linewidth=3, label=_("games won"))
        axes.plot([], [], "D-", color=ink, linewidth=2, markersize=5, label=_("control variate"))
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    axes.set_yticks(range(len(results)), [r.run.player for r in reversed(results)])
    axes.set_ylim(-0.6, len(results) - 0.3)
    axes.set_xlabel(_("games won, % (95 % interval)"))
    axes.margins(x=0.12)
    return axes


def plot_differences(axes: Axes, pairs: Sequence[Pair]) -> Axes:
    """Draw the paired differences: plain, and with luck subtracted as thin lines below."""
    for row, pair in enumerate(reversed(pairs)):
        plain, free = pair.difference, pair.luck_free
        axes.plot([100 * plain.low, 100 * plain.high], [row, row], color=COLOURS[0], linewidth=3)
        axes.plot(100 * plain.value, row, "o", color=COLOURS[0], markersize=7)
        if free is not None:
            y = row - 0.22
            axes.plot([100 * free.low, 100 * free.high], [y, y], color=COLOURS[1], linewidth=2)
            axes.plot(100 * free.value, y, "D", color=COLOURS[1], markersize=5)
        if (variate := pair.control_variate) is not None:
            y = row - 0.38
            axes.plot([100 * variate.low, 100 * variate.high], [y, y], color=COLOURS[2])
            axes.plot(100 * variate.value, y, "s", color=COLOURS[2], markersize=4)
    axes.axvline(0, color=axes.xaxis.label.get_color(), linewidth=1, linestyle=":")
    names = [f"{p.first.run.player}\n− {p.second.run.player}" for p in reversed(pairs)]
    axes.set_yticks(range(len(pairs)), names)
    axes.set_ylim(-0.6, len(pairs) - 0.4)
    axes.plot([], [], "o-", color=COLOURS[0], linewidth=3, label=_("difference"))
    axes.plot([], [], "D-", color=COLOURS[1], linewidth=2, markersize=5, label=_("without luck"))
    if any(pair.control_variate for pair in pairs):
        axes.plot([], [], "s-", color=COLOURS[2], markersize=4, label=_("control variate"))
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3)
    axes.set_xlabel(_("percentage points (95 % interval)"))
    return axes


def plot_sprt(axes: Axes, state: SprtState) -> Axes:
    """Draw the log-likelihood ratio of a sequential test board by board, and its bounds."""
    games, ratios = zip(*state.history, strict=True) if state.history else ((), ())
    axes.plot(games, ratios, color=COLOURS[0], linewidth=1.5)
    axes.plot(games[-1:], ratios[-1:], "o", color=COLOURS[0], markersize=6)
    ink = axes.xaxis.label.get_color()
    for bound, name in ((state.high, "H1"), (state.low, "H0")):
        axes.axhline(bound, color=COLOURS[1], linewidth=1.5, linestyle="--")
        axes.annotate(
            f"{name} accepted",
            (0, bound),
            xytext=(4, 4 if name == "H1" else -4),
            textcoords="offset points",
            va="bottom" if name == "H1" else "top",
            color=ink,
        )
    reach = 0.25 * (state.high - state.low)
    axes.set_ylim(min(state.low, *ratios, 0) - reach, max(state.high, *ratios, 0) + reach)
    axes.set_xlim(left=0)
    axes.set_xlabel(_("boards (difference of the {on})").format(on=state.on))
    axes.set_ylabel(_("log-likelihood ratio"))
    return axes


def plot_guesses(axes: Axes, results: Sequence[RunResult]) -> Axes:
    """Draw the share of games with 0, 1, 2 ... guesses."""
    most = max((_most_guesses(r) for r in results if r.games), default=0)
    for number, result in enumerate(results):
        counts = np.zeros(most + 1)
        np.add.at(counts, *_capped(result.sums.guess_counts, most))
        shares = 100 * counts / max(1, result.games)
        colour = COLOURS[number % len(COLOURS)]
        axes.plot(range(most + 1), shares, "o-", color=colour, label=result.run.player)
    axes.set_xlabel(_("guesses in a game ({most} or more in the last)").format(most=most))
    axes.set_ylabel(_("games, %"))
    axes.set_ylim(bottom=0)
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend()
    return axes


def plot_losses(axes: Axes, results: Sequence[RunResult]) -> Axes:
    """Draw how much of the board was open when games were lost."""
    edges = 100 * LOSS_EDGES
    for number, result in enumerate(results):
        shares = 100 * _padded(result.sums.losses, len(edges) - 1) / max(1, result.games)
        colour = COLOURS[number % len(COLOURS)]
        axes.stairs(
            shares, edges, color=colour, linewidth=2, label=result.run.player, baseline=None
        )
    axes.set_xlabel(_("safe cells open when a mine was hit, %"))
    axes.set_ylabel(_("games lost, % of all"))
    axes.set_xlim(0, 100)
    axes.set_ylim(bottom=0)
    axes.legend()
    return axes


def losses_per_cell(result: RunResult) -> float:
    """Return how many games were lost per cell of the board, on average."""
    return sum(result.sums.loss_cells) / result.run.spec.geometry.size


def has_loss_map(result: RunResult) -> bool:
    """Return whether a map of lost games shows more than noise, on a board of squares.

    A cell with n lost games is off by its square root: by 20 % of itself for 25.
    """
    return result.run.spec.shape != "hex" and losses_per_cell(result) >= FEWEST_LOSSES


def plot_loss_map(axes: Axes, result: RunResult) -> Axes:
    """Draw on which cells games were lost (rectangles only, not hexagons)."""
    from matplotlib.ticker import MaxNLocator

    spec = result.run.spec
    counts = _padded(result.sums.loss_cells, spec.geometry.size).reshape(spec.rows, spec.columns)
    image = axes.imshow(100 * counts / max(1, result.games), cmap="magma_r", origin="upper")
    bar = axes.figure.colorbar(image, ax=axes, shrink=0.8)
    bar.set_label(_("games lost here, %"))
    axes.grid(visible=False)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(_("column"))
    axes.set_ylabel(_("row"))
    return axes


def plot_times(axes: Axes, results: Sequence[RunResult]) -> Axes:
    """Draw the distribution of time per game: the share of games below each time."""
    for number, result in enumerate(results):
        if result.games:
            shares = np.cumsum([0, *result.sums.times])
            first = np.flatnonzero(shares)[0] - 1
            colour = COLOURS[number % len(COLOURS)]
            axes.plot(
                1000 * TIME_EDGES[first : len(shares)], 100 * shares[first:] / result.games,
                color=colour, label=result.run.player,
            )  # fmt: skip
    axes.set_xscale("log")
    axes.set_xlabel(_("milliseconds of decisions, at most"))
    axes.set_ylabel(_("games, %"))
    axes.set_ylim(0, 102)
    axes.legend()
    return axes


def plot_calibration(axes: Axes, results: Sequence[RunResult]) -> Axes:
    """Draw how often guesses survive against their exact safety, and the diagonal."""
    groups = len(SAFETY_EDGES) - 1
    axes.plot([0, 100], [0, 100], color=axes.xaxis.label.get_color(), linewidth=1, linestyle=":")
    for number, result in enumerate(results):
        sums = result.sums
        counts = _padded(sums.safety_counts, groups)
        there = counts >= 10
        if not there.any():
            continue
        x = UNIT * _padded(sums.safety_units, groups)[there] / counts[there]
        survived = _padded(sums.safety_survived, groups)[there]
        rates = [wilson(int(s), int(n)) for s, n in zip(survived, counts[there], strict=True)]
        y = np.array([rate.value for rate in rates])
        errors = np.array([(r.value - r.low, r.high - r.value) for r in rates]).reshape(-1, 2).T
        shift = 1.2 * (number - (len(results) - 1) / 2)  # points of players do not overlap
        colour = COLOURS[number % len(COLOURS)]
        axes.errorbar(
            100 * x + shift, 100 * y, 100 * errors, fmt="o", color=colour, label=result.run.player
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
        axes.plot(cells, bounds, "--", color=COLOURS[which + 1], linewidth=1.5, label=label)
    brute = [(point.cells, point.brute_nodes) for point in points if point.brute_nodes is not None]
    axes.plot(*zip(*brute, strict=True), "s-", color=COLOURS[1], label=_("brute force"))
    nodes = [point.nodes for point in points]
    axes.plot(cells, nodes, "o-", color=COLOURS[2], label=_("backtracking"))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(_apart(cells), list(map(str, _apart(cells))))
    most = max(*nodes, *(count for _other, count in brute))
    axes.set_ylim(1, 10 ** (2 * math.ceil(math.log10(most))))
    axes.set_xlabel(_("cells"))
    axes.set_ylabel(_("nodes visited"))
    axes.legend(loc="upper right")
    return axes


def _apart(cells: Sequence[int]) -> list[int]:
    """Return the sizes to label: every one that is a third larger than the one before."""
    chosen: list[int] = []
    for size in cells:
        if not chosen or size >= 4 / 3 * chosen[-1]:
            chosen.append(size)
    return chosen


def _padded(counts: Sequence[int], length: int) -> Values:
    """Return counts as an array, with zeros at the end."""
    return np.array([*counts, *[0] * (length - len(counts))], dtype=np.float64)


def _most_guesses(result: RunResult) -> int:
    """Return the number of guesses that 99 of 100 games do not exceed."""
    return int(np.searchsorted(np.cumsum(result.sums.guess_counts), 0.99 * result.games))


def _capped(counts: Sequence[int], most: int) -> tuple[npt.NDArray[np.intp], Sequence[int]]:
    """Return where to add each count; those beyond the end are added to the last."""
    return np.minimum(np.arange(len(counts)), most), counts
