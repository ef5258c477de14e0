"""`sapper trace`: the steps by which a player decides."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sapper.board import Position
from sapper.cli.completion import complete_player
from sapper.cli.console import console_for, say_error
from sapper.cli.exit_codes import CONTRADICTION
from sapper.cli.inputs import read_one
from sapper.cli.options import Mines, PositionText
from sapper.errors import InputError
from sapper.files import STANDARD_OUTPUT, write_text
from sapper.players import Trace, trace
from sapper.players.tracing.tracer import trace_tree

__all__ = ["Format", "trace_command"]


class Format(StrEnum):
    """Output formats of a trace."""

    text = "text"
    json = "json"
    svg = "svg"
    mermaid = "mermaid"


def trace_command(
    position: PositionText = None,
    player: Annotated[
        str,
        typer.Option(
            "--player",
            "-p",
            help="The player (see `sapper players`).",
            autocompletion=complete_player,
        ),
    ] = "backtracking",
    form: Annotated[Format, typer.Option("--format", "-f", help="Output format.")] = Format.text,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write to this file.")
    ] = None,
    tree: Annotated[
        bool,
        typer.Option("--tree", help="Only Amadia's search tree, without the rules before it."),
    ] = False,
    mines: Mines = None,
    seed: Annotated[int, typer.Option(help="Seed of the player's random choices.")] = 0,
) -> None:
    """Show every step by which a player decides.

    Steps are rules, numbers, cells, searches and chances. The nodes of a search tree are
    numbered in the order visited; a node shows the assignment tried and the number that it
    violates.
    """
    read = read_one(position, mines).position
    found = _trace_tree(read, player) if tree else trace(read, player, seed=seed)
    shown = found.render(form.value)
    if output is None or str(output) == STANDARD_OUTPUT:
        _print(shown, form)
    else:
        write_text(output, shown + "\n")
    if found.contradiction is not None:
        say_error(found.contradiction)
        raise typer.Exit(CONTRADICTION)


def _print(shown: str, form: Format) -> None:
    """Print the steps: text wrapped like all text, other formats as they are."""
    console = console_for(False)
    if form is Format.text:
        console.print(shown)
    else:
        console.print_line(shown)


def _trace_tree(position: Position, player: str) -> Trace:
    if player != "backtracking":
        raise InputError(f"--tree needs --player backtracking, not {player!r}")
    return trace_tree(position)
