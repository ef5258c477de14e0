"""The tables and the verdict of experiments/calibration, from its stored result."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from experiments.calibration.run import DENSITIES, RESULT, SIZES, board_of
from sapper.lab.table import Table, Value
from sapper.players.engine.bias import TRUSTED

__all__ = ["answer", "verdict"]

Row = Mapping[str, Any]


def answer() -> str:
    """Return both tables and the verdict, in Markdown."""
    rows: list[Row] = json.loads(RESULT.read_text("utf-8"))["rows"]
    first, middle = (_table(rows, which).to_markdown() for which in ("first", "middle"))
    return (
        "Estimate minus share won at the first cell, in points, by density of mines:"
        f"\n\n{first}\n\nThe same in the middle of games:\n\n{middle}\n\n{verdict(rows)}"
    )


def verdict(rows: Sequence[Row]) -> str:
    """Return on how many boards estimates are within the bound, and where they are worst."""
    trusted = sum(_worst(row) <= 100 * TRUSTED for row in rows)
    low = min(rows, key=lambda row: float(row["first"]["difference"]))
    high = max(rows, key=lambda row: float(row["first"]["difference"]))
    return (
        f"Within {100 * TRUSTED:g} points by both measures: {trusted} of {len(rows)} boards.\n"
        f"Furthest too low at the first cell: {_extreme(low)}.\n"
        f"Furthest too high: {_extreme(high)}."
    )


def _worst(row: Row) -> float:
    return max(abs(float(row[which]["difference"])) for which in ("first", "middle") if row[which])


def _extreme(row: Row) -> str:
    first = row["first"]
    return f"{first['estimate']} % against {first['won']} % on {row['board']}"


def _table(rows: Sequence[Row], which: str) -> Table:
    by_board = {row["board"]: row[which] for row in rows}
    densities = sorted(DENSITIES)
    lines: list[list[Value]] = [
        [size, *(_figure(by_board[board_of(size, density)]) for density in densities)]
        for size in SIZES
    ]
    return Table("", ["board", *(f"{density:g}" for density in densities)], lines)


def _figure(off: Mapping[str, float] | None) -> str | None:
    return None if off is None else f"{off['difference'] + 0.0:+.1f}"
