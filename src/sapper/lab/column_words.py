"""The names of the columns of tables, and the verdicts in them, as people read them.

Tables have English names and values, which JSON and CSV keep; they are translated when shown.
"""

from __future__ import annotations

from typing import Final

from sapper.language import N_, _

__all__ = ["COLUMNS", "column_name", "verdict_name"]

COLUMNS: Final = (
    N_("backtracking: ms"), N_("backtracking: nodes"),
    N_("batch 1"), N_("batch 2"), N_("board"), N_("boards"), N_("brute force: ms"),
    N_("brute force: nodes"), N_("by second only"), N_("calibration, points"), N_("cells n"),
    N_("control variate of"), N_("correction, points"), N_("difference, points"),
    N_("first cell"), N_("games"), N_("guesses per game"), N_("guesses right %"), N_("identity"),
    N_("layouts"), N_("layouts printed"), N_("mines"), N_("mines d"), N_("ms per game"),
    N_("ms per step"), N_("ms per win"), N_("ms printed"), N_("nodes printed"),
    N_("nodes visited"), N_("p of outcomes"), N_("pair"), N_("player"), N_("position"),
    N_("safe"), N_("solutions"), N_("standard errors"),
    N_("steps per win"), N_("steps printed"), N_("verdict"), N_("win %"), N_("win % observed"),
    N_("win % printed"), N_("win % without luck"), N_("without luck"), N_("won"),
    N_("won by first only"), N_("worth"),
)  # fmt: skip
VERDICTS: Final = (
    N_("higher"), N_("lower"), N_("no difference shown"), N_("control variate"),
    N_("without luck"), N_("outcomes"),
)  # fmt: skip


def column_name(name: str) -> str:
    """Return the name of a column."""
    return _(name)


def verdict_name(verdict: str) -> str:
    """Return a verdict such as `higher` or `lower (without luck)`."""
    direction, has_figure, figure = verdict.removesuffix(")").partition(" (")
    return f"{_(direction)} ({_(figure)})" if has_figure else _(direction)
