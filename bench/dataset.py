"""Datasets: expert positions a second with exact chances, beside counting alone.

A dataset of games of `fast` is made in a new folder with all processors, by the wall clock. The
floor is the batch analysis of as many expert positions: what is above it is playing, writing and
starting the workers. Processor time of a row is that of one worker, the least of some rounds: it
tells what the machine could do if nothing else ran on it.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import process_time

from bench.benchmark import Say
from bench.clock import seconds
from bench.fixtures import positions_by_set
from sapper import analyse_many
from sapper.lab.dataset import Dataset, DatasetPlan, make_dataset
from sapper.lab.table import Table
from sapper.processors import available_processors

__all__ = ["tables"]

GAMES = 6000
BATCH = 20  # times the positions of the set of expert positions, for the floor
TARGET = 20_000  # positions a second
ROUNDS = 3
ROUND_GAMES = 200  # of a round by processor time


def tables(say: Say) -> list[Table]:
    """Return positions a second."""
    positions = positions_by_set()["expert"] * BATCH
    say(f"{GAMES} expert games of fast")
    floor = len(positions) / seconds(lambda: analyse_many(positions))
    made: list[Dataset] = []
    with tempfile.TemporaryDirectory() as folder:
        home, plan = Path(folder) / "set", DatasetPlan("fast", "expert", games=GAMES, seed=1)
        spent = seconds(lambda: made.append(make_dataset(home, plan)))
        size = sum(part.stat().st_size for part in (home / "train").iterdir())
    rows = made[0].splits["train"]["rows"]
    spent_on_row = min(_processor_seconds() for _ in range(ROUNDS))
    return [
        Table(
            "A dataset of expert positions with chances and certain cells",
            [
                "positions",
                "positions/s",
                "target",
                "processor µs a row",
                "of counting alone",
                "bytes a row",
            ],
            [[rows, rows / spent, TARGET, 1e6 * spent_on_row, rows / spent / floor, size / rows]],
            [
                f"{available_processors()} processors, {GAMES:,} games; the start of the workers "
                "counts (about a second), but not in the processor time of a row."
            ],
        )
    ]


def _processor_seconds() -> float:
    """Return the processor time of a row, with one worker."""
    from sapper.lab.dataset.part import make_part

    first, *parts = DatasetPlan("fast", "expert", games=ROUND_GAMES, seed=2).parts()
    make_part(first)  # imports
    rows: list[int] = []
    spent = seconds(lambda: rows.extend(make_part(part)[1]["rows"] for part in parts), process_time)
    return spent / sum(rows)
