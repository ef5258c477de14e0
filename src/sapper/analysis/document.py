"""An analysis as plain data: the one schema of `to_dict`, `--json` and the API."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from sapper.board.cell import CellPair

__all__ = ["AnalysisDocument", "CellDocument", "ComponentDocument"]


class ComponentDocument(TypedDict):
    """One component: its covered cells, its numbers, and how many mines it can hold."""

    cells: list[CellPair]
    numbers: list[CellPair]
    fewest_mines: int
    most_mines: int


class AnalysisDocument(TypedDict):
    """What follows from a position; cells are [row, column], zero-based."""

    position: str
    ways: str | None
    """Exact, in decimal digits; null when it is too long to print."""
    ways_log10: float
    safe: list[CellPair]
    mines: list[CellPair]
    by_mine_count: list[CellPair]
    safest: list[CellPair]
    safest_chance: float | None
    chances: list[list[float | None]]
    untouched: int
    untouched_chance: float | None
    components: list[ComponentDocument]
    fractions: NotRequired[list[list[str | None]]]
    """Exact chances; only if asked for."""
    notes: NotRequired[list[str]]
    """On everything unusual in the text; only where a text was read."""
    milliseconds: NotRequired[float]


class CellDocument(TypedDict):
    """One covered cell: its exact chance, and the chance that it is safe and shows n."""

    cell: CellPair
    chance: float
    fraction: str
    numbers: list[float]
