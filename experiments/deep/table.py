"""What the stored parts of experiments/deep say: the curve of points against milliseconds."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from sapper.lab.table import Table, Value

__all__ = [
    "ALL_PAIRS",
    "BOUND_LAYOUTS",
    "Gain",
    "answer",
    "gain_of",
    "opening_answer",
    "read_gains",
    "read_parts",
]

_HERE = Path(__file__).parent
PARTS, COSTS, OPENING = (_HERE / f"{name}" for name in ("parts.jsonl", "cost.json", "opening.json"))
_REGRET = _HERE.parent / "regret" / "result.json"
ALL_PAIRS = 50_000
BOUND_LAYOUTS = 64  # layouts


@dataclass(frozen=True)
class Gain:
    """What `deep` gains over `patient` from a start, in points with luck taken out."""

    start: str
    layouts: int
    pairs: int
    points: float
    error: float  # half of the 95 % interval
    plain: float
    first_seed: int

    @property
    def verdict(self) -> str:
        """Whether the bound, decided beforehand, is reached."""
        if self.pairs < ALL_PAIRS:
            return f"not decided: {self.pairs:,} of {ALL_PAIRS:,} pairs were played"
        return "stronger" if self.points > self.error else "not shown to be stronger"

    def __str__(self) -> str:
        """Return the gain with its error."""
        return f"{self.points:+.3f} ± {self.error:.3f}"


def gain_of(parts: list[dict[str, Any]]) -> Gain:
    """Return what some parts of one start and budget say together."""
    pairs = sum(part["pairs"] for part in parts)
    mean = sum(part["sum"] for part in parts) / pairs
    spread = sum(part["squares"] for part in parts) / pairs - mean**2
    plain = sum(part["wins"][0] - part["wins"][1] for part in parts) / pairs
    return Gain(
        parts[0]["start"], parts[0]["layouts"], pairs, 100 * mean,
        196 * (spread / pairs) ** 0.5, 100 * plain, min(part["seed"] for part in parts),
    )  # fmt: skip


def read_parts() -> list[dict[str, Any]]:
    """Return all parts that were played."""
    lines = PARTS.read_text("utf-8").splitlines() if PARTS.exists() else []
    return [json.loads(line) for line in lines]


def read_gains() -> list[Gain]:
    """Return the gains by start and layouts."""
    parts = sorted(read_parts(), key=_setting)
    return [gain_of(list(group)) for _, group in groupby(parts, _setting)]


def answer() -> str:
    """Return the curve as a table, and what the bound says."""
    costs, left = cost_of(), _left_by_patient()
    columns = ["start", "layouts", "pairs", "seeds from", "gain, points (95 %)", "plain",
               "ms a game", "of the regret"]  # fmt: skip
    rows: list[list[Value]] = []
    gains = read_gains()
    for start in dict.fromkeys(gain.start for gain in gains):
        none = f"{costs[start, 0]:.1f}"
        rows.append([start, "0 (`patient`)", None, None, "0", None, none, "0 %"])
        rows += [
            [start, g.layouts, g.pairs, str(g.first_seed), str(g), f"{g.plain:+.2f}",
             f"{costs[start, g.layouts]:.1f}", f"{100 * g.points / left[start]:.0f} %"]
            for g in gains if g.start == start
        ]  # fmt: skip
    decided = " ".join(
        f"From the {g.start} start `deep` with {g.layouts} layouts is {g.verdict}."
        for g in gains if g.layouts == BOUND_LAYOUTS
    )  # fmt: skip
    return f"{Table('', columns, rows).to_markdown()}\n\n{decided}"


def opening_answer() -> str:
    """Return what better second and third cells gain."""
    found = json.loads(OPENING.read_text("utf-8"))
    rows: list[list[Value]] = [
        [_numbers(row["position"]), f"{100 * row['games'] / found['games']:.1f} %",
         str(tuple(row["patient"])), str(tuple(row["chosen"])), row["layouts"],
         f"{row['gain']:+.2f} ± {row['error']:.2f}" if row["chosen"] != row["patient"] else "0"]
        for row in found["rows"]
    ]  # fmt: skip
    columns = ["open cells", "games", "`patient`", "by 8,000 layouts", "others", "gain, points"]
    pays = found["gain"] >= 0.05 and found["gain"] > found["error"]
    return (
        f"{Table('', columns, rows).to_markdown()}\n\n"
        f"Together {found['gain']:+.3f} ± {found['error']:.3f} points a game "
        f"({found['seconds'] / 60:.0f} minutes of processor time): "
        f"a book {'pays' if pays else 'does not pay'}."
    )


def cost_of() -> dict[tuple[str, int], float]:
    """Return the milliseconds of processor time of a game by start and layouts, 0 for `patient`."""
    rows = json.loads(COSTS.read_text("utf-8"))["rows"]
    return {(row["start"], row["layouts"]): row["ms"] for row in rows}


def _setting(part: dict[str, Any]) -> tuple[str, int]:
    return part["start"], part["layouts"]


def _left_by_patient() -> dict[str, float]:
    """Return the regret of `champion` (experiments/regret) without what `patient` gains."""
    stored = json.loads(_REGRET.read_text("utf-8"))
    gained = {
        row["start"]: row["points"] for row in stored["choices"] if row["player"] == "patient"
    }
    return {
        row["start"]: row["expected"][1][0] - gained[row["start"]] for row in stored["rollouts"]
    }


def _numbers(position: str) -> str:
    """Return the open cells of a position and what they show."""
    rows = position.partition(":")[2].split("/")
    shown = [
        f"({r}, {c}) {face}"
        for r, row in enumerate(rows) for c, face in enumerate(row) if face != "_"
    ]  # fmt: skip
    return ", ".join(shown)
