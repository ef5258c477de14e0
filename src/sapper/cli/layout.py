"""`sapper layout`: all numbers are given, the mines are wanted (paper 4)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from math import log10
from typing import Annotated

import typer
from rich.console import Console

from sapper.board import MINE, Position, read_position
from sapper.board.cell import Cell, is_number
from sapper.cli.console import console_for, say_error, say_note
from sapper.cli.game_view import counted
from sapper.cli.inputs import position_texts
from sapper.cli.position_view import board_text
from sapper.errors import BudgetExceeded, InputError
from sapper.players import LayoutResult, cost_bounds, solve_layout

__all__ = ["Method", "layout_command"]

_OK, _NO_LAYOUT, _BAD_INPUT, _OUT_OF_BUDGET = 0, 1, 2, 3
_MOST_DRAWN = 10
_WIDEST_DRAWN = 100


class Method(StrEnum):
    """How the mines are found."""

    brute_force = "brute-force"
    backtracking = "backtracking"


@dataclass(frozen=True)
class _Wanted:
    """What the options of the command ask for."""

    method: Method
    all: bool
    mines: int | None
    budget: int
    as_json: bool


def layout_command(
    matrix: Annotated[
        str | None,
        typer.Argument(help="Numbers such as [[1,1],[1,1]], a file, or - for standard input."),
    ] = None,
    method: Annotated[Method, typer.Option(help="How to search.")] = Method.backtracking,
    every: Annotated[bool, typer.Option("--all", help="Find all layouts, not the first.")] = False,
    mines: Annotated[int | None, typer.Option(help="How many mines there are, if known.")] = None,
    budget: Annotated[int, typer.Option(help="Most nodes to visit.")] = 2_000_000,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
    no_color: Annotated[bool, typer.Option("--no-color", help="Print without colour.")] = False,
) -> None:
    """Find the mines behind a full matrix of numbers, and say what it cost.

    Every cell tells how many of its neighbours are mines, a mine's own cell
    too. Rows may be lists, plain lines, or any other form of a position
    without covered cells. Exit code 1 means that no layout gives these numbers.
    """
    if budget < 1:
        raise InputError(f"expected a budget of at least 1 node, got {budget}")
    wanted = _Wanted(method, every, mines, budget, as_json)
    console = console_for(no_color)
    worst = _OK
    for number, text in enumerate(position_texts(matrix)):
        if number and not as_json:
            console.print()
        worst = max(worst, _answer(text, wanted, console))
    raise typer.Exit(worst)


def _answer(text: str, wanted: _Wanted, console: Console) -> int:
    try:
        position = _numbers(text, wanted.mines, say_notes=not wanted.as_json)
        result = _solved(position, wanted)
    except (InputError, BudgetExceeded) as error:
        if wanted.as_json:
            console.file.write(json.dumps({"error": str(error)}) + "\n")
        else:
            say_error(error)
        return _OUT_OF_BUDGET if isinstance(error, BudgetExceeded) else _BAD_INPUT
    if wanted.as_json:
        console.file.write(json.dumps(_document(position, result)) + "\n")
    else:
        _show(position, result, console)
    return _OK if result.solutions else _NO_LAYOUT


def _numbers(text: str, mines: int | None, *, say_notes: bool) -> Position:
    """Return a position in which every cell is a number."""
    reading = read_position(text, mines)
    position = reading.position
    for cell in position.geometry.cells():
        if not is_number(position.face(cell)):
            raise InputError(f"expected a number in every cell, got none at {cell}")
    for note in reading.notes if say_notes else ():
        if "mine count" not in note:  # here it is not needed
            say_note(note)
    return position


def _solved(position: Position, wanted: _Wanted) -> LayoutResult:
    rows, columns = position.rows, position.columns
    numbers = [list(position.faces[r * columns : (r + 1) * columns]) for r in range(rows)]
    return solve_layout(
        numbers,
        wanted.method.value,
        mines=position.mines,
        most=None if wanted.all else 1,
        budget=wanted.budget,
        geometry=position.geometry,
    )


def _show(position: Position, result: LayoutResult, console: Console) -> None:
    found = result.solutions
    if max(position.rows, position.columns) > _WIDEST_DRAWN:
        say_note("the board is too large to draw here; --json gives the mines")
    else:
        for mines in found[:_MOST_DRAWN]:
            console.print(board_text(_laid(position, mines), ()), end="\n\n")
        if len(found) > _MOST_DRAWN:
            console.print(f"and {len(found) - _MOST_DRAWN} more layouts\n")
    console.print(f"layouts   {_told(result)}")
    console.print(f"method    {result.method}")
    nodes = "placement" if result.method == "brute-force" else "node"
    console.print(f"cost      {counted(result.nodes, nodes)}, {1000 * result.seconds:.2f} ms")
    if found:
        brute, clever = cost_bounds(position.geometry.size, len(found[0]))
        console.print(f"bounds    brute force {_short(brute)}, backtracking {_short(clever)}")


def _told(result: LayoutResult) -> str:
    if not result.solutions:
        return "none: no layout gives these numbers"
    first = counted(len(result.solutions[0]), "mine")
    if result.is_complete:
        return f"{len(result.solutions)} in all; {first} in the first"
    return f"the first, of {first}; --all looks for others"


def _laid(position: Position, mines: frozenset[Cell]) -> Position:
    return position.with_faces(dict.fromkeys(mines, MINE))


def _short(number: int) -> str:
    if number < 10**12:
        return f"{number:,}"
    exponent = log10(number)
    return f"{10 ** (exponent % 1):.2f}e{int(exponent)}"


def _document(position: Position, result: LayoutResult) -> dict[str, object]:
    """Return the result as plain values, the paper's bounds beside the cost."""
    found = result.solutions
    bounds = cost_bounds(position.geometry.size, len(found[0])) if found else None
    return {
        "method": result.method,
        "rows": position.rows,
        "columns": position.columns,
        "solutions": [sorted(map(list, mines)) for mines in found],
        "is_complete": result.is_complete,
        "nodes": result.nodes,
        "milliseconds": round(1000 * result.seconds, 4),
        "bounds": None
        if bounds is None
        else {"brute-force": str(bounds[0]), "backtracking": str(bounds[1])},
    }
