"""`sapper metrics`: what boards and games measure, with the formula of every figure."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from sapper.board.metrics import BoardMetrics
from sapper.board.notebook_value import shorten
from sapper.cli.input_items import InputItem, folder_of, games_of
from sapper.cli.lazy_group import command
from sapper.cli.options import AS_JSON, FILE, TIME, budget_of
from sapper.cli.position_options import answer_each
from sapper.cli.terminal.console import Console, print_document, result_console
from sapper.cli.terminal.live_lines import show_bar
from sapper.cli.terminal.tables import print_table
from sapper.errors import InputError
from sapper.games.metrics import GameMetrics, game_metrics
from sapper.language import N_, _, _n

__all__ = ["metrics_command"]

_KNOWN: Final = (
    "3bv", "openings", "zini_8way", "time", "solved_3bv", "clicks", "3bv_per_second",
    "efficiency", "correctness", "rqp", "pluck",
)  # fmt: skip
"""The figures that people know; the others are shown by --all."""


@command
@click.argument("board", nargs=-1)
@click.option("--all", "show_all", is_flag=True, help="Show all figures, not only the best known.")
@click.option(
    "--report",
    type=FILE,
    multiple=True,
    help="Of a folder: a page (.html) or a row for each replay (.csv, .parquet); may be repeated.",
)
@TIME
@AS_JSON
def metrics_command(
    board: tuple[str, ...], show_all: bool, report: tuple[Path, ...], time: float | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Measure boards and games: 3BV, ZiNi, 3BV/s, efficiency, luck and more.

    BOARD is a layout such as 16x30/99=HEX, a link or a file that `sapper convert`
    reads; or a game: the line that `sapper play` prints, with or without times, or its JSON; or a
    file with one in each line, or the replay of another program. JSON always has all figures.

    A folder is measured as a whole: how all its replays were played by hand, by level and month.

    Examples:
      sapper metrics 5x5/4=1100044
      sapper metrics 5x5/4 safe 1 0 o3,2@0.5 o0,2@1.25 o1,4@3 --all

    """
    console, budget = result_console(as_json), budget_of(time)
    if folder := folder_of(board):
        from sapper.cli.commands.folders import measure_folder

        if show_all:
            raise InputError("--all is for single boards and games: a folder shows all its figures")
        measure_folder(folder, report, budget, console, as_json=as_json)
        return
    if report:
        raise InputError("--report needs a folder of replays")

    def answer(item: InputItem) -> None:
        found: BoardMetrics | GameMetrics
        read = item.read()
        if read.layout is not None:
            found = read.layout.metrics
        else:
            assert read.game is not None, "a layout or a game was wanted"
            with show_bar(_("computing chances")) as watch:
                clicks = None if read.replay is None else read.replay.clicks
                found = game_metrics(read.game, clicks, budget=budget, watch=watch)
        if as_json:
            print_document(found, item.place)
        else:
            _show(found, console, show_all=show_all)

    answer_each(games_of(board, N_("layout or game")), answer, console, as_json=as_json)


def _show(found: BoardMetrics | GameMetrics, console: Console, *, show_all: bool) -> None:
    console.print(_title(found), bold=True)
    rows = [row for key, row in found.rows().items() if show_all or key in _KNOWN]
    print_table(console, [_("figure"), _("value"), _("formula")], rows, words=3)
    for remark in found.remarks if show_all else ():
        console.print(remark)


def _title(found: BoardMetrics | GameMetrics) -> str:
    if isinstance(found, BoardMetrics):
        return shorten(found.layout.text, 100)
    total = found.clicks.total
    clicks = _n("{count} click", "{count} clicks", total).format(count=total)
    board = str(found.board.layout.spec)
    if found.game.guess_seed is not None:
        board = _("{board}, guess mode").format(board=board)
    return f"{board}, {found.status.label}, {clicks}"
