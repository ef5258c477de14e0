"""The committed positions: 292 with exact answers, and some with very large components.

The first lines of each file describe its format.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sapper import Position

HERE = Path(__file__).parents[1] / "data"


class Answered(NamedTuple):
    """A position and the chance of a mine in each of its covered cells, in row order."""

    name: str
    position: Position
    chances: list[float]


def answered_positions() -> list[Answered]:
    return [
        Answered(name, Position.parse(line), _expand_runs(values, runs))
        for name, line, values, runs in _records("positions.txt")
    ]


def stress_positions() -> dict[str, Position]:
    return {name: Position.parse(line) for name, line in _records("stress.txt")}


def _records(file: str) -> Iterator[list[str]]:
    for line in (HERE / file).read_text("ascii").splitlines():
        if not line.startswith("#"):
            yield line.split("\t")


def _expand_runs(values: str, runs: str) -> list[float]:
    distinct = [float(value) for value in values.split()]
    chances: list[float] = []
    for run in runs.split():
        place, _, length = run.partition("*")
        chances += [distinct[int(place)]] * int(length or 1)
    return chances
