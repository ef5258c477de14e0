"""Datasets: expert positions a second with exact chances, beside counting alone.

A dataset of games of `fast` is made in a new folder with all processors, by the wall clock. The
floor is the batch analysis of as many expert positions: what is above it is playing, writing and
starting the workers. Processor time of a row is that of one worker, the least of some rounds: it
tells what the machine could do if nothing else ran on it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

from bench.benchmark import Say
from bench.clock import seconds
from bench.fixtures import positions_by_set
from sapper import Position, analyse_many
from sapper.lab.dataset import DatasetPlan, make_dataset, stream_rows
from sapper.lab.table import Table, Value
from sapper.processors import available_processors

__all__ = ["tables"]

GAMES = 6000
BATCH = 20  # times the positions of the set of expert positions, for the floor
TARGET = 20_000  # positions a second
ROUNDS = 3
ROUND_GAMES = 200  # of a round by processor time


def tables(say: Say) -> list[Table]:
    """Return positions a second, as Parquet and as JSON lines."""
    rows: list[list[Value]] = []
    positions = positions_by_set()["expert"] * BATCH
    for form in ("parquet", "jsonl"):
        say(f"{GAMES} expert games of fast, {form}")
        floor = len(positions) / seconds(_batch(positions))
        with tempfile.TemporaryDirectory() as folder:
            made: list[int] = []
            spent = seconds(_dataset(Path(folder) / "set", form, made))
            size = sum(part.stat().st_size for part in (Path(folder) / "set/train").iterdir())
        rate = made[0] / spent
        spent_on_row = min(_processor_seconds(form) for _ in range(ROUNDS))
        rows.append([form, made[0], rate, TARGET, 1e6 * spent_on_row, rate / floor, size / made[0]])
    return [
        Table(
            "A dataset of expert positions with chances and certain cells",
            [
                "form",
                "positions",
                "positions/s",
                "target",
                "processor µs a row",
                "of counting alone",
                "bytes a row",
            ],
            rows,
            [
                f"{available_processors()} processors, {GAMES:,} games; the start of the workers "
                "counts (about a second), but not in the processor time of a row."
            ],
        )
    ]


def _dataset(folder: Path, form: str, made: list[int]) -> Callable[[], None]:
    plan = DatasetPlan.of("fast", "expert", games=GAMES, seed=1, form=form)
    return lambda: made.append(make_dataset(folder, plan).rows)


def _processor_seconds(form: str) -> float:
    """Return the processor time of a row, with one worker."""
    plan = DatasetPlan.of("fast", "expert", games=ROUND_GAMES, seed=2, form=form)
    counts: list[int] = []
    parts = stream_rows(plan, workers=1, watch=lambda figures: counts.append(figures.rows))
    next(parts)  # identities, imports
    spent = seconds(lambda: list(parts), process_time)
    return spent / sum(counts[1:])


def _batch(positions: list[Position]) -> Callable[[], object]:
    return lambda: analyse_many(positions)
