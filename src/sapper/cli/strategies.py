"""`sapper strategies`: list the strategies with their options and papers."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.text import Text

from sapper.cli.console import console_for
from sapper.cli.options import NoColor
from sapper.players import Option, Strategy, strategies
from sapper.players.papers.sources import PAPERS

__all__ = ["strategies_command"]


def strategies_command(
    as_json: Annotated[bool, typer.Option("--json", help="Print a list as JSON.")] = False,
    no_color: NoColor = False,
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
    indent = max(len(paper.name) for paper in PAPERS.values()) + 2
    for entry in known:
        line = f"{_origin(entry):<{indent}}{entry.summary}"
        console.print(Text.assemble((f"{entry.name:<{width}}", "bold"), line))
        for option in entry.options:
            console.print(Text(f"{'':<{width + indent}}{_option_line(option)}", "dim"))
    console.print()
    for paper in PAPERS.values():
        console.print(Text(paper.topic))


def _origin(entry: Strategy) -> str:
    """Return the short name of a strategy's paper, or what stands in its place."""
    return PAPERS[entry.paper].name if entry.paper in PAPERS else entry.paper


def _option_line(option: Option) -> str:
    values = "|".join(option.values) or "N"
    return f"{option.name}={values}: {option.summary} ({option.default})"


def _document(entry: Strategy) -> dict[str, object]:
    return {
        "name": entry.name,
        "summary": entry.summary,
        "paper": entry.paper,
        "paper_title": PAPERS[entry.paper].topic if entry.paper in PAPERS else None,
        "options": [asdict(option) for option in entry.options],
    }
