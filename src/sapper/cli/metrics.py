"""`sapper metrics`: what boards and games measure, with the formula of every figure."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from sapper.board.formats.layouts import is_layout_text
from sapper.board.metrics import BoardMetrics
from sapper.board.shown import shorten
from sapper.cli.answers import Request, answer_each
from sapper.cli.console import Screen, print_document, result_console
from sapper.cli.exit_codes import OK
from sapper.cli.inputs import Entry, boards_of
from sapper.cli.options import AsJsonLines, BudgetMs, NoColor
from sapper.cli.progress_bar import show_bar
from sapper.cli.tables import print_table
from sapper.errors import InputError
from sapper.games.board_sources import is_game_line, read_source
from sapper.games.game import Game
from sapper.games.metrics import GameMetrics, game_metrics
from sapper.language import _, _n

__all__ = ["metrics_command"]


def metrics_command(
    board: Annotated[
        list[str] | None,
        typer.Argument(help="Layouts, games, files of them, replays, or - for standard input."),
    ] = None,
    formulas: Annotated[bool, typer.Option(help="Show the formula of every figure.")] = True,
    as_json: AsJsonLines = False,
    budget_ms: BudgetMs = None,
    no_color: NoColor = False,
) -> None:
    """Measure boards and games: 3BV, openings, ZiNi, 3BV/s, efficiency, luck and more.

    A board is a layout such as 16x30/99=HEX, a link, a game ID or a file that `sapper convert`
    reads. A game is the line that `sapper play` prints, such as 9x9/10 safe 1 0 o4,4@0.5
    o0,0@1.25, with or without times, or its JSON. A file may have one in each line, or be the
    replay of another program. What is not defined for a game, such as 3BV/s without times, is said.
    """
    request = Request(result_console(no_color, as_json), as_json, budget_ms=budget_ms)
    request.budget  # noqa: B018 - raises `InputError` for a bad budget before anything is read

    def answer(entry: Entry) -> int:
        found = _measure(entry, request)
        if as_json:
            print_document({**entry.place, **found.to_dict()})
        else:
            _show(found, request.console, with_formulas=formulas)
        return OK

    answer_each(boards_of(board), answer, request)


def _measure(entry: Entry, request: Request) -> BoardMetrics | GameMetrics:
    """Return the figures of a layout or of a game (a line, a record, a replay)."""
    text = entry.text
    if not text.strip():
        raise InputError("expected a layout or the line of a game, got an empty text")
    is_layout = len(text.split()) == 1 or is_layout_text(text)
    if is_layout and not is_game_line(text) and not text.lstrip().startswith("{"):
        layout = read_source(text, wants_layout=True).layout
        assert layout is not None, "a layout was wanted"
        return layout.metrics
    game, clicks = Game.parse(text), None
    if entry.replay is not None:
        game, clicks = entry.replay.game, entry.replay.clicks
    with show_bar(_("computing chances")) as watch:
        return game_metrics(game, clicks, budget=request.budget, watch=watch)


def _show(found: BoardMetrics | GameMetrics, console: Screen, *, with_formulas: bool) -> None:
    console.print(_title(found), style="bold")
    table = Table(box=None, pad_edge=False)
    table.add_column(_("figure"), no_wrap=True)
    for head in (_("value"), _("formula")) if with_formulas else (_("value"),):
        table.add_column(head)
    for row in found.rows():
        table.add_row(*row[: len(table.columns)])
    print_table(console, table)
    for remark in found.remarks:
        console.print(remark)


def _title(found: BoardMetrics | GameMetrics) -> str:
    if isinstance(found, BoardMetrics):
        return shorten(found.layout.text, 100)
    total = found.clicks.total
    clicks = _n("{count} click", "{count} clicks", total).format(count=total)
    return f"{found.board.layout.spec}, {found.status.label}, {clicks}"
