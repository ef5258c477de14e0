"""`sapper lab report`: the runs of a ledger, as one page or as data."""

from __future__ import annotations

from pathlib import Path

import click

from sapper.cli.commands.ledger import existing_ledger
from sapper.cli.lazy_group import command
from sapper.cli.optional_dependencies import need_extra
from sapper.cli.options import AS_JSON, FILE, LEDGER
from sapper.cli.terminal.console import print_document, result_console, say_note, say_warning
from sapper.cli.terminal.progress import end_on_stop
from sapper.errors import InputError
from sapper.files import write_text
from sapper.lab.ledger import Ledger, games_text
from sapper.lab.ledger.provenance import Provenance, command_line
from sapper.lab.report.export import figures_document, write_csv, write_parquet
from sapper.lab.report.page import report_html
from sapper.lab.report.tables import unpaired
from sapper.lab.result import RunResult
from sapper.lab.runs.run import Run
from sapper.lab.simulation import result_of
from sapper.nouns import count_noun

__all__ = ["report_command"]


@command
@click.argument("runs", nargs=-1)
@click.option("-o", "--output", type=FILE, help="File of the page; report.html by default.")
@click.option("--csv", type=FILE, help="Write every game as CSV.")
@click.option("--parquet", type=FILE, help="Write every game as Parquet.")
@LEDGER
@AS_JSON
def report_command(
    runs: tuple[str, ...], output: Path | None, csv: Path | None, parquet: Path | None,
    ledger: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Write a page with tables and plots of the runs in a ledger, or export them as data.

    RUNS are numbers (see `sapper lab ledger`) or names of players; by default all. In place of a
    file, - is standard output.

    Examples:
      sapper lab report -o report.html
      sapper lab report champion --csv games.csv

    """
    if output is None and not (csv or as_json or parquet):
        output = Path("report.html")
    result_console(as_json, output, csv, parquet)
    if output is not None:
        need_extra("lab", "the page of `sapper lab report`", "matplotlib")
    if parquet is not None:
        need_extra("lab", "`sapper lab report --parquet`", "pyarrow")
    with end_on_stop(), Ledger(existing_ledger(ledger), read_only=True) as book:
        chosen = _select([run for run in book.runs() if book.count(run)], list(runs))
        results = [_sound_result(run, book) for run in chosen]
        if output is not None:
            made = Provenance.here(command_line())
            write_text(output, report_html(results, "Minesweeper runs", made))
        for write, target in ((write_csv, csv), (write_parquet, parquet)):
            if target is not None:
                write(results, target)
        if as_json:
            print_document(figures_document(results))
    for text in unpaired(results):
        say_note(text.rstrip("."))
    if written := [str(file) for file in (output, csv, parquet) if file and str(file) != "-"]:
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
                f"{word!r} is neither the number of a run nor a player; see `sapper lab ledger`"
            )
    return [run for run in runs if not words or any(_matches(run, word) for word in words)]


def _matches(run: Run, word: str) -> bool:
    return word in (str(run.number), run.player)
