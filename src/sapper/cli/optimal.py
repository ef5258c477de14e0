"""`sapper optimal`: the exact winning chance of optimal play on a small board."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.cli.console import console_for, print_document
from sapper.cli.options import AsJson, Start
from sapper.cli.progress_bar import show_bar
from sapper.games.optimal_play import DEFAULT_NODES, Optimal, optimal
from sapper.percent import percent

__all__ = ["optimal_command"]


def optimal_command(
    board: Annotated[str, typer.Argument(help="A small board such as 4x4/4.")],
    start: Start = "safe",
    nodes: Annotated[
        int, typer.Option(min=1, help="Most positions to search for each first cell.")
    ] = DEFAULT_NODES,
    as_json: AsJson = False,
) -> None:
    """Show the exact winning chance of optimal play for every first cell."""
    with show_bar("first cells") as watch:
        result = optimal(
            board,
            start,
            nodes=nodes,
            report=watch,
        )
    if as_json:
        print_document(result.to_dict())
    else:
        _show(result)


def _show(result: Optimal) -> None:
    console = console_for(False)
    console.print(f"{result.board} {result.start}   wins {result.chance}", end="")
    console.print(f" = {percent(float(result.chance), 4)}")
    console.print("best first cells  " + " ".join(map(str, result.best_first)))
    rows: dict[str, list[str]] = {}
    for cell, chance in sorted(result.by_first.items(), key=lambda entry: -entry[1]):
        rows.setdefault(f"{percent(float(chance), 4):>10}  {chance}", []).append(str(cell))
    for chance_text, cells in rows.items():
        console.print(f"{chance_text}   {' '.join(cells)}")
