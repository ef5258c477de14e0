"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.completion import complete_first, complete_start

__all__ = [
    "AsJson",
    "AsJsonLines",
    "Boards",
    "BudgetMs",
    "Cluster",
    "DataFolder",
    "Density",
    "First",
    "GameMoves",
    "Games",
    "Keep",
    "LedgerFile",
    "Mines",
    "MoveTime",
    "NoColor",
    "PositionText",
    "PositionTexts",
    "Seed",
    "Ship",
    "Start",
    "Strict",
    "SvgFile",
    "TrustFlags",
    "Workers",
]

PositionText = Annotated[
    str | None,
    typer.Argument(help="A position, a file with one or several, or - for standard input."),
]
PositionTexts = Annotated[
    list[str] | None,
    typer.Argument(help="Positions, files with one or several, or - for standard input."),
]
Mines = Annotated[int | None, typer.Option(help="Total mines, if the text does not say.")]
TrustFlags = Annotated[bool, typer.Option("--trust-flags", help="Treat flags as mines.")]
Density = Annotated[
    float | None, typer.Option(help="Chance of a mine per cell, if the total is unknown.")
]
BudgetMs = Annotated[
    float | None, typer.Option(help="Stop after this many milliseconds per answer.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
AsJsonLines = Annotated[
    bool, typer.Option("--json", help="Print one JSON object per position or game.")
]
SvgFile = Annotated[
    Path | None, typer.Option(help="Write a picture as SVG to this file; - is standard output.")
]
NoColor = Annotated[bool, typer.Option("--no-color", help="Print without colour.")]

Start = Annotated[
    str,
    typer.Option(
        help="What the first cell may be: raw, safe or open.", autocompletion=complete_start
    ),
]
First = Annotated[
    str | None,
    typer.Option(
        help="First cell R,C, or corner, middle, random, player.",
        show_default=False,
        autocompletion=complete_first,
    ),
]
Seed = Annotated[int, typer.Option(help="Seed of the boards, 0 to 2^64 - 1.")]
Games = Annotated[
    int | None,
    typer.Option(
        help="Number of games; by default 1000, or every board of --boards.", show_default=False
    ),
]
Boards = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Play on the boards of this file, each once: a layout, game or document per line. "
        "--board then chooses a kind of board.",
    ),
]
Keep = Annotated[
    str | None,
    typer.Option(
        help="What is kept beside sums: games, outcomes or summary; by default games up to a "
        "million, outcomes up to a billion.",
        show_default=False,
    ),
]
Workers = Annotated[int | None, typer.Option(help="Worker processes; by default one per core.")]
DataFolder = Annotated[
    Path | None,
    typer.Option("--data", help="Write every table as CSV and LaTeX into this folder."),
]
LedgerFile = Annotated[
    Path | None, typer.Option(help="Ledger file; by default in your data folder.")
]
Cluster = Annotated[
    str | None, typer.Option(help="Address of a Dask scheduler, such as tcp://HOST:8786.")
]
Ship = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="FILE",
        help="Python file to send to the workers of --cluster; may be given several times.",
    ),
]
MoveTime = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", help="Longest time for a move; a player in Python only."),
]
GameMoves = Annotated[
    int | None,
    typer.Option(metavar="N", help="Most moves in a game; by default 20 for each cell."),
]
Strict = Annotated[
    bool, typer.Option("--strict", help="Stop at the first game in which a player fails.")
]
