"""The table and the sentence of experiments/optimum, from its stored result."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from experiments.optimum.run import PLAYERS, RESULT
from sapper.lab.table import Table, Value

__all__ = ["answer"]

Row = Mapping[str, Any]


def answer() -> str:
    """Return the table and where the strongest player is furthest from the optimum."""
    rows: list[Row] = json.loads(RESULT.read_text("utf-8"))["rows"]
    columns = ["board", "layouts", "optimum, %", *(f"`{player}`" for player in PLAYERS)]
    lines: list[list[Value]] = [
        [row["board"], f"{row['layouts']:,}", f"{_percent(row['best'], row):.3f}",
         *(_behind(row, player) for player in PLAYERS)]
        for row in rows
    ]  # fmt: skip
    return f"{Table('', columns, lines).to_markdown()}\n\n{_sentence(rows)}"


def _behind(row: Row, player: str) -> str:
    """Return how many points a player is behind the optimum; a word if it is the optimum."""
    missing = row["best"] - row["players"][player]["wins"]
    return f"-{_percent(missing, row):.3f}" if missing else "optimal"


def _sentence(rows: Sequence[Row]) -> str:
    def gap(row: Row) -> float:
        return _percent(row["best"] - row["players"]["patient"]["wins"], row)

    def lead(row: Row) -> int:
        return int(row["players"]["lookahead"]["wins"] - row["players"]["champion"]["wins"])

    optimal, worst = sum(gap(row) == 0 for row in rows), max(rows, key=gap)
    ahead, behind = sum(lead(row) > 0 for row in rows), sum(lead(row) < 0 for row in rows)
    return (
        f"`patient` plays {optimal} of {len(rows)} boards optimally, and is furthest behind on\n"
        f"{worst['board']}, by {gap(worst):.2f} points.\n"
        "`lookahead`, which has no learned value, wins more than `champion` on\n"
        f"{ahead} of the boards and less on {behind}."
    )


def _percent(wins: int, row: Row) -> float:
    return 100 * wins / int(row["layouts"])
