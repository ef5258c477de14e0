"""`sapper analyse`: the chance of a mine in every cell, as a heat map or as data."""

from __future__ import annotations

import math
import time
from typing import Annotated

import typer

from sapper.analysis import Analysis, analyse
from sapper.board import Cell, Position
from sapper.board.cell import join_names
from sapper.board.formats.reading import Reading
from sapper.cli.answers import Request, answer_positions
from sapper.cli.console import Screen, print_document, result_console, say_note
from sapper.cli.inputs import Entry
from sapper.cli.options import (
    AsJsonLines,
    BudgetMs,
    Density,
    Mines,
    NoColor,
    PositionTexts,
    SvgFile,
    TrustFlags,
)
from sapper.cli.position_view import heatmap_key, heatmap_text, is_drawable
from sapper.files import write_text
from sapper.percent import percent

__all__ = ["analyse_command"]

_MOST_NAMED = 12
_MOST_DIGITS = 15  # of a number of layouts that is printed in full


def analyse_command(
    position: PositionTexts = None,
    mines: Mines = None,
    density: Density = None,
    trust_flags: TrustFlags = False,
    fractions: Annotated[
        bool, typer.Option("--fractions", help="Also show the chances as exact fractions.")
    ] = False,
    as_json: AsJsonLines = False,
    svg: SvgFile = None,
    budget_ms: BudgetMs = None,
    no_color: NoColor = False,
) -> None:
    """Show the chance of a mine in every cell, what is certain, and the safest cell.

    A position is a line such as 4x4/2:1__1/12_1/0111/0000, a block of rows, a matrix, JSON or
    .mine text. A file or standard input may have one position in each line.
    """
    request = Request(
        result_console(no_color, as_json, svg), as_json, mines, density, trust_flags, budget_ms, svg
    )

    def answer(reading: Reading, entry: Entry) -> None:
        began = time.perf_counter()
        analysis = _analyse(reading.position, request)
        spent = 1000 * (time.perf_counter() - began)
        if svg is not None:
            from sapper.analysis.picture import heat_svg

            write_text(svg, heat_svg(analysis))
        if as_json:
            _print_json(analysis, reading, entry, fractions, spent)
        else:
            _show(analysis, fractions, spent, request.console)

    answer_positions(position, answer, request)


def _analyse(position: Position, request: Request) -> Analysis:
    """Return the analysis; the density is only for a position without a mine count."""
    density = request.density if position.mines is None else None
    return analyse(
        position, trust_flags=request.trust_flags, density=density, budget=request.budget
    )


def _print_json(
    analysis: Analysis, reading: Reading, entry: Entry, fractions: bool, spent: float
) -> None:
    document = analysis.to_dict(with_fractions=fractions)
    document["notes"], document["milliseconds"] = list(reading.notes), round(spent, 4)
    print_document({**entry.place, **document})


def _show(analysis: Analysis, fractions: bool, spent: float, console: Screen) -> None:
    position = analysis.position
    if is_drawable(position.geometry):
        console.print(heatmap_text(analysis, console.width))
        console.print(heatmap_key(analysis), style="dim")
    else:
        say_note(
            f"{position.rows} x {position.columns} cells are too many to draw in a terminal; "
            "--json or --svg shows all of them"
        )
    mines = "unknown" if position.mines is None else str(position.mines)
    console.print(f"\nlayouts   {_layouts(analysis)}   mines {mines}   {spent:.3f} ms")
    if not analysis.safest:
        console.print("no covered cells")
        return
    _print_cells(console, "safe", analysis.safe, analysis.by_mine_count)
    _print_cells(console, "mines", analysis.mines, analysis.by_mine_count)
    if not analysis.safe:
        chance = percent(analysis.chance(analysis.safest[0]))
        console.print(f"safest    {join_names(analysis.safest, _MOST_NAMED)}   mine in {chance}")
    if analysis.untouched_chance is not None:
        chance = percent(analysis.untouched_chance)
        console.print(f"untouched {analysis.untouched} cells   mine in {chance}")
    if fractions:
        _show_fractions(analysis, console)


def _show_fractions(analysis: Analysis, console: Screen) -> None:
    groups: dict[str, list[Cell]] = {}
    for cell in analysis.position.covered():
        groups.setdefault(str(analysis.fraction(cell)), []).append(cell)
    for fraction, cells in groups.items():
        console.print(f"{fraction:>9} {join_names(cells, _MOST_NAMED)}")


def _print_cells(
    console: Screen, label: str, cells: frozenset[Cell], by_count: frozenset[Cell]
) -> None:
    for what, some in ((label, cells - by_count), (f"{label} by mine count", cells & by_count)):
        if some:
            console.print(f"{what:<9} {join_names(sorted(some), _MOST_NAMED)}")


def _layouts(analysis: Analysis) -> str:
    if analysis.ways_log10 < _MOST_DIGITS:
        return f"{analysis.ways:,}"
    fraction, exponent = math.modf(analysis.ways_log10)
    return f"{10**fraction:.4f}e{exponent:.0f}"
