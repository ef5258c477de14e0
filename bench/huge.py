"""Huge boards: documents and JSON against the plain analysis, as ratios of times of one run.

The boards are those of `bench.boards` with a thousand rows and columns.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import inf

import sapper
from bench.benchmark import Say
from bench.boards import STAGES, board
from bench.clock import timed
from sapper import Geometry
from sapper.documents import document
from sapper.lab.table import Table, Value

__all__ = ["tables"]

SIDE = 1000
ROUNDS = 5
TARGET = 2.0  # seconds for all of `sapper analyse --json`


def tables(say: Say) -> list[Table]:
    """Return what a document costs beside its analysis."""
    return [_documents(say)]


def _documents(say: Say) -> Table:
    rows: list[list[Value]] = []
    geometry = Geometry.grid(SIDE, SIDE)
    for stage in STAGES:
        say(f"documents: {SIDE}x{SIDE}, {stage}")
        position = board(SIDE, stage, 0, geometry)
        analysis = sapper.analyse(position)
        data = document(analysis)
        plain, as_data, as_text = _best(
            lambda position=position: sapper.analyse(position).chances,
            lambda analysis=analysis: document(analysis),
            lambda data=data: json.dumps(data),
        )
        times = [1e3 * plain, 1e3 * as_data, 1e3 * as_text]
        rows.append([stage, analysis.ways_log10, *times, as_data / plain, as_text / plain])
    return Table(
        f"Documents of {SIDE}x{SIDE}, milliseconds",
        ["stage", "digits of ways", "analyse", "document", "json.dumps", "document / analyse",
         "json.dumps / analyse"],
        rows,
        ["The exact number of layouts is made only where it has few enough digits to print.",
         f"Target: `sapper analyse --json` in {TARGET:.0f} s of processor time, with the start of "
         "Python and the reading of the text."],
    )  # fmt: skip


def _best(*works: Callable[[], object]) -> list[float]:
    """Return the best seconds of each, in rounds that alternate."""
    best = [inf] * len(works)
    for _ in range(ROUNDS):
        best = [min(one, timed(work)[0]) for one, work in zip(best, works, strict=True)]
    return best
