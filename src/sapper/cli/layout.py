"""`sapper layout`: find the mines from a board full of numbers (the layout paper of 2022)."""

from __future__ import annotations

from enum import StrEnum
from math import log10
from typing import Annotated

import typer

from sapper.board import MINE, Position, read_position
from sapper.board.cell import Cell, is_number
from sapper.cli.answers import Request, answer_each
from sapper.cli.console import Screen, console_for, print_document, say_note
from sapper.cli.exit_codes import CONTRADICTION, OK
from sapper.cli.inputs import Entry, positions_of
from sapper.cli.options import AsJsonLines, NoColor
from sapper.cli.position_view import board_text, is_drawable
from sapper.errors import InputError
from sapper.language import _, _n
from sapper.nouns import count_mines
from sapper.players import LayoutResult, solve_layout

__all__ = ["Method", "layout_command"]

_MOST_DRAWN = 10


class Method(StrEnum):
    """How the mines are searched."""

    brute_force = "brute-force"
    backtracking = "backtracking"


def layout_command(
    matrix: Annotated[
        list[str] | None,
        typer.Argument(help="Numbers such as [[1,1],[1,1]], files, or - for standard input."),
    ] = None,
    method: Annotated[Method, typer.Option(help="How to search.")] = Method.backtracking,
    every: Annotated[bool, typer.Option("--all", help="Find all layouts, not the first.")] = False,
    mines: Annotated[int | None, typer.Option(help="How many mines there are, if known.")] = None,
    budget: Annotated[int, typer.Option(help="Most nodes to visit before giving up.")] = 2_000_000,
    as_json: AsJsonLines = False,
    no_color: NoColor = False,
) -> None:
    """Find the mines from a matrix in which every cell has a number; show the cost.

    A number counts the mines around its cell, also where the cell itself is a mine. The matrix
    may be a list of rows, plain lines or any other position without covered cells.
    """
    if budget < 1:
        raise InputError(f"expected a budget of at least 1 node, got {budget}")
    request = Request(console_for(no_color), as_json, mines)

    def answer(entry: Entry) -> int:
        position = _numbers(entry.text, mines, say_notes=not as_json)
        result = _solve(position, method, every, budget)
        if as_json:
            print_document({**entry.place, **result.to_dict()})
        else:
            _show(position, result, request.console)
        return OK if result.solutions else CONTRADICTION

    answer_each(positions_of(matrix), answer, request)


def _numbers(text: str, mines: int | None, *, say_notes: bool) -> Position:
    """Return a position in which every cell is a number."""
    reading = read_position(text, mines)
    position = reading.position
    for cell in position.geometry.cells():
        if not is_number(position.face(cell)):
            raise InputError(
                _("every cell must have a number, but {cell} has none").format(cell=cell)
            )
    for note in reading.taken if say_notes else ():  # a mine count is not needed here
        say_note(note)
    return position


def _solve(position: Position, method: Method, every: bool, budget: int) -> LayoutResult:
    rows, columns = position.rows, position.columns
    numbers = [list(position.faces[r * columns : (r + 1) * columns]) for r in range(rows)]
    return solve_layout(
        numbers,
        method.value,
        mines=position.mines,
        most=None if every else 1,
        budget=budget,
        geometry=position.geometry,
    )


def _show(position: Position, result: LayoutResult, console: Screen) -> None:
    found = result.solutions
    if not is_drawable(position.geometry):
        say_note(_("the board is too large to draw in a terminal; --json lists the mines"))
    else:
        for mines in found[:_MOST_DRAWN]:
            console.print(board_text(_with_mines(position, mines), (), console.width), end="\n\n")
        if len(found) > _MOST_DRAWN:
            count = len(found) - _MOST_DRAWN
            text = _n("and {count} more layout", "and {count} more layouts", count)
            console.print(text.format(count=count), end="\n\n")
    lines = {_("layouts"): _summary(result), _("method"): result.method, _("cost"): _cost(result)}
    if result.bounds is not None:
        brute, clever = map(_short, result.bounds)
        text = _("brute force {brute_force}, backtracking {backtracking}")
        lines[_("bounds")] = text.format(brute_force=brute, backtracking=clever)
    for label, line in lines.items():
        console.print(f"{label:<9} {line}")


def _summary(result: LayoutResult) -> str:
    if not result.solutions:
        return _("none: no layout gives these numbers")
    mines = count_mines(len(result.solutions[0]))
    if result.is_complete:
        text = _("{count} in all; {mines} in the first")
        return text.format(count=len(result.solutions), mines=mines)
    return _("the first, of {mines}; --all looks for others").format(mines=mines)


def _cost(result: LayoutResult) -> str:
    if result.method == "brute-force":
        nodes = _n("{count:,} placement", "{count:,} placements", result.nodes)
    else:
        nodes = _n("{count:,} node", "{count:,} nodes", result.nodes)
    return f"{nodes.format(count=result.nodes)}, {1000 * result.seconds:.2f} ms"


def _with_mines(position: Position, mines: frozenset[Cell]) -> Position:
    return position.with_faces(dict.fromkeys(mines, MINE))


def _short(number: int) -> str:
    if number < 10**12:
        return f"{number:,}"
    exponent = log10(number)
    return f"{10 ** (exponent % 1):.2f}e{int(exponent)}"
