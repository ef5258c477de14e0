"""`sapper analyse`: the chance of a mine in every cell, as a heat map or as data."""

from __future__ import annotations

import math

import click

from sapper.analysis import Analysis
from sapper.analysis.picture import heatmap_key, heatmap_text
from sapper.answers import Answered
from sapper.board import Cell
from sapper.board.cell import join_names
from sapper.board.text_grid import is_drawable
from sapper.cli.lazy_group import command
from sapper.cli.options import POSITIONS
from sapper.cli.position_options import PositionOptions, answer_positions, position_options
from sapper.cli.terminal.console import Console, say_note
from sapper.language import _, local_number
from sapper.percent import percent

__all__ = ["analyse_command"]

_MOST_NAMED = 12
_MOST_DIGITS = 15  # of a number of layouts that is printed in full


@command
@POSITIONS
@click.option("--fractions", is_flag=True, help="Also show the chances as exact fractions.")
@position_options
def analyse_command(position: tuple[str, ...], fractions: bool, options: PositionOptions) -> None:
    """Show the chance of a mine in every cell, what is certain, and the safest cell.

    A position is a line such as 4x4/2:1__1/12_1/0111/0000, a block of rows, a matrix or
    JSON; or a file with one, or with one in each line; or a picture of a board (PNG, JPEG, GIF,
    WebP); or - for standard input. Of an impossible position it shows which numbers clash, why, and
    what would repair it.

    Examples:
      sapper analyse 4x4/2:1__1/12_1/0111/0000
      sapper analyse 3x3/?:01_/12_/___ --density 0.2 --json

    """
    answer_positions(
        position,
        lambda item: options.ask("analyse", item, fractions=fractions),
        lambda found: _show(found.value, fractions, found.milliseconds, options.console),
        options,
        draw=_draw,
    )


def _draw(found: Answered) -> str:
    from sapper.analysis.picture import heat_svg

    return heat_svg(found.value, unsure=found.certain_by_doubt)


def _show(analysis: Analysis, fractions: bool, spent: float, console: Console) -> None:
    position = analysis.position
    if is_drawable(position.geometry):
        console.print_line(heatmap_text(analysis, console.width, click.style))
        console.print(heatmap_key(analysis), dim=True)
    else:
        text = _(
            "{rows} x {columns} cells are too many to draw in a terminal; --json or --svg shows "
            "all of them"
        )
        say_note(text.format(rows=position.rows, columns=position.columns))
    mines = _("unknown") if position.mines is None else str(position.mines)
    known = _("mines {mines}").format(mines=mines)
    layouts, ms = local_number(_layouts(analysis)), local_number(f"{spent:.3f}")
    console.print(f"\n{_label(_('layouts'))} {layouts}   {known}   {ms} ms")
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


def _show_fractions(analysis: Analysis, console: Console) -> None:
    groups: dict[str, list[Cell]] = {}
    for cell in analysis.position.covered():
        groups.setdefault(str(analysis.fractions[cell.row][cell.column]), []).append(cell)
    for fraction, cells in groups.items():
        console.print(f"{fraction:>9} {join_names(cells, _MOST_NAMED)}")


def _print_cells(console: Console, label: str, cells: frozenset[Cell]) -> None:
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
