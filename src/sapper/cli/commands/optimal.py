"""`sapper lab optimal`: the exact winning chance of optimal play on a small board."""

from __future__ import annotations

import click

from sapper.cli.lazy_group import command
from sapper.cli.options import AS_JSON, START
from sapper.cli.terminal.console import print_document, result_console
from sapper.cli.terminal.live_lines import show_bar
from sapper.games.optimal_play import DEFAULT_NODES, Optimal, optimal
from sapper.percent import percent

__all__ = ["optimal_command"]


@command
@click.argument("board")
@START
@click.option(
    "--nodes",
    type=click.IntRange(1),
    default=DEFAULT_NODES,
    show_default=True,
    help="Most positions to search for each first cell.",
)
@AS_JSON
def optimal_command(board: str, start: str, nodes: int, as_json: bool) -> None:
    """Show the exact winning chance of optimal play on a small board, for every first cell.

    Examples:
      sapper lab optimal 3x4/3

    """
    with show_bar("first cells") as watch:
        result = optimal(board, start, nodes=nodes, report=watch)
    if as_json:
        print_document(result)
    else:
        _show(result)


def _show(result: Optimal) -> None:
    console = result_console()
    share = percent(float(result.chance), 4)
    console.print(f"{result.board} {result.start}   wins {result.chance} = {share}")
    console.print("best first cells  " + " ".join(map(str, result.best_first)))
    rows: dict[str, list[str]] = {}
    for cell, chance in sorted(result.by_first.items(), key=lambda entry: -entry[1]):
        rows.setdefault(f"{percent(float(chance), 4):>10}  {chance}", []).append(str(cell))
    for chance_text, cells in rows.items():
        console.print(f"{chance_text}   {' '.join(cells)}")
