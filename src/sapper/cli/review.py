"""`sapper review`: separate luck from skill, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from sapper.analysis import Budget
from sapper.cli.console import Screen, console_for, print_document, report_error
from sapper.cli.exit_codes import OK
from sapper.cli.inputs import text_of
from sapper.cli.options import NoColor
from sapper.cli.progress_bar import show_bar
from sapper.cli.signs import fit_encoding
from sapper.cli.tables import print_table
from sapper.errors import InputError, SapperError
from sapper.files import write_text
from sapper.reviews.reviewing import Review, review
from sapper.reviews.words import legend, review_head, review_rows

__all__ = ["review_command"]

_WIDTH_OF_TABLE = 80  # narrower terminals get one block per move
_BAD = r"\b(blunder|mistake|inaccuracy|unforced guess|certain mine)\b"


def review_command(
    record: Annotated[
        list[str] | None,
        typer.Argument(help="The line of a game, a file with games, or - for standard input."),
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="Random layouts per estimated winning chance.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the random layouts.")] = 0,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per game.")
    ] = False,
    html: Annotated[Path | None, typer.Option(help="Write a page to this file.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write the graph as SVG to this file.")] = None,
    budget_ms: Annotated[
        float | None, typer.Option(help="Stop after this many milliseconds per game.")
    ] = None,
    no_color: NoColor = False,
) -> None:
    """Separate luck from skill in a game, move by move.

    Skill is what each choice lost, luck is what each opened cell gave or took.

    A game is the line that `sapper play` prints, such as 9x9/10 safe 1 0 o4,4 o0,0, or its JSON.
    """
    lines = _lines(record)
    if len(lines) > 1 and (html is not None or svg is not None):
        raise InputError(f"--html and --svg show one game, but {len(lines)} were given")
    console = console_for(no_color)
    worst, budget = OK, Budget(milliseconds=budget_ms)
    for number, line in enumerate(lines):
        if number and not as_json:
            console.print()
        try:
            with show_bar("playing random layouts") as watch:
                found = review(line, games=games, seed=seed, budget=budget, watch=watch)
            for path, draw in ((html, found.html), (svg, found.svg)):
                if path is not None:
                    write_text(path, draw())
            _answer(found, as_json, console)
        except SapperError as error:
            worst = max(worst, report_error(error, as_json))
    raise typer.Exit(worst)


def _lines(words: list[str] | None) -> list[str]:
    """Return one text per game, without the word `record` that `sapper play` prints first."""
    text = " ".join(words) if words and len(words) > 1 else text_of(words[0] if words else None)
    lines = [line.strip().removeprefix("record ") for line in text.splitlines()]
    if text.lstrip().startswith("{") and not all(_is_object(line) for line in lines if line):
        return [text]  # one JSON object over several lines
    if not any(lines):
        raise InputError("expected the line of a game, got an empty text")
    return [line for line in lines if line]


def _is_object(line: str) -> bool:
    return line.startswith("{") and line.endswith("}")


def _answer(found: Review, as_json: bool, console: Screen) -> None:
    if as_json:
        print_document(found.to_dict())
        return
    if console.width >= _WIDTH_OF_TABLE:
        _print(found.text, console)
        return
    _print(review_head(found), console)
    console.print()
    table = Table(box=None, pad_edge=False)
    for head in ("move", "what", "before", "after", "skill", "luck", "comment"):
        table.add_column(head, no_wrap=True)
    for row in review_rows(found):
        table.add_row(*row)
    print_table(console, table)
    for line in legend(found):
        console.print(line)


def _print(words: str, console: Screen) -> None:
    text = Text(fit_encoding(words, console.encoding))
    text.highlight_regex(_BAD, "bold red")
    console.print(text)
