"""Stress positions: components with very many numbers, compared with ms_toollib.

Each function of ms_toollib gets ten seconds for a position, in a child process.
"""

from __future__ import annotations

import sapper
from bench import peer
from bench.benchmark import Say
from bench.clock import timed
from bench.fixtures import stress_positions
from sapper import Position
from sapper.lab.table import Table, Value

__all__ = ["tables"]

REPEATS = 3
TIMEOUT = 10.0


def tables(say: Say) -> list[Table]:
    """Return the time of every stress position, ours and the peer's fastest function."""
    rows: list[list[Value]] = []
    with peer.Peer() as child:
        for name, position in stress_positions().items():
            say(name)
            ours = min(timed(_chances, position)[0] for _ in range(REPEATS))
            theirs, function = _peer_seconds(child, position)
            ratio = theirs / ours if theirs is not None else None
            text = "did not finish" if theirs is None else f"{1e3 * theirs:.3g}"
            rows.append([name, 1e3 * ours, text, function, ratio])
    return [
        Table(
            "Stress positions, milliseconds",
            ["position", "sapper", "ms_toollib", "its fastest function", "ratio"],
            rows,
            [f"Did not finish: none of its functions within {TIMEOUT:.0f} s, or it aborted."],
        )
    ]


def _chances(position: Position) -> object:
    return sapper.analyse(position).chances


def _peer_seconds(child: peer.Peer, position: Position) -> tuple[float | None, str | None]:
    """Return the peer's best time and function; stop functions that are slower than the best."""
    best, fastest = None, None
    for function in peer.FUNCTIONS if peer.is_installed() else ():
        board = (peer.matrix_of(position), position.mines or 0)
        replies = child.ask(function, [board], TIMEOUT if best is None else max(1.0, 2 * best))
        if replies is not None and (best is None or replies[0].seconds < best):
            best, fastest = replies[0].seconds, function
    return best, fastest
