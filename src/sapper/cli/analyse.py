"""`sapper analyse`: the chance of a mine in every cell, as a heat map or as data."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from sapper.analysis import Analysis, Budget, analyse
from sapper.board import Cell, Position, read_position
from sapper.board.cell import join_names
from sapper.board.formats.reading import Reading
from sapper.cli.console import Screen, console_for, print_document, report_error, say_note
from sapper.cli.exit_codes import CONTRADICTION, OK
from sapper.cli.inputs import position_texts
from sapper.cli.options import Mines, NoColor, TrustFlags
from sapper.cli.position_view import heatmap_key, heatmap_text, is_drawable
from sapper.errors import ContradictionError, InputError, SapperError
from sapper.files import write_text
from sapper.percent import percent

__all__ = ["analyse_command"]

_MOST_NAMED = 12
_LARGEST_PLAIN = 10**15


@dataclass(frozen=True)
class _Options:
    """The options of the command."""

    mines: int | None
    density: float | None
    trust_flags: bool
    fractions: bool
    as_json: bool
    svg: Path | None
    budget: Budget

    def analyse(self, position: Position) -> Analysis:
        """Return the analysis; the density is only for a position without a mine count."""
        density = self.density if position.mines is None else None
        return analyse(position, trust_flags=self.trust_flags, density=density, budget=self.budget)


_Positions = Annotated[
    str | None,
    typer.Argument(help="A position, a file with one or several, or - for standard input."),
]
_Density = Annotated[
    float | None, typer.Option(help="Chance of a mine per cell, if the total is unknown.")
]


def analyse_command(
    position: _Positions = None,
    mines: Mines = None,
    density: _Density = None,
    trust_flags: TrustFlags = False,
    fractions: Annotated[
        bool, typer.Option("--fractions", help="Also show the chances as exact fractions.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per position.")
    ] = False,
    svg: Annotated[
        Path | None, typer.Option(help="Write the heat map as SVG to this file.")
    ] = None,
    budget_ms: Annotated[
        float | None, typer.Option(help="Stop after this many milliseconds per position.")
    ] = None,
    no_color: NoColor = False,
) -> None:
    """Show the chance of a mine in every cell, what is certain, and the safest cell.

    A position is a line such as 4x4/2:1__1/12_1/0111/0000, a block of rows, a matrix, JSON or
    .mine text. Exit code 1: no layout of mines fits.
    """
    budget = Budget(milliseconds=budget_ms)
    options = _Options(mines, density, trust_flags, fractions, as_json, svg, budget)
    texts = list(position_texts(position))
    if svg is not None and len(texts) > 1:
        raise InputError(f"--svg draws one position, but {len(texts)} were given")
    console = console_for(no_color)
    worst = OK
    for number, text in enumerate(texts):
        if number and not as_json:
            console.print()
        worst = max(worst, _answer(text, options, console))
    raise typer.Exit(worst)


def _answer(text: str, options: _Options, console: Screen) -> int:
    try:
        reading = read_position(text, options.mines)
        for note in () if options.as_json else reading.notes:
            say_note(note)
        began = time.perf_counter()
        analysis = options.analyse(reading.position)
        spent = 1000 * (time.perf_counter() - began)
        if options.svg is not None:
            from sapper.analysis.picture import heat_svg

            write_text(options.svg, heat_svg(analysis))
        if options.as_json:
            _print_json(analysis, reading, options, spent)
        else:
            _show(analysis, options, spent, console)
    except ContradictionError as error:
        return _contradiction(reading, error, options, console)
    except SapperError as error:
        return report_error(error, options.as_json)
    return OK


def _print_json(analysis: Analysis, reading: Reading, options: _Options, spent: float) -> None:
    document = analysis.to_dict(with_fractions=options.fractions)
    document["notes"], document["milliseconds"] = list(reading.notes), round(spent, 4)
    print_document(document)


def _contradiction(
    reading: Reading, error: ContradictionError, options: _Options, console: Screen
) -> int:
    """Report the conflict; draw it in place of the heat map."""
    from sapper.cli.contradiction import report_conflict
    from sapper.proofs.conflicts import conflict_of

    trust_flags, budget = options.trust_flags, options.budget
    found = conflict_of(error, reading.position, trust_flags=trust_flags, budget=budget)
    if options.svg is not None:
        write_text(options.svg, found.svg())
    report_conflict(reading, found, options.as_json, console)
    return CONTRADICTION


def _show(analysis: Analysis, options: _Options, spent: float, console: Screen) -> None:
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
    console.print(f"\nlayouts   {_layouts(analysis.ways)}   mines {mines}   {spent:.3f} ms")
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
    if options.fractions:
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


def _layouts(ways: int) -> str:
    if ways < _LARGEST_PLAIN:
        return f"{ways:,}"
    exponent = int(math.log10(ways))
    return f"{10 ** (math.log10(ways) - exponent):.4f}e{exponent}"
