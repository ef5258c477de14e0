"""Memory: the peak of a process that analyses one large position.

Measured in a child process that does nothing else; includes Python and numpy.
"""

from __future__ import annotations

from multiprocessing import get_context
from multiprocessing.connection import Connection

import sapper
from bench.benchmark import Say
from bench.boards import STAGES, board
from bench.peak import peak_megabytes
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
    peaks = [peak_megabytes()]
    position = Position(Geometry.grid(rows, columns), mines, faces)
    _ = position.geometry.native
    peaks.append(peak_megabytes())
    analysis = sapper.analyse(position)
    _ = analysis.chances
    peaks.append(peak_megabytes())
    _ = analysis.safe, analysis.mines
    peaks.append(peak_megabytes())
    pipe.send(peaks)
