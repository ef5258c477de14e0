"""`sapper trace`: how a strategy thinks about one position."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sapper.board import Position, read_position
from sapper.cli.console import console_for, say_error, say_note
from sapper.cli.game_view import counted
from sapper.cli.inputs import position_texts
from sapper.errors import InputError
from sapper.files import write_text
from sapper.players import Trace, search_tree, trace

__all__ = ["Format", "trace_command"]

_CONTRADICTION = 1  # the exit code


class Format(StrEnum):
    """How a trace is shown."""

    text = "text"
    json = "json"
    svg = "svg"
    mermaid = "mermaid"


def trace_command(
    position: Annotated[
        str | None, typer.Argument(help="A position, a file, or - for standard input.")
    ] = None,
    strategy: Annotated[
        str, typer.Option("--strategy", "-s", help="Who thinks, see `sapper strategies`.")
    ] = "backtracking",
    form: Annotated[Format, typer.Option("--format", "-f", help="How to show it.")] = Format.text,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write to this file.")
    ] = None,
    tree: Annotated[
        bool,
        typer.Option("--tree", help="The search tree of paper 2 only, no rules before it."),
    ] = False,
    mines: Annotated[int | None, typer.Option(help="Total mines, where the text has none.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the player's dice.")] = 0,
) -> None:
    """Show every step of a strategy's thought: rules, numbers, cells, searches, chances.

    In a search tree the nodes are numbered in visiting order; a node shows the
    assignment tried and the number that it violates. Exit code 1 means that
    the strategy found a contradiction.
    """
    reading = read_position(_only(list(position_texts(position))), mines)
    for note in reading.notes:
        say_note(note)
    if tree:
        told = _tree_of(reading.position, strategy)
    else:
        told = trace(reading.position, strategy, seed=seed)
    shown = told.render(form.value)
    if output is None:
        console_for(False).file.write(shown + "\n")
    else:
        write_text(output, shown + "\n")
    if told.contradiction is not None:
        say_error(told.contradiction)
        raise typer.Exit(_CONTRADICTION)


def _only(texts: list[str]) -> str:
    if len(texts) != 1:
        raise InputError(f"expected one position to trace, got {len(texts)}")
    return texts[0]


def _tree_of(position: Position, strategy: str) -> Trace:
    """Return the bare trees; a component without a solution is a contradiction."""
    if strategy != "backtracking":
        raise InputError(f"expected --strategy backtracking beside --tree, got {strategy!r}")
    steps = tuple(search_tree(position))
    if not steps:
        raise InputError("expected a number beside a covered cell, got nothing to search")
    dead = [step for step in steps if step.is_complete and not step.solutions]
    error = None
    if dead:
        error = f"no layout of mines fits the {counted(len(dead[0].cells), 'cell')} searched"
    return Trace(strategy, position, steps, None, error)
