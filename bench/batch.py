"""Many boards at once: from plain lists against ms_toollib, and two threads against one.

ms_toollib gets the same lists one by one, and of its three functions the fastest counts, for each
position. A batch is short (milliseconds) and repeated often, alternating with the others; the best
pass counts, so that other load on the machine affects all alike.

One thread is compared with the peer by the same clock: the smaller of wall-clock and processor
time. One thread and two are compared by wall-clock time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

import numpy as np

import sapper
from bench import peer
from bench.analysis import Times
from bench.benchmark import Say
from bench.clock import seconds_by_both_clocks
from bench.fixtures import SETS, positions_by_set
from sapper import Position
from sapper.lab.table import Table, Value

__all__ = ["tables"]

ROUNDS = 5
PASSES = 30  # of every way in every round
BOARDS = 1000  # in a batch, about: the positions of a set, repeated
TIMEOUT = 60.0  # seconds for one pass of the peer

Ways = dict[str, Callable[[], object]]


@dataclass
class Best:
    """The best passes of one way: seconds by the wall clock, and by the smaller of both clocks."""

    wall: float = inf
    least: float = inf

    def run(self, work: Callable[[], object]) -> None:
        """Run one pass."""
        wall, processor = seconds_by_both_clocks(work)
        self.wall = min(self.wall, wall)
        self.least = min(self.least, wall, processor)

    def per_board(self, boards: int) -> Best:
        """Return microseconds per board."""
        return Best(1e6 * self.wall / boards, 1e6 * self.least / boards)


def tables(say: Say) -> list[Table]:
    """Return the times of a batch from lists beside the peer's, and of one and two threads."""
    best: dict[str, dict[str, Best]] = {}
    theirs: dict[str, float | None] = {}
    for name, positions in positions_by_set().items():
        say(f"{SETS[name]}: {len(positions)} positions")
        best[name], theirs[name] = _measure(positions)
    return [_against_peer(best, theirs), _threads(best)]


def _measure(positions: list[Position]) -> tuple[dict[str, Best], float | None]:
    """Return microseconds per board: of each of our ways, and of the peer."""
    ways = _ways(positions * round(BOARDS / len(positions)))
    boards = len(positions) * round(BOARDS / len(positions))
    best = {way: Best() for way in ways}
    theirs = Times()
    asked = [(peer.matrix_of(position), position.mines or 0) for position in positions]
    with peer.Peer() as child:
        for _ in range(ROUNDS):
            for function in peer.FUNCTIONS if peer.is_installed() else ():
                replies = child.ask(function, asked, TIMEOUT)
                if replies is not None:
                    theirs.note(function, [reply.seconds for reply in replies])
            for _ in range(PASSES):
                for way, work in ways.items():
                    best[way].run(work)
    mean = 1e6 * sum(theirs.fastest_of_peer()) / len(positions) if theirs.best else None
    return {way: spent.per_board(boards) for way, spent in best.items()}, mean


def _ways(positions: list[Position]) -> Ways:
    lists = [position.matrix().tolist() for position in positions]
    array = np.stack([position.matrix() for position in positions])
    mines = [position.mines for position in positions]
    return {
        "lists 1": lambda: sapper.analyse_many(lists, mines=mines, workers=1),
        "lists 2": lambda: sapper.analyse_many(lists, mines=mines, workers=2),
        "array 1": lambda: sapper.analyse_many(array, mines=mines, workers=1),
        "array 2": lambda: sapper.analyse_many(array, mines=mines, workers=2),
        "positions 1": lambda: sapper.analyse_many(positions, workers=1),
        "positions 2": lambda: sapper.analyse_many(positions, workers=2),
        "one by one": lambda: [sapper.analyse(position).chances for position in positions],
    }


def _against_peer(best: dict[str, dict[str, Best]], theirs: dict[str, float | None]) -> Table:
    rows: list[list[Value]] = []
    for name, ours in best.items():
        other = theirs[name]
        times = [ours["lists 1"].least, ours["lists 2"].wall]
        rows.append([SETS[name], *times, other, *(other / t if other else None for t in times)])
    return Table(
        "A batch from plain lists, microseconds per board, and times as fast as ms_toollib",
        ["set", "1 thread", "2 threads", "ms_toollib", "ratio, 1 thread", "ratio, 2 threads"],
        rows,
        [f"analyse_many(lists, mines=counts) of about {BOARDS} boards; mean of all positions.",
         "1 thread and ms_toollib: the smaller of wall-clock and processor time; 2 threads: wall.",
         "ms_toollib: the fastest of its three functions for each position."],
    )  # fmt: skip


def _threads(best: dict[str, dict[str, Best]]) -> Table:
    rows: list[list[Value]] = []
    for name, ours in best.items():
        for given in ("lists", "array", "positions"):
            one, two = ours[f"{given} 1"].wall, ours[f"{given} 2"].wall
            alone = ours["one by one"].wall / two
            rows.append([SETS[name], given, one, two, one / two, alone])
    return Table(
        "A batch on two threads, microseconds per board by the wall clock",
        ["set", "given as", "1 thread", "2 threads", "ratio", "ratio to analyse, one by one"],
        rows,
    )
