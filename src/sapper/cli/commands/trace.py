"""`sapper papers trace`: the steps by which a player decides."""

from __future__ import annotations

from pathlib import Path

import click

from sapper.cli.completion import complete_player
from sapper.cli.exit_codes import NO
from sapper.cli.input_items import read_one
from sapper.cli.lazy_group import command
from sapper.cli.options import AS_JSON, MINES, POSITION, SVG
from sapper.cli.terminal.console import print_document, result_console, say_error
from sapper.errors import InputError
from sapper.files import write_text
from sapper.players import trace
from sapper.players.tracing.tracer import trace_tree

__all__ = ["trace_command"]


@command
@POSITION
@click.option(
    "--player",
    "-p",
    default="backtracking",
    show_default=True,
    shell_complete=complete_player,
    help="The player (see `sapper players`).",
)
@click.option("--tree", is_flag=True, help="Only Amadia's search tree, without the rules before.")
@MINES
@click.option("--seed", type=int, default=0, help="Seed of the player's random choices.")
@SVG
@AS_JSON
def trace_command(
    position: str | None, player: str, tree: bool, mines: int | None, seed: int,
    svg: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Show every step by which a player decides.

    Steps are rules, numbers, cells, searches and chances. The nodes of a search tree are
    numbered in the order visited; a node shows the assignment tried and the number that it
    violates.

    Examples:
      sapper papers trace 3x3/2:01_/12_/___
      sapper papers trace 3x3/2:01_/12_/___ --tree

    """
    if tree and player != "backtracking":
        raise InputError(f"--tree needs --player backtracking, not {player!r}")
    console = result_console(as_json, svg)
    read = read_one(position, mines).position
    found = trace_tree(read) if tree else trace(read, player, seed=seed)
    if svg is not None:
        write_text(svg, found.render("svg"))
    if as_json:
        print_document(found)
    elif svg is None:
        console.print(found.render("text"))
    if found.contradiction is not None:
        say_error(found.contradiction)
        raise click.exceptions.Exit(NO)
