"""Make the sentences and the table on speed from `bench/results`, which `make bench` writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from sapper.lab.table import Table, Value

__all__ = ["huge_sentence", "player_table", "speed_sentence", "speed_table"]

_RESULTS = Path(__file__).parents[1] / "bench" / "results"


class _Row(NamedTuple):
    """One set of positions in `analysis.json`: microseconds, and how many times as fast."""

    name: str
    positions: int
    median: float
    worst: float
    lists_median: float
    lists_worst: float
    peer_median: float
    peer_worst: float
    ratio: float
    ratio_of_worsts: float
    least_ratio: float
    lists_ratio: float
    lists_ratio_of_worsts: float


def speed_sentence() -> str:
    """Return what the README says about speed."""
    expert = _rows()[0]
    batch_ratio = _read("batch")["tables"][0]["rows"][0][4]
    large = [row[5] for row in _read("growth")["tables"][0]["rows"] if row[1] == "1000x1000"]
    return (
        f"The chances of an expert position take {expert.median:.0f} microseconds (median of "
        f"{expert.positions} positions): {expert.ratio:.0f} times as fast as {_peer()}, the one "
        f"peer measured beside it; {expert.lists_ratio:.0f} times where both read plain lists, and "
        f"{batch_ratio:.0f} times with the lists of a thousand positions in one call, on one "
        f"thread. A 1000x1000 position takes {min(large):.0f} to {max(large):.0f} milliseconds."
    )


def speed_table() -> str:
    """Return the table of sets of positions for the chapter on evidence."""
    columns = ["set", "sapper", _peer(), "ratio of medians", "ratio of worsts", "from lists"]
    rows: list[list[Value]] = [
        [
            f"{row.name}, {row.positions}", f"{row.median:.1f} / {row.worst:.0f}",
            f"{row.peer_median:,.0f} / {row.peer_worst:,.0f}", f"{row.ratio:.0f}",
            f"{row.ratio_of_worsts:.0f}", f"{row.lists_ratio:.3g}",
        ]
        for row in _rows()
    ]  # fmt: skip
    return Table("", columns, rows).to_markdown()


def player_table() -> str:
    """Return the cost of a game for every native player, for the chapter on evidence."""
    columns = ["player", "ms a game", "times as long", "longest decision, ms"]
    rows: list[list[Value]] = []
    for player, _, milliseconds, _, ratio, _, longest, _ in _read("champion")["tables"][0]["rows"]:
        knows = player == "clairvoyant"
        rows.append(
            [
                "knows the mines" if knows else f"`{player}`", f"{milliseconds:.3g}",
                f"{ratio:.0f}", "" if knows else f"{longest:.2g}",
            ]
        )  # fmt: skip
    return Table("", columns, rows).to_markdown()


def huge_sentence() -> str:
    """Return what the chapter on evidence says about documents and mine counts of huge boards."""
    documents, counts = (table["rows"] for table in _read("huge")["tables"])
    by_count = {row[0]: row[3] for row in counts}
    ends = [by_count["one more"], by_count["one fewer"]]
    return (
        f"On 1000x1000, where an analysis takes {_range([row[2] for row in documents], '.0f')} ms, "
        f"its `to_dict` takes {_range([row[5] for row in documents], '.0f')} times as long and the "
        f"JSON text {_range([row[6] for row in documents], '.0f')} times. A mine count one away "
        f"from the fewest or the most takes {_range(ends, '.2f')} of the time of one half way."
    )


def _range(values: list[float], form: str) -> str:
    least, most = format(min(values), form), format(max(values), form)
    return least if least == most else f"{least} to {most}"


def _rows() -> list[_Row]:
    return [_Row(*row) for row in _read("analysis")["tables"][0]["rows"]]


def _peer() -> str:
    return f"ms_toollib {_read('analysis')['machine']['ms_toollib']}"


def _read(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((_RESULTS / f"{name}.json").read_text("utf-8"))
    return document
