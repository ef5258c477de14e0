"""No-guess boards: the time of one, beside ms_toollib's."""

from __future__ import annotations

import os
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import process_time

from bench.benchmark import Say
from bench.peer import is_installed
from sapper import BoardSpec, generate_many
from sapper.lab.table import Table, Value

BOARDS = ("9x9/10", "16x16/40", "16x30/99")
ROUNDS, SECONDS = 5, 1.0


def tables(say: Say) -> list[Table]:
    """Return the milliseconds of a board, ours and theirs in turn."""
    load = f"{os.getloadavg()[0]:.1f}"
    rows: list[list[Value]] = []
    for board in BOARDS:
        ours, alike, theirs = [], [], []
        for turn in range(ROUNDS):
            say(f"{board}: round {turn + 1} of {ROUNDS}")
            ours.append(_milliseconds(board, turn, max_grade=None))
            alike.append(_milliseconds(board, turn, max_grade="chain"))
            if is_installed():
                theirs.append(_ask_toollib(board))
        best, same = min(ours), min(alike)
        peer = min(theirs) if theirs else None
        rows.append(
            [board, best, same, peer]
            + [None if peer is None else peer / mine for mine in (best, same)]
        )
    return [Table(
        "No-guess boards by rejection: milliseconds of processor time for a board, one thread",
        ["board", "sapper ms", "without mine count ms", "ms_toollib ms",
         "times as fast", "times as fast, without mine count"],
        rows,
        [
            f"Open start in the middle. Best of {ROUNDS} rounds of {SECONDS:g} s, in turn; load "
            f"{load}.",
            "ms_toollib's laymine_solvable leaves the mine count out, as the third column does.",
        ],
    )]  # fmt: skip


def _milliseconds(board: str, seed: int, *, max_grade: str | None) -> float:
    boards, block, began = 0, 500 if board == "16x30/99" else 20_000, process_time()
    while process_time() - began < SECONDS:
        found = generate_many(
            board, count=block, begin=boards, seed=seed, workers=1, max_grade=max_grade
        )
        boards += sum(1 for _ in found)
    return 1000 * (process_time() - began) / boards


def _ask_toollib(board: str) -> float:
    ours, theirs = get_context("spawn").Pipe()
    child = get_context("spawn").Process(target=_time_toollib, args=(theirs, board))
    child.start()
    answer: float = ours.recv()
    child.join()
    return answer


def _time_toollib(answer: Connection, board: str) -> None:
    from ms_toollib import laymine_solvable

    spec, boards, began = BoardSpec.parse(board), 0, process_time()
    make: Callable[..., object] = laymine_solvable
    while process_time() - began < SECONDS:
        make(spec.rows, spec.columns, spec.mines, spec.rows // 2, spec.columns // 2, 1_000_000)
        boards += 1
    answer.send(1000 * (process_time() - began) / boards)
