"""`sapper review`: separate luck from skill, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from sapper.cli.answers import Request, answer_each
from sapper.cli.console import print_document, result_console
from sapper.cli.exit_codes import OK
from sapper.cli.inputs import Entry, games_of
from sapper.cli.options import AsJsonLines, BudgetMs, NoColor, SvgFile
from sapper.errors import InputError
from sapper.files import write_text
from sapper.reviews.evaluator import Watch
from sapper.reviews.review import Review, review

__all__ = ["review_command"]

_BAD = r"\b(blunder|mistake|inaccuracy|unforced guess|certain mine)\b"


def review_command(
    record: Annotated[
        list[str] | None,
        typer.Argument(help="The line of a game, files with games, or - for standard input."),
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="Random layouts per estimated winning chance.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the random layouts.")] = 0,
    as_json: AsJsonLines = False,
    html: Annotated[
        Path | None, typer.Option(help="Write a page to this file; - is standard output.")
    ] = None,
    svg: SvgFile = None,
    budget_ms: BudgetMs = None,
    no_color: NoColor = False,
) -> None:
    """Separate luck from skill in a game, move by move.

    Skill is what each choice lost, luck is what each opened cell gave or took.

    A game is the line that `sapper play` prints, such as 9x9/10 safe 1 0 o4,4 o0,0, or its JSON;
    sapper play -s bfs | sapper review reads it from there. A file may have one in each line.
    """
    entries = games_of(record)
    if len(entries) > 1 and (html is not None or svg is not None):
        raise InputError(f"--html and --svg show one game, but {len(entries)} were given")
    request = Request(result_console(no_color, as_json, html, svg), as_json, budget_ms=budget_ms)
    budget = request.budget

    def answer(entry: Entry) -> int:
        if not entry.text.strip():
            raise InputError("expected the line of a game, got an empty text")
        with _show_progress() as watch:
            found = review(entry.text, games=games, seed=seed, budget=budget, watch=watch)
        for path, draw in ((html, found.html), (svg, found.svg)):
            if path is not None:
                write_text(path, draw())
        _answer(found, entry, request)
        return OK

    answer_each(entries, answer, request)


def _answer(found: Review, entry: Entry, request: Request) -> None:
    if request.as_json:
        print_document({**entry.place, **found.to_dict()})
        return
    text = Text(found.text)
    text.highlight_regex(_BAD, "bold red")
    request.console.print(text)


@contextmanager
def _show_progress() -> Iterator[Watch]:
    """Yield a callback that draws the progress on standard error, if that is a terminal."""
    console = Console(stderr=True)
    progress = Progress(
        TextColumn("playing random layouts"),
        BarColumn(bar_width=30),
        TextColumn("{task.percentage:.0f} %"),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with progress:
        task = progress.add_task("", total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
