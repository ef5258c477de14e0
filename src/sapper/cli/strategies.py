"""`sapper strategies`: list the strategies with their options and papers."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Final

import typer
from rich.text import Text

from sapper.cli.console import console_for
from sapper.cli.options import NoColor
from sapper.players import Option, Strategy, strategies

__all__ = ["strategies_command"]

_PAPERS: Final = {
    "0": "S. Huda, 2025: greedy rules, and a hybrid with counting by dynamic programming",
    "1": "greedy by the matrix of exact probabilities",
    "2": "D. R. Amadia, 2023: backtracking on a given position",
    "3": "S. Sansani, 2010: breadth-first traversal",
}


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
    for entry in known:
        origin = f"paper {entry.paper}" if entry.paper in _PAPERS else entry.paper
        console.print(
            Text.assemble((f"{entry.name:<{width}}", "bold"), f"{origin:<9}{entry.summary}")
        )
        for option in entry.options:
            console.print(Text(f"{'':<{width + 9}}{_option_line(option)}", "dim"))
    console.print()
    for paper, title in _PAPERS.items():
        console.print(f"paper {paper}  {title}")


def _option_line(option: Option) -> str:
    values = "|".join(option.values) or "N"
    return f"{option.name}={values}: {option.summary} ({option.default})"


def _document(entry: Strategy) -> dict[str, object]:
    return {
        "name": entry.name,
        "summary": entry.summary,
        "paper": entry.paper,
        "paper_title": _PAPERS.get(entry.paper),
        "options": [asdict(option) for option in entry.options],
    }
