"""`sapper report`: the runs of a ledger, as one page or as data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from sapper.cli.console import Screen, console_for, say_note
from sapper.cli.options import LedgerFile
from sapper.cli.run_progress import end_on_stop
from sapper.cli.tables import print_table
from sapper.errors import InputError
from sapper.files import write_text
from sapper.lab.export import write_csv, write_json, write_parquet
from sapper.lab.ledger import Entry, Ledger, default_ledger
from sapper.lab.report import report_html
from sapper.lab.simulation import result_of

__all__ = ["report_command"]


def report_command(
    runs: Annotated[
        list[str] | None,
        typer.Argument(help="Numbers of runs (see --list) or names of players; by default all."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="File of the page; by default report.html."),
    ] = None,
    csv: Annotated[Path | None, typer.Option(help="Write every game as CSV.")] = None,
    json: Annotated[Path | None, typer.Option(help="Write the figures as JSON.")] = None,
    parquet: Annotated[Path | None, typer.Option(help="Write every game as Parquet.")] = None,
    listed: Annotated[bool, typer.Option("--list", help="Only list the runs.")] = False,
    ledger: LedgerFile = None,
) -> None:
    """Write a page with tables and plots of the runs in a ledger, or export them as data."""
    path = ledger or default_ledger()
    if not path.exists():
        raise InputError(
            f"expected a ledger at {path}, which does not exist; `sapper run` creates one"
        )
    with end_on_stop(), Ledger(path) as book:
        entries = _select([entry for entry in book.entries() if entry.games], runs or [])
        if listed:
            _list(entries, console_for(False))
            return
        results = [result_of(entry, book) for entry in entries]
        if output is None and not (csv or json or parquet):
            output = Path("report.html")
        if output is not None:
            write_text(output, report_html(results))
        for write, target in ((write_csv, csv), (write_json, json), (write_parquet, parquet)):
            if target is not None:
                write(results, target)
    written = [str(target) for target in (output, csv, json, parquet) if target is not None]
    say_note(f"{len(results)} runs written to {', '.join(written)}")


def _select(entries: list[Entry], words: list[str]) -> list[Entry]:
    if not entries:
        raise InputError("the ledger has no finished games yet")
    for word in words:
        if not any(_matches(entry, word) for entry in entries):
            raise InputError(f"{word!r} is neither the number of a run nor a player; see --list")
    return [e for e in entries if not words or any(_matches(e, word) for word in words)]


def _matches(entry: Entry, word: str) -> bool:
    return word in (str(entry.number), entry.run.strategy)


def _list(entries: list[Entry], console: Screen) -> None:
    table = Table(box=None)
    for head in ("run", "games"):
        table.add_column(head, justify="right", no_wrap=True)
    for head in ("player", "board", "start", "first", "seed", "version", "identity"):
        table.add_column(head, no_wrap=True)
    for entry in entries:
        run = entry.run
        table.add_row(
            str(entry.number), f"{entry.games:,}", run.strategy, run.board, run.start, run.first,
            str(run.seed), entry.version, entry.identity,
        )  # fmt: skip
    print_table(console, table)
