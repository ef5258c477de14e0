"""Memory: the peak of a process that analyses one large position.

Measured in a child process that does nothing else; includes Python and numpy.
"""

from __future__ import annotations

import resource
import sys
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import sapper
from bench.benchmark import Say
from bench.boards import STAGES, board
from sapper import Geometry, Position
from sapper.lab.table import Table, Value

__all__ = ["tables"]

SIDE = 1000
TARGET = 500.0  # megabytes


def tables(say: Say) -> list[Table]:
    """Return the peak memory after each step, by stage of the game."""
    rows: list[list[Value]] = []
    geometry = Geometry.grid(SIDE, SIDE)
    for stage in STAGES:
        say(f"{SIDE}x{SIDE}, {stage}")
        position = board(SIDE, stage, 0, geometry)
        rows.append([stage, *_peaks(position)])
    return [
        Table(
            f"Peak memory of a process that analyses {SIDE}x{SIDE}, megabytes",
            ["stage", "imports", "geometry and position", "analysis", "certain cells too"],
            rows,
            [f"Target: below {TARGET:.0f} MB."],
        )
    ]


def _peaks(position: Position) -> list[float]:
    context = get_context("spawn")
    here, there = context.Pipe()
    child = context.Process(target=_analyse, args=(there,))
    child.start()
    here.send((position.rows, position.columns, position.mines, position.faces))
    peaks: list[float] = here.recv()
    child.join()
    return peaks


def _analyse(pipe: Connection) -> None:
    rows, columns, mines, faces = pipe.recv()
    peaks = [_peak()]
    position = Position(Geometry.grid(rows, columns), mines, faces)
    _ = position.geometry.native
    peaks.append(_peak())
    analysis = sapper.analyse(position)
    _ = analysis.chances
    peaks.append(_peak())
    _ = analysis.safe, analysis.mines
    peaks.append(_peak())
    pipe.send(peaks)


def _peak() -> float:
    """Return the high-water mark in megabytes.

    On Linux a child inherits `ru_maxrss` from its parent, so `VmHWM` is read instead.
    """
    status = Path("/proc/self/status")
    if status.exists():
        line = next(x for x in status.read_text().splitlines() if x.startswith("VmHWM"))
        return int(line.split()[1]) * 1024 / 1e6
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6
