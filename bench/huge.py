"""Huge boards: JSON, and mine counts next to their limits, against the plain analysis.

Both are ratios of times of the same run. The boards have a thousand rows and columns: those of
`bench.boards`, and one that repeats a tile whose outer ring is covered, so that every tile is a
component of its own and no cell is untouched.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import inf

import numpy as np

import sapper
from bench.benchmark import Say
from bench.boards import STAGES, board
from bench.clock import timed
from sapper import Analysis, Geometry, Position
from sapper.board.cell import HIDDEN
from sapper.documents import document
from sapper.lab.table import Table, Value

__all__ = ["tables"]

SIDE = 1000
TILE = 10
ROUNDS = 5
TARGET = 2.0  # seconds for all of `sapper analyse --json`


def tables(say: Say) -> list[Table]:
    """Return what a document costs beside its analysis, and what a mine count at a limit does."""
    return [_documents(say), _mine_counts(say)]


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


def _mine_counts(say: Say) -> Table:
    say(f"mine counts: {SIDE}x{SIDE} of tiles")
    tiled = _tiled_board()
    fewest, most = _mine_range(sapper.analyse(tiled, density=0.5))
    middle = (fewest + most) // 2
    counts = {
        "the fewest": fewest, "one more": fewest + 1, "two more": fewest + 2,
        "half way": middle, "two fewer": most - 2, "one fewer": most - 1, "the most": most,
    }  # fmt: skip
    boards = [tiled.with_mines(count) for count in counts.values()]
    best = _best(*(lambda one=one: sapper.analyse(one).chances for one in boards))
    times = dict(zip(counts, best, strict=True))
    rows: list[list[Value]] = [
        [name, counts[name], 1e3 * spent, spent / times["half way"]]
        for name, spent in times.items()
    ]
    return Table(
        f"Mine counts next to their limits, {SIDE}x{SIDE} of {TILE}x{TILE} tiles, milliseconds",
        ["mine count", "mines", "milliseconds", "of half way"],
        rows,
        [f"{(SIDE // TILE) ** 2} components, no untouched cell."],
    )


def _best(*works: Callable[[], object]) -> list[float]:
    """Return the best seconds of each, in rounds that alternate."""
    best = [inf] * len(works)
    for _ in range(ROUNDS):
        best = [min(one, timed(work)[0]) for one, work in zip(best, works, strict=True)]
    return best


def _tiled_board() -> Position:
    rng = np.random.default_rng(18)
    is_mine = np.zeros((TILE, TILE), dtype=bool)
    is_mine.flat[rng.choice(is_mine.size, round(is_mine.size * 99 / 480), replace=False)] = True
    padded = np.pad(is_mine.astype(np.uint8), 1)
    rows = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    tile = np.where(is_mine, np.uint8(HIDDEN), rows[:-2] + rows[1:-1] + rows[2:])
    tile[[0, -1], :] = tile[:, [0, -1]] = HIDDEN
    faces = np.tile(tile, (SIDE // TILE, SIDE // TILE)).astype(np.uint8)
    return Position(Geometry.grid(SIDE, SIDE), None, faces.tobytes())


def _mine_range(analysis: Analysis) -> tuple[int, int]:
    """Return the fewest and the most mines of a board without untouched cells."""
    parts = analysis.components
    inside = {cell for part in parts for cell in part.cells}
    settled = len(analysis.mines - inside)
    return (
        settled + sum(part.fewest_mines for part in parts),
        settled + sum(part.most_mines for part in parts),
    )
