"""Growth of time with the board: the time per cell should stay the same.

The boards are those of `bench.boards`. Small sizes use many boards, so that warm caches and branch
predictors do not favour them. A board's time is the best of several rounds; every round goes
through all sizes.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from pathlib import Path

import numpy as np

import sapper
from bench.benchmark import Say
from bench.boards import STAGES, Stage, board
from bench.clock import timed
from sapper import Geometry, Position
from sapper.lab.table import Table, Value

__all__ = ["tables"]

BOARDS_OF_SIDE = {30: 80, 100: 9, 300: 3, 1000: 1}
ROUNDS = 7
PLOT = Path(__file__).parents[1] / "docs" / "pictures" / "growth.svg"


@dataclass
class Series:
    """All boards of one size at one stage, and the best seconds of each."""

    side: int
    stage: Stage
    boards: list[Position]
    seconds: list[float]

    @property
    def nanoseconds_per_cell(self) -> float:
        """The mean over all boards."""
        return 1e9 * sum(self.seconds) / (len(self.boards) * self.side**2)

    def run(self) -> None:
        """Analyse every board once."""
        for i, position in enumerate(self.boards):
            self.seconds[i] = min(self.seconds[i], timed(_chances, position)[0])


def tables(say: Say) -> list[Table]:
    """Return the time per cell of every size and stage; draw it into the documentation."""
    series = [_deal(say, side, stage) for stage in STAGES for side in BOARDS_OF_SIDE]
    for i in range(ROUNDS):
        say(f"round {i + 1} of {ROUNDS}")
        for one in series:
            one.run()
    _draw(series)
    return [_table(series)]


def _deal(say: Say, side: int, stage: Stage) -> Series:
    say(f"dealing {side}x{side}, {stage}")
    geometry = Geometry.grid(side, side)
    boards = [board(side, stage, seed, geometry) for seed in range(BOARDS_OF_SIDE[side])]
    return Series(side, stage, boards, [inf] * len(boards))


def _chances(position: Position) -> object:
    return sapper.analyse(position).chances


def _table(series: list[Series]) -> Table:
    rows: list[list[Value]] = []
    for one in series:
        found = [sapper.analyse(position) for position in one.boards]
        components = float(np.mean([len(a.components) for a in found]))
        untouched = float(np.mean([a.untouched for a in found]))
        milliseconds = 1e3 * sum(one.seconds) / len(one.boards)
        per_cell = one.nanoseconds_per_cell
        least = min(s.nanoseconds_per_cell for s in series if s.stage == one.stage)
        size = f"{one.side}x{one.side}"
        rows.append(
            [one.stage, size, len(one.boards), components, untouched, milliseconds, per_cell,
             per_cell / least]
        )  # fmt: skip
    return Table(
        "Growth: random boards of an expert's density",
        ["stage", "size", "boards", "components", "untouched cells", "milliseconds",
         "nanoseconds per cell", "of the least"],
        rows,
        ["Of the least: the time per cell divided by the least of the same stage; target below 2."],
    )  # fmt: skip


def _draw(series: list[Series]) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot as plt

    # Text as text and no date: the file is small and changes only with the figures.
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "sapper"})
    figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
    for stage in STAGES:
        points = [one for one in series if one.stage == stage]
        cells = [one.side**2 for one in points]
        axes.plot(cells, [one.nanoseconds_per_cell for one in points], marker="o", label=stage)
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)
    axes.set_xticks(cells, [f"{side}x{side}" for side in BOARDS_OF_SIDE])
    axes.minorticks_off()
    axes.set_xlabel("board")
    axes.set_ylabel("nanoseconds per cell")
    axes.set_title("analyse(position).chances on random boards, 99 mines in 480 cells")
    axes.grid(alpha=0.3)
    axes.legend(title="stage of the game")
    figure.savefig(PLOT, metadata={"Date": None})
    plt.close(figure)
