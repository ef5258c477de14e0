"""Metrics of boards: 3BV and ZiNi, beside ms_toollib on the same boards."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

from bench.benchmark import Say
from bench.clock import timed
from bench.peer import is_installed
from sapper import BoardSpec, Layout, _core
from sapper.board.metrics import BoardMetrics
from sapper.lab.table import Table, Value

BOARDS = ("8x8/10", "9x9/10", "16x16/40", "16x30/99")
HUGE = ("100x100/2062", "1000x1000/206250")
COUNT = 200
_SEED = 20261902
_MINE = -1  # as ms_toollib writes it


def tables(say: Say) -> list[Table]:
    """Return microseconds a board with the ratio, and seconds for huge boards."""
    rows: list[list[Value]] = []
    for board in BOARDS:
        say(f"{board}: {COUNT} boards")
        rows += _compare(board)
    return [
        Table(
            "Metrics: median microseconds a board, in one run",
            ["board", "figure", "boards", "sapper", "ms_toollib 1.5.20", "ratio"],
            rows,
            [
                "sapper: from a Layout to the figure. ms_toollib: from its matrix of numbers.",
                "All figures of both are equal on these boards, or the benchmark stops.",
                "8-way ZiNi is not in ms_toollib.",
            ],
        ),
        Table(
            "Metrics of huge boards: seconds",
            ["board", "3BV, openings, islands", "ZiNi", "8-way ZiNi", "human ZiNi"],
            [_huge(board, say) for board in HUGE],
        ),
    ]


def _compare(board: str) -> list[list[Value]]:
    layouts = [_deal(board, game) for game in range(COUNT)]
    rows = []
    for name, ours, theirs in _FIGURES:
        own = [timed(ours, BoardMetrics(layout)) for layout in layouts]
        if name == "3BV":  # computed with the value itself
            own = [timed(lambda each=layout: BoardMetrics(each).bbbv) for layout in layouts]
        other = _ask(theirs, layouts) if theirs and is_installed() else None
        if other is not None and [a for _, a in own] != [a for _, a in other]:
            raise AssertionError(f"{name} of {board} differs from ms_toollib's")
        rows.append([board, name, COUNT, *_medians(own, other)])
    return rows


def _medians(own: list[Any], other: list[Any] | None) -> list[Value]:
    mine = 1e6 * statistics.median(seconds for seconds, _ in own)
    if other is None:
        return [mine, None, None]
    peer = 1e6 * statistics.median(seconds for seconds, _ in other)
    return [mine, peer, peer / mine]


def _ask(function: str, layouts: list[Layout]) -> list[Any]:
    import ms_toollib

    call: Callable[..., Any] = getattr(ms_toollib, function)
    return [timed(call, _matrix(layout)) for layout in layouts]


def _matrix(layout: Layout) -> list[list[int]]:
    columns, shown = layout.geometry.columns, layout.numbers
    numbers = [_MINE if mine else n for mine, n in zip(layout.cells, shown, strict=True)]
    return [numbers[i : i + columns] for i in range(0, len(numbers), columns)]


def _huge(board: str, say: Say) -> list[Value]:
    say(board)
    layout = _deal(board, 0)
    _ = layout.geometry.native
    counted, metrics = timed(BoardMetrics, layout)
    parts = ("zini", "zini_by_order", "human_zini")
    return [board, counted, *(timed(getattr, metrics, part)[0] for part in parts)]


def _deal(board: str, game: int) -> Layout:
    spec = BoardSpec.parse(board)
    return Layout(spec.geometry, _core.deal(spec.geometry.size, spec.mines, [], _SEED, game))


_FIGURES: tuple[tuple[str, Callable[[BoardMetrics], int], str | None], ...] = (
    ("3BV", lambda metrics: metrics.bbbv, "cal_bbbv"),
    ("ZiNi (columns)", lambda metrics: metrics.zini, "cal_zini"),
    ("human ZiNi", lambda metrics: metrics.human_zini, "cal_hzini"),
    ("8-way ZiNi", lambda metrics: metrics.zini_8way, None),
)
