"""Exact answers: the time of layouts as an integer and of a chance as a fraction."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

import numpy as np

import sapper
from bench.benchmark import Say
from bench.boards import board
from bench.clock import timed
from bench.fixtures import positions_by_set
from sapper import Cell, Position
from sapper.lab.table import Table, Value

__all__ = ["tables"]

REPEATS = 3


def tables(say: Say) -> list[Table]:
    """Return the times of `chances`, `ways` and one `fraction`, by size."""
    sets = {
        "16x30/99 (committed)": lambda: positions_by_set()["expert"],
        "100x100, middle": lambda: [board(100, "middle", seed) for seed in range(5)],
        "300x300, middle": lambda: [board(300, "middle", 0)],
    }
    rows: list[list[Value]] = []
    for name, make in sets.items():
        say(name)
        rows.append([name, *_row(make())])
    return [
        Table(
            "Exact answers, milliseconds (median over the positions)",
            ["positions", "how many", "chances", "ways", "one fraction", "digits of ways"],
            rows,
            [
                "One fraction: of a cell that is not certain, where there is one.",
                "The best of three calls in a row, so with a warm cache.",
            ],
        )
    ]


def _row(positions: list[Position]) -> list[Value]:
    chances = [_best(lambda p=p: sapper.analyse(p).chances) for p in positions]
    ways = [_best(lambda p=p: sapper.analyse(p).ways) for p in positions]
    open_cells = [(p, _undecided(p)) for p in positions]
    fractions = [
        _best(lambda p=p, c=c: sapper.analyse(p).fraction(c))
        for p, c in open_cells
        if c is not None
    ]
    digits = median(sapper.analyse(p).ways.bit_length() * 0.30103 for p in positions)
    times = [1e3 * median(seconds) for seconds in (chances, ways, fractions)]
    return [len(positions), *times, int(digits)]


def _undecided(position: Position) -> Cell | None:
    chances = sapper.analyse(position).chances
    with np.errstate(invalid="ignore"):
        rows, columns = np.nonzero((chances > 0) & (chances < 1))
    return Cell(int(rows[0]), int(columns[0])) if rows.size else None


def _best(work: Callable[[], object]) -> float:
    return min(timed(work)[0] for _ in range(REPEATS))
