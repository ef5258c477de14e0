"""`sapper report`: the runs of a ledger, as one page or as data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.console import (
    print_document,
    result_console,
    say_note,
    say_warning,
)
from sapper.cli.extras import need_extra
from sapper.cli.ledger import existing_ledger
from sapper.cli.options import AsJson, DataFolder, LedgerFile
from sapper.cli.report_files import write_beside
from sapper.cli.run_progress import end_on_stop
from sapper.errors import InputError
from sapper.files import write_text
from sapper.lab.ledger import Ledger, games_text
from sapper.lab.report import (
    figures_document,
    report_html,
    report_tables,
    write_csv,
    write_parquet,
)
from sapper.lab.report.tables import unpaired
from sapper.lab.result import RunResult
from sapper.lab.runs.run import Run
from sapper.lab.simulation import result_of
from sapper.nouns import count_noun

__all__ = ["report_command"]


def report_command(
    runs: Annotated[
        list[str] | None,
        typer.Argument(
            help="Numbers of runs (see `sapper ledger show`) or names of players; by default all."
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="File of the page; by default report.html."),
    ] = None,
    csv: Annotated[Path | None, typer.Option(help="Write every game as CSV.")] = None,
    as_json: AsJson = False,
    parquet: Annotated[Path | None, typer.Option(help="Write every game as Parquet.")] = None,
    data: DataFolder = None,
    title: Annotated[str, typer.Option(help="Title of the page.")] = "Minesweeper runs",
    ledger: LedgerFile = None,
) -> None:
    """Write a page with tables and plots of the runs in a ledger, or export them as data.

    In place of a file, - is standard output.
    """
    if output is None and not (csv or as_json or parquet or data):
        output = Path("report.html")
    result_console(False, as_json, output, csv, parquet)
    if output is not None:
        need_extra("lab", "the page of `sapper report`", "matplotlib")
    if parquet is not None:
        need_extra("lab", "`sapper report --parquet`", "pyarrow")
    with end_on_stop(), Ledger(existing_ledger(ledger), read_only=True) as book:
        chosen = _select([run for run in book.runs() if book.count(run)], runs or [])
        results = [_sound_result(run, book) for run in chosen]
        head = write_beside(output, data, lambda: report_tables(results), results)
        if output is not None:
            write_text(output, report_html(results, title, head))
        for write, target in ((write_csv, csv), (write_parquet, parquet)):
            if target is not None:
                write(results, target)
        if as_json:
            print_document(figures_document(results))
    for text in unpaired(results):
        say_note(text.rstrip("."))
    if written := [str(file) for file in (output, csv, parquet, data) if file and str(file) != "-"]:
        say_note(f"{count_noun(len(results), 'run')} written to {', '.join(written)}")


def _sound_result(run: Run, book: Ledger) -> RunResult:
    """Return the result of the games before the first damaged or missing one, and say so."""
    damaged = book.damaged(run)
    result = result_of(run, book, min((games.start for games in damaged), default=None))
    for games in damaged:
        text = games_text(run, games)
        say_warning(f"{text} are damaged and left out; `sapper run` plays them again")
    if result.games < book.count(run):
        say_warning(
            f"run {run.number} ({run}) is reported up to game {result.games:,} only: "
            "later games are missing or damaged"
        )
    return result


def _select(runs: list[Run], words: list[str]) -> list[Run]:
    if not runs:
        raise InputError("the ledger has no finished games yet")
    for word in words:
        if not any(_matches(run, word) for run in runs):
            raise InputError(
                f"{word!r} is neither the number of a run nor a player; see `sapper ledger show`"
            )
    return [run for run in runs if not words or any(_matches(run, word) for word in words)]


def _matches(run: Run, word: str) -> bool:
    return word in (str(run.number), run.player)
