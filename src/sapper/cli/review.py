"""`sapper review`: separate luck from skill, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from sapper.cli.answers import Request, answer_each
from sapper.cli.console import Screen, print_document, result_console, say_note
from sapper.cli.exit_codes import OK
from sapper.cli.inputs import Entry, games_of
from sapper.cli.options import AsJsonLines, BudgetMs, NoColor, SvgFile
from sapper.cli.progress_bar import show_bar
from sapper.cli.signs import fit_encoding
from sapper.cli.tables import print_table
from sapper.errors import InputError
from sapper.files import write_text
from sapper.games.replays.words import replay_rows
from sapper.language import _
from sapper.reviews.names import names_of_faults
from sapper.reviews.reviewing import Review, review
from sapper.reviews.words import legend, review_head, review_rows

__all__ = ["review_command"]

_WIDTH_OF_TABLE = 80  # narrower terminals get one block per move


def review_command(
    record: Annotated[
        list[str] | None,
        typer.Argument(
            help="The line of a game, files with games, replays, or - for standard input."
        ),
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
    sapper play -p bfs | sapper review reads it from there. A file may have one in each line, or be
    the replay of another program (.rmv, .avf, .evf, .rawvf, .mvf): then the moves have their times.
    """
    entries = games_of(record)
    if len(entries) > 1 and (html is not None or svg is not None):
        raise InputError(f"--html and --svg show one game, but {len(entries)} were given")
    request = Request(result_console(no_color, as_json, html, svg), as_json, budget_ms=budget_ms)
    budget = request.budget

    def answer(entry: Entry) -> int:
        if not entry.text.strip():
            raise InputError("expected the line of a game, got an empty text")
        for note in () if as_json or entry.replay is None else entry.replay.notes:
            say_note(f"{entry.name}: {note}" if entry.name else note)
        with show_bar("playing random layouts") as watch:
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
    console = request.console
    if entry.replay is not None:
        for name, value in replay_rows(entry.replay):
            console.print(f"{name:<8}  {value}")
        console.print()
    if console.width >= _WIDTH_OF_TABLE:
        _print(found.text, console)
        return
    _print(review_head(found), console)
    console.print()
    table = Table(box=None, pad_edge=False)
    heads = [_("Move").lower(), *[_("time")] * found.has_times, _("what"), _("before"), _("after")]
    for head in (*heads, _("skill"), _("luck"), _("comment")):
        table.add_column(head, no_wrap=True)
    for number, time, *row in review_rows(found):
        table.add_row(number, *[time] * found.has_times, *row)
    print_table(console, table)
    for line in legend(found):
        console.print(line)


def _print(words: str, console: Screen) -> None:
    text = Text(fit_encoding(words, console.encoding))
    text.highlight_words(names_of_faults(), "bold red", case_sensitive=False)
    console.print(text)
