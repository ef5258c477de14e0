"""`sapper trace`: the steps by which a strategy decides."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sapper.board import Position
from sapper.cli.completion import complete_strategy
from sapper.cli.console import say_error
from sapper.cli.exit_codes import CONTRADICTION
from sapper.cli.game_view import count_noun
from sapper.cli.inputs import read_one
from sapper.cli.options import Mines, PositionText
from sapper.errors import InputError
from sapper.files import STANDARD_OUTPUT, write_text
from sapper.players import Trace, search_tree, trace

__all__ = ["Format", "trace_command"]


class Format(StrEnum):
    """Output formats of a trace."""

    text = "text"
    json = "json"
    svg = "svg"
    mermaid = "mermaid"


def trace_command(
    position: PositionText = None,
    strategy: Annotated[
        str,
        typer.Option(
            "--strategy",
            "-s",
            help="The strategy (see `sapper strategies`).",
            autocompletion=complete_strategy,
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
    seed: Annotated[int, typer.Option(help="Seed of the strategy's random choices.")] = 0,
) -> None:
    """Show every step by which a strategy decides.

    Steps are rules, numbers, cells, searches and chances. The nodes of a search tree are
    numbered in the order visited; a node shows the assignment tried and the number that it
    violates.
    """
    read = read_one(position, mines).position
    found = _trace_tree(read, strategy) if tree else trace(read, strategy, seed=seed)
    shown = found.render(form.value)
    write_text(output or Path(STANDARD_OUTPUT), shown + "\n")
    if found.contradiction is not None:
        say_error(found.contradiction)
        raise typer.Exit(CONTRADICTION)


def _trace_tree(position: Position, strategy: str) -> Trace:
    """Return only the search trees; a component without a solution is a contradiction."""
    if strategy != "backtracking":
        raise InputError(f"--tree needs --strategy backtracking, not {strategy!r}")
    steps = tuple(search_tree(position))
    if not steps:
        raise InputError("nothing to search: no number is beside a covered cell")
    dead = [step for step in steps if step.is_complete and not step.solutions]
    error = None
    if dead:
        error = f"no layout of mines fits the {count_noun(len(dead[0].cells), 'cell')} searched"
    return Trace(strategy, position, steps, None, error)
