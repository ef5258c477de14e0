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
from sapper.language import _
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
        text = _(
            "{rows} x {columns} cells are too many to draw in a terminal; --json or --svg shows "
            "all of them"
        )
        say_note(text.format(rows=position.rows, columns=position.columns))
    mines = _("unknown") if position.mines is None else str(position.mines)
    told = _("mines {mines}").format(mines=mines)
    console.print(f"\n{_label(_('layouts'))} {_layouts(analysis)}   {told}   {spent:.3f} ms")
    if not analysis.safest:
        console.print(_("no covered cells"))
        return
    by_count = analysis.by_mine_count
    _print_cells(console, _("safe"), analysis.safe - by_count)
    _print_cells(console, _("safe by mine count"), analysis.safe & by_count)
    _print_cells(console, _("mines"), analysis.mines - by_count)
    _print_cells(console, _("mines by mine count"), analysis.mines & by_count)
    if not analysis.safe:
        chance = _mine_in(analysis.chance(analysis.safest[0]))
        cells = join_names(analysis.safest, _MOST_NAMED)
        console.print(f"{_label(_('safest'))} {cells}   {chance}")
    if analysis.untouched_chance is not None:
        chance = _mine_in(analysis.untouched_chance)
        cells = _("{count} cells").format(count=analysis.untouched)
        console.print(f"{_label(_('untouched'))} {cells}   {chance}")
    if fractions:
        _show_fractions(analysis, console)


def _show_fractions(analysis: Analysis, console: Screen) -> None:
    groups: dict[str, list[Cell]] = {}
    for cell in analysis.position.covered():
        groups.setdefault(str(analysis.fraction(cell)), []).append(cell)
    for fraction, cells in groups.items():
        console.print(f"{fraction:>9} {join_names(cells, _MOST_NAMED)}")


def _print_cells(console: Screen, label: str, cells: frozenset[Cell]) -> None:
    if cells:
        console.print(f"{_label(label)} {join_names(sorted(cells), _MOST_NAMED)}")


def _label(text: str) -> str:
    return f"{text:<9}"


def _mine_in(chance: float) -> str:
    return _("mine in {chance}").format(chance=percent(chance))


def _layouts(analysis: Analysis) -> str:
    if analysis.ways_log10 < _MOST_DIGITS:
        return f"{analysis.ways:,}"
    fraction, exponent = math.modf(analysis.ways_log10)
    return f"{10**fraction:.4f}e{exponent:.0f}"
