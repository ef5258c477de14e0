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
from sapper.cli.options import AsJson, DataFolder, LedgerFile
from sapper.cli.report_files import write_beside
from sapper.cli.run import warn_of_alarms
from sapper.cli.run_progress import end_on_stop
from sapper.errors import InputError
from sapper.files import write_text
from sapper.lab.ledger import Entry, Ledger, default_ledger
from sapper.lab.report import (
    figures_document,
    report_html,
    report_tables,
    write_csv,
    write_parquet,
)
from sapper.lab.report.tables import unpaired
from sapper.lab.result import RunResult
from sapper.lab.simulation import result_of
from sapper.language import _
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
    path = ledger or default_ledger()
    if not path.exists():
        raise InputError(
            _("expected a ledger at {path}, which does not exist; `sapper run` creates one").format(
                path=path
            )
        )
    with end_on_stop(), Ledger(path, read_only=True) as book:
        entries = _select([entry for entry in book.entries() if entry.games], runs or [])
        results = [_sound_result(entry, book) for entry in entries]
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
    for result in results:
        warn_of_alarms(result)
    if written := [str(file) for file in (output, csv, parquet, data) if file and str(file) != "-"]:
        say_note(f"{count_noun(len(results), 'run')} written to {', '.join(written)}")


def _sound_result(entry: Entry, book: Ledger) -> RunResult:
    """Return the result of the games before the first damaged or missing one, and say so."""
    damaged = book.damaged(entry)
    result = result_of(entry, book, min((chunk.begin for chunk in damaged), default=None))
    for chunk in damaged:
        say_warning(f"{chunk} are damaged and left out; `sapper run` plays them again")
    if result.games < entry.games:
        say_warning(
            f"run {entry.number} ({entry.run}) is reported up to game {result.games:,} only: "
            "later games are missing or damaged"
        )
    return result


def _select(entries: list[Entry], words: list[str]) -> list[Entry]:
    if not entries:
        raise InputError(_("the ledger has no finished games yet"))
    for word in words:
        if not any(_matches(entry, word) for entry in entries):
            raise InputError(
                _(
                    "{word!r} is neither the number of a run nor a player; see `sapper ledger show`"
                ).format(word=word)
            )
    return [e for e in entries if not words or any(_matches(e, word) for word in words)]


def _matches(entry: Entry, word: str) -> bool:
    return word in (str(entry.number), entry.run.player)
