"""`sapper analyse`: what follows from a position, as a heat map or as data."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from sapper.analysis import Analysis, Budget, analyse
from sapper.analysis.document import document_of
from sapper.analysis.picture import heat_svg
from sapper.board import Cell, Position, read_position
from sapper.cli.console import console_for, say_error, say_note
from sapper.cli.contradiction import CONTRADICTION, contradiction_of, show_contradiction
from sapper.cli.inputs import position_texts
from sapper.cli.position_view import heatmap_text
from sapper.errors import BudgetExceeded, ContradictionError, InputError, SapperError
from sapper.files import write_text
from sapper.percent import percent
from sapper.proofs import Conflict

__all__ = ["analyse_command"]

_OK, _BAD_INPUT, _OUT_OF_BUDGET = 0, 2, 3
_WIDEST_SHOWN = 100  # rows and columns of a board that is still drawn in a terminal
_MOST_NAMED = 12
_LARGEST_PLAIN = 10**15


@dataclass(frozen=True)
class _Wanted:
    """What the options of the command ask for."""

    mines: int | None
    density: float | None
    trust_flags: bool
    fractions: bool
    as_json: bool
    svg: Path | None
    budget: Budget

    def analyse(self, position: Position) -> Analysis:
        """Return the analysis; the density is for positions without a mine count only."""
        density = self.density if position.mines is None else None
        return analyse(position, trust_flags=self.trust_flags, density=density, budget=self.budget)


def analyse_command(
    position: Annotated[
        str | None,
        typer.Argument(help="A position, a file with one or several, or - for standard input."),
    ] = None,
    mines: Annotated[int | None, typer.Option(help="Total mines, where the text has none.")] = None,
    density: Annotated[
        float | None, typer.Option(help="Chance of a mine where the total is unknown.")
    ] = None,
    trust_flags: Annotated[
        bool, typer.Option("--trust-flags", help="Take flags for mines.")
    ] = False,
    fractions: Annotated[bool, typer.Option("--fractions", help="Show exact chances.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per position.")
    ] = False,
    svg: Annotated[Path | None, typer.Option(help="Write the heat map to this file.")] = None,
    budget_ms: Annotated[
        float | None, typer.Option(help="Stop after this many milliseconds per position.")
    ] = None,
    no_color: Annotated[bool, typer.Option("--no-color", help="Print without colour.")] = False,
) -> None:
    """Show the chance of a mine in every cell, what is certain, and the safest cell.

    A position is a line such as 4x4/2:1__1/12_1/0111/0000, a block of rows, a matrix, JSON or
    .mine text. Exit code 1 means that no layout of mines fits.
    """
    budget = Budget(milliseconds=budget_ms)
    wanted = _Wanted(mines, density, trust_flags, fractions, as_json, svg, budget)
    texts = list(position_texts(position))
    if svg is not None and len(texts) > 1:
        raise InputError(f"expected one position for --svg, got {len(texts)}")
    console = console_for(no_color)
    answer = _answer_json if as_json else _answer_shown
    worst = _OK
    for number, text in enumerate(texts):
        if number and not as_json:
            console.print()
        worst = max(worst, answer(text, wanted, console))
    raise typer.Exit(worst)


def _answer_json(text: str, wanted: _Wanted, console: Console) -> int:
    code, document = _document(text, wanted)
    console.file.write(json.dumps(document) + "\n")
    return code


def _document(text: str, wanted: _Wanted) -> tuple[int, object]:
    try:
        reading = read_position(text, wanted.mines)
    except InputError as error:
        return _BAD_INPUT, {"error": str(error)}
    head = {"position": str(reading.position), "notes": list(reading.notes)}
    began = time.perf_counter()
    try:
        analysis = wanted.analyse(reading.position)
        spent = 1000 * (time.perf_counter() - began)
        document = document_of(analysis, with_fractions=wanted.fractions)
        _draw(analysis, wanted)
    except ContradictionError as error:
        return CONTRADICTION, head | _contradiction(reading.position, error, wanted)[1]
    except BudgetExceeded as error:
        return _OUT_OF_BUDGET, head | {"error": str(error)}
    except SapperError as error:
        return _BAD_INPUT, head | {"error": str(error)}
    return _OK, head | dict(document) | {"milliseconds": round(spent, 4)}


def _answer_shown(text: str, wanted: _Wanted, console: Console) -> int:
    try:
        reading = read_position(text, wanted.mines)
        for note in reading.notes:
            say_note(note)
        began = time.perf_counter()
        analysis = wanted.analyse(reading.position)
        spent = 1000 * (time.perf_counter() - began)
        _show(analysis, wanted, spent, console)
        _draw(analysis, wanted)
    except ContradictionError as error:
        found, _ = _contradiction(reading.position, error, wanted)
        show_contradiction(reading.position, error, found, console)
        return CONTRADICTION
    except BudgetExceeded as error:
        say_error(error)
        return _OUT_OF_BUDGET
    except SapperError as error:
        say_error(error)
        return _BAD_INPUT
    return _OK


def _contradiction(
    position: Position, error: ContradictionError, wanted: _Wanted
) -> tuple[Conflict | None, dict[str, object]]:
    """Return what clashes; its picture goes where the heat map would have gone."""
    found, document = contradiction_of(position, error, wanted.trust_flags, wanted.budget)
    if wanted.svg is not None and found is not None:
        write_text(wanted.svg, found.svg())
    return found, document


def _draw(analysis: Analysis, wanted: _Wanted) -> None:
    if wanted.svg is not None:
        write_text(wanted.svg, heat_svg(analysis))


def _show(analysis: Analysis, wanted: _Wanted, spent: float, console: Console) -> None:
    position = analysis.position
    if _is_drawable(position):
        console.print(heatmap_text(analysis))
    else:
        say_note(
            f"{position.rows} x {position.columns} cells are too many to draw here "
            f"(more than {_WIDEST_SHOWN} either way); --json or --svg gives all of them"
        )
    mines = "unknown" if position.mines is None else str(position.mines)
    console.print(f"\nlayouts   {_layouts(analysis.ways)}   mines {mines}   {spent:.3f} ms")
    if not analysis.safest:
        console.print("no covered cell")
        return
    _name_cells(console, "safe", analysis.safe, analysis.by_mine_count)
    _name_cells(console, "mines", analysis.mines, analysis.by_mine_count)
    if not analysis.safe:
        chance = percent(analysis.chance(analysis.safest[0]))
        console.print(f"safest    {_named(analysis.safest)}   mine in {chance}")
    if analysis.untouched_chance is not None:
        chance = percent(analysis.untouched_chance)
        console.print(f"untouched {analysis.untouched} cells   mine in {chance}")
    if wanted.fractions:
        _show_fractions(analysis, console)


def _show_fractions(analysis: Analysis, console: Console) -> None:
    groups: dict[str, list[Cell]] = {}
    for cell in analysis.position.covered():
        groups.setdefault(str(analysis.fraction(cell)), []).append(cell)
    for fraction, cells in groups.items():
        console.print(f"{fraction:>9} {_named(cells)}")


def _name_cells(
    console: Console, label: str, cells: frozenset[Cell], by_count: frozenset[Cell]
) -> None:
    for what, some in ((label, cells - by_count), (f"{label} by mine count", cells & by_count)):
        if some:
            console.print(f"{what:<9} {_named(sorted(some))}")


def _named(cells: Iterable[Cell]) -> str:
    names = list(map(str, cells))
    more = len(names) - _MOST_NAMED
    return " ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _layouts(ways: int) -> str:
    if ways < _LARGEST_PLAIN:
        return f"{ways:,}"
    exponent = int(math.log10(ways))
    return f"{10 ** (math.log10(ways) - exponent):.4f}e{exponent}"


def _is_drawable(position: Position) -> bool:
    return max(position.rows, position.columns) <= _WIDEST_SHOWN
