"""What a million games cost in core-hours, from `bench/results`, which `make bench` writes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sapper.lab.table import Table, Value

__all__ = ["cluster_sentence", "cost_table", "workers_sentence"]

_RESULTS = Path(__file__).parents[1] / "bench" / "results"
_MILLION = 1_000_000
_SHOWN = ("fast", "champion", "patient", "greedy", "hybrid", "bfs")


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


def _read(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((_RESULTS / f"{name}.json").read_text("utf-8"))
    return document
