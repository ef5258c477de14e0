"""An analysis as plain data: the one schema of `--json` and everything else that sends it."""

from __future__ import annotations

import math
import sys
from typing import NotRequired, TypedDict

from sapper.analysis.analysis import Analysis
from sapper.board.cell import Cell
from sapper.errors import ContradictionError

__all__ = [
    "AnalysisDocument",
    "ComponentDocument",
    "ContradictionDocument",
    "contradiction_document",
    "document_of",
]

CellPair = tuple[int, int]


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
    """Exact, in decimal digits; null when it has more digits than Python prints (see log10)."""
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


class ContradictionDocument(TypedDict):
    """Why no layout fits."""

    message: str
    cells: list[CellPair]
    is_mine_count: bool


def document_of(analysis: Analysis, *, with_fractions: bool = False) -> AnalysisDocument:
    """Return the analysis as plain data, with exact fractions if asked for."""
    document = AnalysisDocument(
        position=str(analysis.position),
        ways=_digits(analysis.ways),
        ways_log10=math.log10(analysis.ways),
        safe=_pairs(analysis.safe),
        mines=_pairs(analysis.mines),
        by_mine_count=_pairs(analysis.by_mine_count),
        safest=_pairs(analysis.safest),
        safest_chance=analysis.chance(analysis.safest[0]) if analysis.safest else None,
        chances=[[None if math.isnan(p) else p for p in row] for row in analysis.chances.tolist()],
        untouched=analysis.untouched,
        untouched_chance=analysis.untouched_chance,
        components=[
            ComponentDocument(
                cells=_pairs(c.cells),
                numbers=_pairs(c.numbers),
                fewest_mines=c.fewest_mines,
                most_mines=c.most_mines,
            )
            for c in analysis.components
        ],
    )
    if with_fractions:
        document["fractions"] = _fractions(analysis)
    return document


def contradiction_document(error: ContradictionError) -> ContradictionDocument:
    """Return a contradiction as plain data."""
    return ContradictionDocument(
        message=str(error), cells=_pairs(error.cells), is_mine_count=error.is_mine_count
    )


def _pairs(cells: frozenset[Cell] | tuple[Cell, ...]) -> list[CellPair]:
    return [(cell.row, cell.column) for cell in sorted(cells)]


def _digits(ways: int) -> str | None:
    limit = sys.get_int_max_str_digits()
    return str(ways) if limit == 0 or math.log10(ways) < limit - 1 else None


def _fractions(analysis: Analysis) -> list[list[str | None]]:
    position = analysis.position
    return [
        [
            str(analysis.fraction(Cell(row, column)))
            if position.is_covered((row, column))
            else None
            for column in range(position.columns)
        ]
        for row in range(position.rows)
    ]
