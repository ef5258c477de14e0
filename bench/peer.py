"""Run ms_toollib in a child process, since it can hang and aborts on some positions.

The child times every call itself, so that the pipe is not counted.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.util import find_spec
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from bench.clock import timed
from sapper import Cell, Position

__all__ = ["FUNCTIONS", "Peer", "Reply", "is_installed", "matrix_of"]

FUNCTIONS = ("cal_probability_enum", "cal_probability_csp", "cal_probability_onboard")
_COVERED = 10  # as ms_toollib writes it

Matrix = list[list[int]]


class Reply(NamedTuple):
    """The seconds of one call and the chances it returned, of all cells or of some."""

    seconds: float
    chances: dict[Cell, float]


def is_installed() -> bool:
    """Return whether ms_toollib is installed."""
    return find_spec("ms_toollib") is not None


def matrix_of(position: Position) -> Matrix:
    """Return a position as the rows that ms_toollib expects."""
    rows: Matrix = position.matrix().tolist()
    return [[_COVERED if face == -1 else face for face in row] for row in rows]


class Peer:
    """A child process that runs ms_toollib; restarted after an abort or a timeout."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Connection | None = None

    def __enter__(self) -> Peer:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def ask(
        self, function: str, boards: Sequence[tuple[Matrix, int]], timeout: float
    ) -> list[Reply] | None:
        """Return one reply per board, or None after a timeout or an abort."""
        if self._process is None:
            self._start()
        assert self._pipe is not None
        self._pipe.send((function, list(boards)))
        try:
            if self._pipe.poll(timeout):
                return [Reply(*reply) for reply in self._pipe.recv()]
        except EOFError:  # the child aborted
            pass
        self._stop()
        return None

    def _start(self) -> None:
        context = get_context("spawn")
        self._pipe, far_end = context.Pipe()
        self._process = context.Process(target=_serve, args=(far_end,), daemon=True)
        self._process.start()
        far_end.close()
        self._pipe.recv()  # wait until it is ready: the start is not measured

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = self._pipe = None


def _serve(pipe: Connection) -> None:
    import ms_toollib

    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # suppress its message when it aborts
    pipe.send("ready")
    while True:
        function, boards = pipe.recv()
        pipe.send([_reply(getattr(ms_toollib, function), *board) for board in boards])


def _reply(function: Any, matrix: Matrix, mines: int) -> tuple[float, dict[Cell, float]]:
    seconds, (answer, *_) = timed(function, matrix, mines)
    if isinstance(answer[0] if answer else None, list):
        listed = {Cell(r, c): p for r, row in enumerate(answer) for c, p in enumerate(row)}
    else:
        listed = {Cell(*cell): p for cell, p in answer}
    return seconds, listed
