"""`sapper papers trace`: the steps by which a player decides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from sapper.answers import Answered
from sapper.cli.completion import complete_player
from sapper.cli.exit_codes import NO, OK
from sapper.cli.lazy_group import command
from sapper.cli.options import AS_JSON, MINES, POSITION, SVG
from sapper.cli.position_options import PositionOptions, answer_positions
from sapper.cli.terminal.console import result_console, say_error

__all__ = ["trace_command"]


@command
@POSITION
@click.option(
    "--player",
    "-p",
    default="backtracking",
    show_default=True,
    shell_complete=complete_player,
    help="The player (see `sapper players`); brute-force where every cell shows a number.",
)
@click.option("--tree", is_flag=True, help="Only Amadia's search tree, without the rules before.")
@MINES
@click.option("--seed", type=int, default=0, help="Seed of the player's random choices.")
@SVG
@AS_JSON
def trace_command(
    position: str | None, mines: int | None, svg: Path | None, as_json: bool, **asked: Any
) -> None:
    """Show every step by which a player decides.

    Steps are rules, numbers, cells, searches and chances. The nodes of a search tree are
    numbered in the order visited; a node shows the assignment tried and the number that it
    violates.

    Examples:
      sapper papers trace 3x3/2:01_/12_/___
      sapper papers trace 3x3/2:01_/12_/___ --tree

    """
    console = result_console(as_json, svg)
    options = PositionOptions(console, as_json, mines, svg=svg)
    answer_positions(
        [] if position is None else [position],
        lambda item: options.ask("trace", item, **asked),
        lambda found: console.print(found.value.render("text")),
        options,
        draw=lambda found: str(found.value.render("svg")),
        code=_code_of,
    )


def _code_of(found: Answered) -> int:
    if found.value.contradiction is None:
        return OK
    say_error(found.value.contradiction)
    return NO
