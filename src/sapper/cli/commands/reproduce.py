"""`sapper papers reproduce`: the papers' experiments, compared with the printed figures."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from sapper.board.text_grid import board_text
from sapper.cli.lazy_group import command
from sapper.cli.optional_dependencies import need_extra
from sapper.cli.options import AS_JSON, FILE, LEDGER, WORKERS
from sapper.cli.terminal.console import Console, print_document, result_console, say_note
from sapper.cli.terminal.progress import end_on_stop, show_progress
from sapper.cli.terminal.tables import print_table
from sapper.files import write_text
from sapper.lab.ledger import default_ledger
from sapper.lab.ledger.provenance import Provenance, command_line
from sapper.lab.papers.examples import Example, Shown
from sapper.lab.papers.reproduction import QUICK_GAMES, Chapter, reproduce
from sapper.lab.report.page import reproduction_html
from sapper.language import _

__all__ = ["reproduce_command"]

_MOST_LINES: Final = 32  # of a trace; the command that prints all of it is named below


@command
@click.option("--quick", is_flag=True, help=f"Play {QUICK_GAMES} games instead of 1000.")
@click.option("--games", type=int, help="Games per player in Huda's table.")
@WORKERS
@LEDGER
@click.option("-o", "--output", type=FILE, help="Also write a page with plots.")
@AS_JSON
def reproduce_command(
    quick: bool, games: int | None, workers: int | None, ledger: Path | None,
    output: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Repeat the five papers' experiments and examples, beside their figures.

    Examples:
      sapper papers reproduce --quick

    """
    console = result_console(as_json, output)
    if output is not None:
        need_extra("lab", "the page of `sapper papers reproduce`", "matplotlib")
    with end_on_stop():
        with show_progress() as watch:
            found = reproduce(
                quick=quick,
                games=games,
                workers=workers,
                ledger=ledger or default_ledger(),
                watch=watch,
            )
        if as_json:
            print_document(found)
        else:
            for chapter in found.chapters:
                _show(chapter, console)
        if output is not None:
            write_text(output, reproduction_html(found, Provenance.here(command_line())))
            if not console.is_quiet:
                text = _("tables and plots are in {path}; open {link}")
                say_note(text.format(path=output, link=output.absolute().as_uri()))


def _show(chapter: Chapter, console: Console) -> None:
    console.print(chapter.table.title, bold=True)
    console.print(chapter.paper.citation, dim=True)
    print_table(console, chapter.table.shown_columns, chapter.table.shown_rows)
    for note in chapter.table.notes:
        console.print(note, dim=True)
    for example in chapter.examples:
        _show_example(example, console)
    console.print()


def _show_example(example: Example, console: Console) -> None:
    console.print(f"\n{example.title}", bold=True)
    console.print_line(board_text(example.position, console.width, paint=click.style))
    for shown in example.shown:
        console.print(f"{shown.caption}:")
        _show_trace(shown, console)


def _show_trace(shown: Shown, console: Console) -> None:
    """Print the first lines of a trace, and the command that prints all of it."""
    lines = shown.trace.render().splitlines()
    for line in lines[:_MOST_LINES]:
        console.print(line)
    if len(lines) > _MOST_LINES:
        more = _("... {count} more lines: {command}")
        console.print(more.format(count=len(lines) - _MOST_LINES, command=shown.command))
