"""The table of experiments/engines, from its stored result."""

from __future__ import annotations

import json
from typing import Any

from experiments.engines import run
from sapper.lab.table import Table, Value

__all__ = ["answer"]

_ENDS = ("difference_low", "difference_high")


def answer() -> str:
    """Return every player on every board, and its difference to the champion, in Markdown."""
    document: dict[str, Any] = json.loads(run.RESULT.read_text("utf-8"))
    rows: list[list[Value]] = []
    for board in document["boards"]:
        for player in board["players"]:
            rows.append([
                board["board"], f"`{_name(player['player'])}`", player["games"],
                _share(player["win_rate"], player["win_rate_low"], player["win_rate_high"]),
                _difference(board["pairs"], player["player"]), player["faults"]["total"],
                f"{player['ms_per_game']:.1f}",
            ])  # fmt: skip
    columns = ["board", "player", "games", "won, % (95 %)", "minus `champion`, points (95 %)",
               "faults", "ms per game"]  # fmt: skip
    first = ", ".join(map(str, document["first"]))
    note = (
        f"Start rule {document['start']}, first cell ({first}), seed {document['seed']}, all "
        "players on the same boards."
    )
    return f"{Table('', columns, rows).to_markdown()}\n\n{note}"


def _name(player: str) -> str:
    return player.partition("[")[0]


def _share(value: float, low: float, high: float) -> str:
    return f"{100 * value:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def _difference(pairs: list[dict[str, Any]], player: str) -> str:
    """Return the paired difference of a player to the champion."""
    for pair in pairs:
        if {pair["first"], pair["second"]} == {player, "champion"}:
            sign = 1 if pair["first"] == player else -1
            ends = sorted(sign * 100 * pair[name] for name in _ENDS)
            value = sign * 100 * pair["difference"] + 0.0  # no -0.0
            return f"{value:+.1f} ({ends[0]:+.1f} to {ends[1]:+.1f})"
    return "–"
