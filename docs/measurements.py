"""The sentences and tables on speed and cost, from `bench/results`, which `make bench` writes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sapper.lab.table import Table, Value

__all__ = [
    "cluster_sentence",
    "cost_table",
    "huge_sentence",
    "least_sentence",
    "player_table",
    "speed_figures",
    "speed_table",
    "workers_sentence",
]

_RESULTS = Path(__file__).parents[1] / "bench" / "results"
_MILLION = 1_000_000
_SHOWN = ("fast", "champion", "patient", "greedy", "hybrid", "bfs")


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


def speed_figures() -> dict[str, Any]:
    """Return what the README says about speed."""
    expert = _rows()[0]
    large = [row[5] for row in _read("growth")["tables"][0]["rows"] if row[1] == "1000x1000"]
    return {
        "median": expert.median, "positions": expert.positions, "ratio": expert.ratio,
        "peer": _peer(), "lists": expert.lists_ratio, "least": min(large), "most": max(large),
    }  # fmt: skip


def speed_table() -> str:
    """Return the table of sets of positions for the page on evidence."""
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


def least_sentence() -> str:
    """Return how many times as fast the least favourable single position is."""
    least = min(row.least_ratio for row in _rows())
    return (
        "On nearly empty boards, where there is little to count, a single position may be only "
        f"{least:.0f} times as fast."
    )


def player_table() -> str:
    """Return the cost of a game for every native player, for the page on evidence."""
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
    """Return what the page on evidence says about documents of huge boards."""
    documents = _read("huge")["tables"][0]["rows"]
    return (
        f"On 1000x1000, where an analysis takes {_range([row[2] for row in documents], '.0f')} ms, "
        f"its document takes {_range([row[5] for row in documents], '.0f')} times as long and the "
        f"JSON text {_range([row[6] for row in documents], '.0f')} times."
    )


def cost_table() -> str:
    """Return the core-hours and the minutes on eight cores of a million games, by board."""
    columns = [
        "player",
        "board",
        "core-hours per million games",
        "minutes on 8 cores",
        "measured in",
    ]
    rows: list[list[Value]] = [
        [
            f"`{player}`",
            board,
            f"{hours:.3g}",
            f"{60 * hours / 8:.3g}",
            f"`bench/results/{source}.json`",
        ]
        for player, board, hours, source in sorted(_hours(), key=lambda row: (row[1], row[2]))
    ]
    return Table("", columns, rows).to_markdown()


def workers_sentence() -> str:
    """Return what a second worker gains, beside two processes without the laboratory."""
    parts = [
        f"{gain:.2f} times as fast for `{player}` (two bare processes gain {bare:.2f})"
        for player, _, _, _, gain, _, bare, *_ in _read("laboratory")["tables"][1]["rows"]
    ]
    return (
        "Two workers on two cores of a busy machine were "
        f"{' and '.join(parts)}: `bench/results/laboratory.json`."
    )


def cluster_sentence() -> str:
    """Return how long a cluster of two local workers takes beside two local workers."""
    rows = _read("laboratory")["tables"][2]["rows"]
    ratios = " and ".join(f"{ratio:.2f} ({words})" for _, words, *_, ratio in rows)
    return (
        f"`{rows[0][0]}` took {ratios} times as long on a Dask cluster of two workers as on two "
        "local ones; its scheduler shared their two cores: `bench/results/laboratory.json`."
    )


def _hours() -> Iterator[tuple[str, str, float, str]]:
    """Yield player, board, core-hours per million games, and the file that says so."""
    for player, games, _, seconds, *_ in _read("laboratory")["tables"][0]["rows"]:
        yield player, "9x9/10", seconds / games * _MILLION / 3600, "laboratory"
    for player, _, milliseconds, *_ in _read("champion")["tables"][0]["rows"]:
        if player in _SHOWN:
            yield player, "16x30/99", milliseconds / 1000 * _MILLION / 3600, "champion"
    for player, board, _, speed, *_ in _read("players")["tables"][0]["rows"]:
        if player in _SHOWN and board == "16x30/99":
            yield player, board, _MILLION / speed / 3600, "players"


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
