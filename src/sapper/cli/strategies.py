"""`sapper strategies`: who can play, in one line each, with options and paper."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.text import Text

from sapper.cli.console import console_for
from sapper.players import Option, Strategy, strategies
from sapper.players.papers.sources import PAPERS

__all__ = ["strategies_command"]


def strategies_command(
    as_json: Annotated[bool, typer.Option("--json", help="Print a list as JSON.")] = False,
    no_color: Annotated[bool, typer.Option("--no-color", help="Print without colour.")] = False,
) -> None:
    """List the strategies with their options and the paper they come from.

    A strategy is written NAME or NAME:OPTION=VALUE,OPTION=VALUE.
    """
    known = strategies()
    if as_json:
        typer.echo(json.dumps([_document(entry) for entry in known]))
        return
    console = console_for(no_color)
    width = max(len(entry.name) for entry in known) + 2
    paper_width = max(map(len, PAPERS)) + 2
    for entry in known:
        line = f"{entry.paper:<{paper_width}}{entry.summary}"
        console.print(Text.assemble((f"{entry.name:<{width}}", "bold"), line))
        for option in entry.options:
            console.print(Text(f"{'':<{width + paper_width}}{_option_line(option)}", "dim"))
    console.print()
    for paper, title in PAPERS.items():
        console.print(f"{paper:<{paper_width}}{title}")


def _option_line(option: Option) -> str:
    values = "|".join(option.values) or "N"
    return f"{option.name}={values}: {option.summary} ({option.default})"


def _document(entry: Strategy) -> dict[str, object]:
    return {
        "name": entry.name,
        "summary": entry.summary,
        "paper": entry.paper,
        "paper_title": PAPERS.get(entry.paper),
        "options": [asdict(option) for option in entry.options],
    }
