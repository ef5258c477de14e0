"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "AsJson",
    "BudgetMs",
    "Cluster",
    "First",
    "Games",
    "LedgerFile",
    "Mines",
    "NoColor",
    "PositionText",
    "Seed",
    "Start",
    "TrustFlags",
    "Workers",
]

PositionText = Annotated[
    str | None, typer.Argument(help="A position, a file with one, or - for standard input.")
]
Mines = Annotated[int | None, typer.Option(help="Total mines, if the text does not say.")]
TrustFlags = Annotated[bool, typer.Option("--trust-flags", help="Treat flags as mines.")]
BudgetMs = Annotated[float | None, typer.Option(help="Stop after this many milliseconds.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
NoColor = Annotated[bool, typer.Option("--no-color", help="Print without colour.")]

Start = Annotated[str, typer.Option(help="What the first cell may be: raw, safe or open.")]
First = Annotated[
    str | None,
    typer.Option(help="First cell R,C, or corner, middle, random, player.", show_default=False),
]
Seed = Annotated[int, typer.Option(help="Seed of the boards, 0 to 2^64 - 1.")]
Games = Annotated[int, typer.Option(help="Number of games.")]
Workers = Annotated[int | None, typer.Option(help="Worker processes; by default one per core.")]
LedgerFile = Annotated[
    Path | None, typer.Option(help="Ledger file; by default in your data folder.")
]
Cluster = Annotated[
    str | None, typer.Option(help="Address of a Dask scheduler, such as tcp://HOST:8786.")
]
