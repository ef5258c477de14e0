"""Datasets: expert positions a second with exact chances, beside counting alone.

A dataset of games of `fast` is made in a new folder with all processors, by the wall clock. The
floor is the batch analysis of as many expert positions: what is above it is playing, writing and
starting the workers.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from bench.benchmark import Say
from bench.clock import seconds
from bench.fixtures import positions_by_set
from sapper import Position, analyse_many
from sapper.lab.dataset import DatasetPlan, make_dataset
from sapper.lab.table import Table, Value
from sapper.processors import available_processors

__all__ = ["tables"]

GAMES = 3000
BATCH = 20  # times the positions of the set of expert positions, for the floor
TARGET = 20_000  # positions a second


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
        rows.append([form, made[0], rate, TARGET, rate / floor, size / made[0]])
    return [
        Table(
            "A dataset of expert positions with chances and certain cells",
            ["form", "positions", "positions/s", "target", "of counting alone", "bytes a row"],
            rows,
            [f"{available_processors()} processors; the start of the workers counts."],
        )
    ]


def _dataset(folder: Path, form: str, made: list[int]) -> Callable[[], None]:
    plan = DatasetPlan.of("fast", "expert", games=GAMES, seed=1, form=form)
    return lambda: made.append(make_dataset(folder, plan).rows)


def _batch(positions: list[Position]) -> Callable[[], object]:
    return lambda: analyse_many(positions)
