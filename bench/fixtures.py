"""The committed positions, by set."""

from __future__ import annotations

from sapper import Position
from tests.support.committed_positions import answered_positions

__all__ = ["SETS", "positions_by_set"]

SETS = {
    "expert": "16x30/99",
    "hard-expert": "16x30/99, hard",
    "30x30-200": "30x30/200",
    "hard-30x30-200": "30x30/200, hard",
    "hard-50x50-500": "50x50/500",
}


def positions_by_set() -> dict[str, list[Position]]:
    """Return the committed positions of the sets in `SETS`."""
    sets: dict[str, list[Position]] = {name: [] for name in SETS}
    for name, position, _ in answered_positions():
        family = name.rpartition("-")[0]
        if family in sets:
            sets[family].append(position)
    return sets
