"""The best known win rates of other solvers, read from `rivals.json` with their sources."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sapper.lab.statistics.intervals import Estimate, wilson

__all__ = ["Rival", "also_measured", "milliseconds", "rivals"]

_FILE = Path(__file__).parent / "rivals.json"


@dataclass(frozen=True)
class Rival:
    """The best known win rate of another solver on one board and start."""

    board: str
    start: str
    solver: str
    percent: str
    games: int | None
    interval: tuple[float, float] | None
    origin: str
    bound: float
    """The figure, in percent, that a record must exceed."""

    @property
    def rate(self) -> Estimate:
        """The rate with its 95 % interval: as published, else Wilson's, else of width 0."""
        share = float(self.percent) / 100
        if self.interval is not None:
            return Estimate(share, self.interval[0] / 100, self.interval[1] / 100)
        if self.games is not None:
            found = wilson(round(share * self.games), self.games)
            return Estimate(share, found.low, found.high)
        return Estimate(share, share, share)

    @property
    def has_interval(self) -> bool:
        """Whether the sampling error of the figure is known."""
        return self.interval is not None or self.games is not None


@cache
def rivals() -> dict[tuple[str, str], Rival]:
    """Return the best figures by board and start."""
    return {(rival.board, rival.start): rival for rival in _read("figures")}


def also_measured() -> list[Rival]:
    """Return lower figures of other solvers, and those from too few games to be the best known."""
    return _read("also_measured")


def _read(which: str) -> list[Rival]:
    return [
        Rival(
            f["board"], f["start"], f["solver"], f["percent"], f["games"],
            tuple(f["interval_95"]) if "interval_95" in f else None,
            f["from"], f.get("bound", float(f["percent"])),
        )
        for f in json.loads(_FILE.read_text(encoding="utf-8"))[which]
    ]  # fmt: skip


def milliseconds(solver: str) -> dict[str, tuple[float, float]]:
    """Return the least and the most milliseconds per game, by board and start; empty if unknown."""
    solvers = json.loads(_FILE.read_text(encoding="utf-8"))["solvers"]
    found: dict[str, list[float]] = solvers[solver].get("ms_per_game", {})
    return {place: (least, most) for place, (least, most) in found.items()}
