"""`sapper papers layout`: find the mines from a board full of numbers (the paper of 2022)."""

from __future__ import annotations

import click

from sapper.board import MINE, Position, read_position
from sapper.board.cell import is_number
from sapper.board.text_grid import board_text, is_drawable
from sapper.cli.exit_codes import NO, OK
from sapper.cli.input_items import InputItem, positions_of
from sapper.cli.lazy_group import command
from sapper.cli.options import AS_JSON, MINES
from sapper.cli.position_options import answer_each
from sapper.cli.terminal.console import Console, print_document, result_console, say_note
from sapper.errors import InputError
from sapper.language import _, _n, local_number
from sapper.nouns import count_mines
from sapper.players import LayoutResult, solve_layout
from sapper.players.papers.layout_problem import LayoutMethod

__all__ = ["layout_command"]


@command
@click.argument("matrix", nargs=-1)
@click.option(
    "--method",
    type=click.Choice(["backtracking", "brute-force"]),
    default="backtracking",
    help="How to search; backtracking by default.",
)
@click.option("--all", "every", is_flag=True, help="Find all layouts, not only the first.")
@MINES
@click.option(
    "--nodes",
    type=click.IntRange(1),
    default=2_000_000,
    show_default=True,
    help="Most nodes to visit before giving up.",
)
@AS_JSON
def layout_command(
    matrix: tuple[str, ...], method: LayoutMethod, every: bool, mines: int | None, nodes: int,
    as_json: bool,
) -> None:  # fmt: skip
    """Find the mines from a matrix in which every cell has a number; show the cost.

    A number counts the mines around its cell, also where the cell itself is a mine. MATRIX may be
    a list of rows, plain lines or any other position without covered cells, a file, or - for
    standard input. The exit code is 1 if no layout gives these numbers.

    Examples:
      sapper papers layout [[1,1,1],[1,0,1],[1,1,1]]

    """
    console = result_console(as_json)

    def answer(item: InputItem) -> int:
        position = _numbers(item.text, mines, say_notes=not as_json)
        result = _solve(position, method, every, nodes)
        if as_json:
            print_document(result, item.place)
        else:
            _show(position, result, console)
        return OK if result.solutions else NO

    answer_each(positions_of(matrix), answer, console, as_json=as_json)


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


def _solve(position: Position, method: LayoutMethod, every: bool, nodes: int) -> LayoutResult:
    rows, columns = position.rows, position.columns
    numbers = [list(position.faces[r * columns : (r + 1) * columns]) for r in range(rows)]
    return solve_layout(
        numbers,
        method,
        mines=position.mines,
        most=None if every else 1,
        budget=nodes,
        geometry=position.geometry,
    )


def _show(position: Position, result: LayoutResult, console: Console) -> None:
    found = result.solutions
    if not is_drawable(position.geometry):
        say_note(_("the board is too large to draw in a terminal; --json lists the mines"))
    elif found:
        drawn = position.with_faces(dict.fromkeys(found[0], MINE))
        console.print_line(board_text(drawn, console.width, paint=click.style) + "\n")
    lines = {_("layouts"): _summary(result), _("method"): result.method, _("cost"): _cost(result)}
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
    ms = local_number(f"{1000 * result.seconds:.2f}")
    return f"{nodes.format(count=result.nodes)}, {ms} ms"
