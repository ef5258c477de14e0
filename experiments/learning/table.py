"""The tables on learning: the curve, the comparison, and the speed of the environments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sapper.lab.statistics.intervals import Estimate
from sapper.lab.table import Table, Value, format_share

__all__ = ["comparison_table", "curve_table", "speed_table"]

_RESULT = Path(__file__).parent / "result.json"
_BENCH = Path(__file__).parents[2] / "bench" / "results" / "gym.json"


def curve_table() -> str:
    """Return how the network played while it learned."""
    rows: list[list[Value]] = [
        [f"{row['processor_minutes']:.1f}", row["positions"], f"{row['loss']:.3f}", row["games"],
         f"{row['win_percent']:.1f}"]
        for row in _read(_RESULT)["curve"]
    ]  # fmt: skip
    columns = ["processor minutes", "positions", "loss", "games since the row above", "won %"]
    return Table("", columns, rows).to_markdown()


def comparison_table() -> str:
    """Return the win rates on the same boards, and the differences."""
    rows: list[list[Value]] = [
        [
            f"`{row['player']}`",
            row["games"],
            format_share(_rate(row)),
            f"{row['ms_per_game']:.2f}",
        ]
        for row in _read(_RESULT)["comparison"]["players"]
    ]
    table = Table("", ["player", "games", "won % (95 %)", "ms a game"], rows).to_markdown()
    pairs = [
        f"{_points(row['difference'])} points ({_points(row['difference_low'])} to "
        f"{_points(row['difference_high'])}) from `{row['second']}`"
        for row in _read(_RESULT)["comparison"]["pairs"]
        if row["first"].endswith(":LearnedPlayer")
    ]
    listed = "".join(f"\n- {pair}" for pair in pairs)
    return f"{table}\n\nThe difference of the learned player:\n{listed}"


def speed_table() -> str:
    """Return the moves a second: of a core, and of two threads by the clock."""
    (ours,) = (table["rows"] for table in _read(_BENCH)["tables"])
    rows: list[list[Value]] = []
    for board, oracle, chooser, _, one, two, _, target in ours:
        needed = None if target is None else f"{target:,}"
        rows.append([board, oracle, chooser, f"{one:,.0f}", f"{two:,.0f}", needed])
    columns = ["board", "oracle", "moves", "one core", "two threads", "to reach"]
    return Table("", columns, rows).to_markdown()


def _points(share: float) -> str:
    return f"{100 * share:+.1f}"


def _rate(row: dict[str, Any]) -> Estimate:
    return Estimate(row["win_rate"], row["win_rate_low"], row["win_rate_high"])


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found
