"""`sapper layout`: find the mines from a board full of numbers (the layout paper of 2022)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import log10
from typing import Annotated

import typer

from sapper.board import MINE, Position, read_position
from sapper.board.cell import Cell, is_number
from sapper.cli.console import Screen, console_for, print_document, report_error, say_note
from sapper.cli.exit_codes import CONTRADICTION, OK
from sapper.cli.game_view import count_noun
from sapper.cli.inputs import position_texts
from sapper.cli.options import AsJson, NoColor
from sapper.cli.position_view import board_text, is_drawable
from sapper.errors import BudgetExceeded, InputError
from sapper.players import LayoutResult, solve_layout

__all__ = ["Method", "layout_command"]

_MOST_DRAWN = 10


class Method(StrEnum):
    """How the mines are searched."""

    brute_force = "brute-force"
    backtracking = "backtracking"


@dataclass(frozen=True)
class _Options:
    """The options of the command."""

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
    budget: Annotated[int, typer.Option(help="Most nodes to visit before giving up.")] = 2_000_000,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Find the mines from a matrix in which every cell has a number; show the cost.

    A number counts the mines around its cell, also where the cell itself is a mine. The matrix
    may be a list of rows, plain lines or any other position without covered cells.
    Exit code 1: no layout of mines gives these numbers.
    """
    if budget < 1:
        raise InputError(f"expected a budget of at least 1 node, got {budget}")
    options = _Options(method, every, mines, budget, as_json)
    console = console_for(no_color)
    worst = OK
    for number, text in enumerate(position_texts(matrix)):
        if number and not as_json:
            console.print()
        worst = max(worst, _answer(text, options, console))
    raise typer.Exit(worst)


def _answer(text: str, options: _Options, console: Screen) -> int:
    try:
        position = _numbers(text, options.mines, say_notes=not options.as_json)
        result = _solve(position, options)
    except (InputError, BudgetExceeded) as error:
        return report_error(error, options.as_json)
    if options.as_json:
        print_document(result.to_dict())
    else:
        _show(position, result, console)
    return OK if result.solutions else CONTRADICTION


def _numbers(text: str, mines: int | None, *, say_notes: bool) -> Position:
    """Return a position in which every cell is a number."""
    reading = read_position(text, mines)
    position = reading.position
    for cell in position.geometry.cells():
        if not is_number(position.face(cell)):
            raise InputError(f"every cell must have a number, but {cell} has none")
    for note in reading.taken if say_notes else ():  # a mine count is not needed here
        say_note(note)
    return position


def _solve(position: Position, options: _Options) -> LayoutResult:
    rows, columns = position.rows, position.columns
    numbers = [list(position.faces[r * columns : (r + 1) * columns]) for r in range(rows)]
    return solve_layout(
        numbers,
        options.method.value,
        mines=position.mines,
        most=None if options.all else 1,
        budget=options.budget,
        geometry=position.geometry,
    )


def _show(position: Position, result: LayoutResult, console: Screen) -> None:
    found = result.solutions
    if not is_drawable(position.geometry):
        say_note("the board is too large to draw in a terminal; --json lists the mines")
    else:
        for mines in found[:_MOST_DRAWN]:
            console.print(board_text(_with_mines(position, mines), (), console.width), end="\n\n")
        if len(found) > _MOST_DRAWN:
            console.print(f"and {len(found) - _MOST_DRAWN} more layouts\n")
    console.print(f"layouts   {_summary(result)}")
    console.print(f"method    {result.method}")
    nodes = "placement" if result.method == "brute-force" else "node"
    console.print(f"cost      {count_noun(result.nodes, nodes)}, {1000 * result.seconds:.2f} ms")
    if result.bounds is not None:
        brute, clever = result.bounds
        console.print(f"bounds    brute force {_short(brute)}, backtracking {_short(clever)}")


def _summary(result: LayoutResult) -> str:
    if not result.solutions:
        return "none: no layout gives these numbers"
    first = count_noun(len(result.solutions[0]), "mine")
    if result.is_complete:
        return f"{len(result.solutions)} in all; {first} in the first"
    return f"the first, of {first}; --all looks for others"


def _with_mines(position: Position, mines: frozenset[Cell]) -> Position:
    return position.with_faces(dict.fromkeys(mines, MINE))


def _short(number: int) -> str:
    if number < 10**12:
        return f"{number:,}"
    exponent = log10(number)
    return f"{10 ** (exponent % 1):.2f}e{int(exponent)}"
