"""`sapper hint`: help in stages, each telling a little more."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from sapper.analysis import Budget
from sapper.cli.console import console_for
from sapper.cli.contradiction import told_contradictions
from sapper.cli.inputs import one_position
from sapper.proofs import hint

__all__ = ["hint_command"]


def hint_command(
    position: Annotated[
        str | None, typer.Argument(help="A position, a file with one, or - for standard input.")
    ] = None,
    level: Annotated[
        int, typer.Option(help="1 is anything certain? 2 which region 3 which cell 4 the proof.")
    ] = 1,
    mines: Annotated[int | None, typer.Option(help="Total mines, where the text has none.")] = None,
    trust_flags: Annotated[
        bool, typer.Option("--trust-flags", help="Take flags for mines.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    budget_ms: Annotated[
        float | None, typer.Option(help="Stop after this many milliseconds.")
    ] = None,
    no_color: Annotated[bool, typer.Option("--no-color", help="Print without colour.")] = False,
) -> None:
    """Give a hint: as much as the level asks for and no more."""
    read, budget = one_position(position, mines), Budget(milliseconds=budget_ms)
    console = console_for(no_color)
    with told_contradictions(
        read, trust_flags=trust_flags, budget=budget, as_json=as_json, console=console
    ):
        found = hint(read, level, trust_flags=trust_flags, budget=budget)
    if as_json:
        document = {"position": str(read), **found.to_dict()}
        console.file.write(json.dumps(document) + "\n")
    else:
        console.print(found.text, markup=False)
