"""Chances of a mine: sapper against ms_toollib on the committed positions.

Rounds alternate between the peer's three functions and sapper, so that other load on the machine
affects both. The time of a position is the best of its rounds; of the peer's functions the fastest
counts, for each position. No position is analysed twice in a row, so that caches are not warm.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf, isnan
from statistics import median
from typing import Any

import sapper
from bench import peer
from bench.benchmark import Say
from bench.clock import timed
from bench.fixtures import SETS, positions_by_set
from sapper import Position
from sapper.lab.table import Table, Value

__all__ = ["tables"]

ROUNDS = 5
OUR_PASSES = 4  # per round, since our passes are short and one interruption would spoil a round
TIMEOUT = 60.0  # seconds for one pass of the peer


@dataclass
class Times:
    """The best seconds of every position of one set, by function."""

    best: dict[str, list[float]] = field(default_factory=dict)
    difference: float = 0.0  # the largest difference of a chance that both report

    def note(self, way: str, seconds: list[float]) -> None:
        """Store the better of these times and the earlier ones."""
        before = self.best.get(way, [inf] * len(seconds))
        self.best[way] = [min(pair) for pair in zip(before, seconds, strict=True)]

    def fastest_of_peer(self) -> list[float]:
        """Return the best time of the peer's functions for each position."""
        ways = [self.best[name] for name in peer.FUNCTIONS if name in self.best]
        return [min(times) for times in zip(*ways, strict=True)]


def tables(say: Say) -> list[Table]:
    """Return sapper's times beside the peer's."""
    if not peer.is_installed():
        raise SystemExit("ms_toollib is missing: pip install 'sapper[bench]'")
    measured = {}
    for name, positions in positions_by_set().items():
        say(f"{SETS[name]}: {len(positions)} positions")
        measured[name] = _measure(positions)
    return [_ratios(measured)]


def _measure(positions: list[Position]) -> Times:
    times = Times()
    matrices = [(position.matrix().tolist(), position.mines) for position in positions]
    boards = [(peer.matrix_of(position), position.mines or 0) for position in positions]
    with peer.Peer() as child:
        for _ in range(ROUNDS):
            for function in peer.FUNCTIONS:
                replies = child.ask(function, boards, TIMEOUT)
                if replies is not None:
                    times.note(function, [reply.seconds for reply in replies])
                    _compare(times, positions, replies)
            for _ in range(OUR_PASSES):
                times.note("chances", _seconds(_chances, positions))
                times.note("from lists", _seconds(_chances_of_lists, matrices))
    return times


def _chances(position: Position) -> object:
    return sapper.analyse(position).chances


def _chances_of_lists(board: tuple[list[list[int]], int]) -> object:
    return sapper.analyse(Position.from_matrix(*board)).chances


def _seconds(work: Callable[[Any], object], items: list[Any]) -> list[float]:
    return [timed(work, item)[0] for item in items]


def _compare(times: Times, positions: list[Position], replies: list[peer.Reply]) -> None:
    for position, reply in zip(positions, replies, strict=True):
        ours = sapper.analyse(position).chances
        for cell, chance in reply.chances.items():
            if not isnan(ours[cell]):
                times.difference = max(times.difference, abs(float(ours[cell]) - chance))


def _ratios(measured: dict[str, Times]) -> Table:
    rows: list[list[Value]] = []
    for name, times in measured.items():
        ours, lists, theirs = (
            times.best["chances"],
            times.best["from lists"],
            times.fastest_of_peer(),
        )
        each = [b / a for a, b in zip(ours, theirs, strict=True)]
        rows.append(
            [SETS[name], len(ours)]
            + [1e6 * f(t) for t in (ours, lists, theirs) for f in (median, max)]
            + [median(theirs) / median(ours), max(theirs) / max(ours), min(each)]
            + [median(theirs) / median(lists), max(theirs) / max(lists)]
        )
    worst = max(times.difference for times in measured.values())
    return Table(
        "Chances of a mine, microseconds per position, and how many times as fast as ms_toollib",
        ["set", "positions", "sapper median", "worst", "from lists median", "worst",
         "ms_toollib median", "worst", "ratio of medians", "of worsts", "least of any position",
         "from lists: ratio of medians", "of worsts"],
        rows,
        ["sapper: analyse(position).chances; from lists: Position.from_matrix(rows) first.",
         "ms_toollib: the fastest of its three functions for each position.",
         f"Largest difference of any chance that both report: {worst:.1e}."],
    )  # fmt: skip
