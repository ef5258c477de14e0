"""`sapper reproduce`: the papers' experiments, compared with the printed figures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer

from sapper.board.cell import join_names
from sapper.cli.console import Screen, print_document, result_console, say_note
from sapper.cli.extras import need_extra
from sapper.cli.options import AsJson, Cluster, DataFolder, LedgerFile, NoColor, Workers
from sapper.cli.position_view import board_text
from sapper.cli.report_files import write_beside
from sapper.cli.run_progress import end_on_stop, show_progress
from sapper.cli.tables import print_table
from sapper.files import write_text
from sapper.lab.ledger import default_ledger
from sapper.lab.papers import QUICK_GAMES, Chapter, reproduce
from sapper.lab.papers.examples import Example, Shown
from sapper.lab.report import report_tables, reproduction_html

__all__ = ["reproduce_command"]

_MOST_LINES: Final = 32  # of a trace; the command that prints all of it is named below


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
    data: DataFolder = None,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Repeat the five papers' experiments and examples, beside their figures."""
    console = result_console(no_color, as_json, output)
    if output is not None:
        need_extra("lab", "the page of `sapper reproduce`", "matplotlib")
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
            for chapter in found.chapters:
                _show(chapter, console)
        tables = [*found.tables, *report_tables(found.results)] if data else []
        head = write_beside(output, data, lambda: tables, found.results)
        if output is not None:
            write_text(output, reproduction_html(found, head))
        written = [str(path) for path in (output, data) if path and str(path) != "-"]
        if written and not console.quiet:
            say_note(f"tables and plots are in {join_names(written)}")


def _show(chapter: Chapter, console: Screen) -> None:
    console.print(chapter.table.title, style="bold")
    console.print(chapter.paper.citation, style="dim")
    print_table(console, replace(chapter.table, title="").__rich__())
    for note in chapter.table.notes:
        console.print(note, style="dim")
    for example in chapter.examples:
        _show_example(example, console)
    console.print()


def _show_example(example: Example, console: Screen) -> None:
    console.print(f"\n{example.title}", style="bold")
    console.print(board_text(example.position, (), console.width))
    for shown in example.shown:
        console.print(f"{shown.caption}:")
        _show_trace(shown, console)


def _show_trace(shown: Shown, console: Screen) -> None:
    """Print the first lines of a trace, and the command that prints all of it."""
    lines = shown.trace.render().splitlines()
    for line in lines[:_MOST_LINES]:
        console.print(line)
    if len(lines) > _MOST_LINES:
        console.print(f"... {len(lines) - _MOST_LINES} more lines: {shown.command}")
