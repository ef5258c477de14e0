"""`sapper reproduce`: the papers' experiments, compared with the printed figures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from sapper.cli.console import print_document, result_console, say_note
from sapper.cli.extras import need_extra
from sapper.cli.options import AsJson, Cluster, LedgerFile, NoColor, Workers
from sapper.cli.run_progress import end_on_stop, print_table, show_progress
from sapper.files import write_text
from sapper.lab.ledger import default_ledger
from sapper.lab.papers import QUICK_GAMES, reproduce
from sapper.lab.report import reproduction_html
from sapper.lab.table import Table

__all__ = ["reproduce_command"]


def reproduce_command(
    quick: Annotated[
        bool, typer.Option("--quick", help=f"Play {QUICK_GAMES} games instead of 1000.")
    ] = False,
    games: Annotated[int | None, typer.Option(help="Games per player in Huda's table.")] = None,
    workers: Workers = None,
    ledger: LedgerFile = None,
    cluster: Cluster = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Also write a page with plots.")
    ] = None,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Repeat the papers' experiments and print them beside the papers' figures."""
    console = result_console(no_color, as_json, output)
    if output is not None:
        need_extra("lab", "the page of `sapper reproduce`", "matplotlib", "scipy")
    if cluster is not None:
        need_extra("cluster", "--cluster")
    with end_on_stop():
        with show_progress() as watch:
            found = reproduce(
                quick=quick,
                games=games,
                workers=workers,
                ledger=ledger or default_ledger(),
                cluster=cluster,
                watch=watch,
            )
        if as_json:
            print_document(found.to_dict())
        else:
            for table in found.tables:
                _show(table, console)
        if output is not None:
            write_text(output, reproduction_html(found))
            if not console.quiet:
                say_note(f"tables and plots are in {output}")


def _show(table: Table, console: Console) -> None:
    print_table(console, table.__rich__())
    for note in table.notes:
        console.print(note, style="dim", markup=False)
    console.print()
