"""`sapper compare`: players on the same boards, and whether they differ."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer
from rich.table import Table

from sapper.cli.completion import complete_board, complete_player
from sapper.cli.console import Screen, console_for, print_document, say_note
from sapper.cli.extras import need_extra
from sapper.cli.options import (
    AsJson,
    Boards,
    Cluster,
    First,
    GameMoves,
    Games,
    Keep,
    LedgerFile,
    MoveTime,
    NoColor,
    Seed,
    Ship,
    Start,
    Strict,
    Workers,
)
from sapper.cli.run import correction_text, fault_lines, warn_if_unfair
from sapper.cli.run_progress import end_on_stop, show_progress
from sapper.cli.tables import figures_table, print_table
from sapper.files import write_text
from sapper.lab.comparison import Comparison, Contest, Pair, compare
from sapper.lab.ledger import default_ledger
from sapper.lab.ledger.provenance import Provenance, command_line
from sapper.lab.report import PageHead, report_html
from sapper.lab.result import RunResult
from sapper.lab.statistics import Basis, Sprt, SprtState
from sapper.lab.table import format_difference, format_p_value, format_share
from sapper.language import _
from sapper.percent import percent
from sapper.players.finding import player_spec_apart

__all__ = ["compare_command", "pairs_table", "players_table", "verdict_text"]


_Boards = Annotated[
    list[str] | None,
    typer.Option(help="A board; may be given several times.", autocompletion=complete_board),
]
_SprtBounds = Annotated[
    tuple[float, float] | None,
    typer.Option(
        metavar="P0 P1",
        help="Stop as soon as it is decided whether the first player wins P0 or P1 "
        "percentage points more than the second.",
    ),
]
_SprtOn = Annotated[
    str | None,
    typer.Option(
        metavar="scores|outcomes",
        help="What --sprt tests: the difference of the scores (outcomes without luck), or of the "
        "outcomes. Default: scores if both players have them.",
    ),
]
_Report = Annotated[
    Path | None,
    typer.Option(help="Write a page with tables and plots, also of the sequential test."),
]
_Alpha = Annotated[float, typer.Option(help="Chance of accepting P1 if P0 is true.")]
_Beta = Annotated[float, typer.Option(help="Chance of accepting P0 if P1 is true.")]


def compare_command(
    players: Annotated[
        list[str],
        typer.Argument(
            help="Two players or more; your own is module:Class.", autocompletion=complete_player
        ),
    ],
    board: _Boards = None,
    boards: Boards = None,
    start: Start = "safe",
    games: Games = None,
    seed: Seed = 0,
    first: First = None,
    sprt: _SprtBounds = None,
    sprt_on: _SprtOn = None,
    alpha: _Alpha = 0.05,
    beta: _Beta = 0.05,
    keep: Keep = None,
    workers: Workers = None,
    ledger: LedgerFile = None,
    cluster: Cluster = None,
    ship: Ship = None,
    move_time: MoveTime = None,
    game_moves: GameMoves = None,
    strict: Strict = False,
    report: _Report = None,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Compare players on the same boards: paired differences and their significance.

    With --sprt, --games is an upper limit.
    """
    if report is not None:
        need_extra("lab", "--report", "matplotlib")
    if cluster is not None:
        need_extra("cluster", "--cluster")
    test = None if sprt is None else Sprt(*sprt, alpha, beta)
    with end_on_stop(), show_progress() as watch:
        comparison = compare(
            *map(player_spec_apart, players),
            board=board or ([] if boards else ["beginner"]),
            boards=boards,
            games=games,
            seed=seed,
            start=start,
            first=first,
            sprt=test,
            sprt_on=cast(Basis | None, sprt_on),
            keep=keep,
            workers=workers,
            ledger=ledger or default_ledger(),
            cluster=cluster,
            move_time=move_time,
            game_moves=game_moves,
            strict=strict,
            ship=ship or (),
            watch=watch,
        )
    for contest in comparison.contests:
        _warn(contest)
    if report is not None:
        write_text(report, _page(comparison))
        say_note(f"report written to {report}")
    if as_json:
        print_document(comparison.to_dict())
        return
    console = console_for(no_color)
    for contest in comparison.contests:
        _show(contest, test, console)


def _page(comparison: Comparison) -> str:
    """Return the report of a comparison."""
    contests = comparison.contests
    results = [result for contest in contests for result in contest.results]
    names = " − ".join(result.run.player for result in contests[0].results)
    tests = [(f"{names}, {c.results[0].run.board}", c.sprt) for c in contests if c.sprt]
    head = PageHead(Provenance.here(command_line()))
    return report_html(results, "Minesweeper players compared", head, tests=tests)


def players_table(title: str, results: list[RunResult]) -> Table:
    """Return the players of a contest as a table."""
    heads = (_("games"), _("win rate"), _("without luck"), _("control variate"), _("guesses"),
             _("right"), _("steps/win"), _("ms/game"))  # fmt: skip
    table = figures_table([_("player")], heads, title)
    for r in results:
        table.add_row(
            r.run.player,
            f"{r.games:,}",
            format_share(r.win_rate, unit=" %"),
            format_share(r.luck_free, unit=" %"),
            format_share(r.control_variate, unit=" %"),
            f"{r.guesses_per_game:.2f}",
            percent(r.accuracy.value, 1),
            f"{r.steps_per_win:.1f}",
            f"{r.ms_per_game:.3f}",
        )
    return table


def pairs_table(pairs: list[Pair]) -> Table:
    """Return paired differences as a table."""
    heads = (_("boards"), _("only first"), _("only second"), _("difference"), _("without luck"),
             _("control variate"), _("p of outcomes"), _("verdict"))  # fmt: skip
    table = figures_table([_("pair")], heads)
    for pair in pairs:
        table.add_row(
            pair.name,
            f"{pair.games:,}",
            f"{pair.only_first:,}",
            f"{pair.only_second:,}",
            format_difference(pair.difference),
            format_difference(pair.luck_free),
            format_difference(pair.control_variate),
            format_p_value(pair.p_value),
            _verdict(pair),
        )
    return table


def _show(contest: Contest, test: Sprt | None, console: Screen) -> None:
    run = contest.results[0].run
    print_table(console, players_table(run.boards_text, list(contest.results)))
    print_table(console, pairs_table(contest.pairs))
    for result in contest.results:
        for number, line in enumerate(fault_lines(result)):
            text = _("faults of {player}: {faults}").format(player=result.run.player, faults=line)
            console.print(line if number else text)
    for pair in contest.pairs:
        if pair.luck_free is None:
            text = _("no figure without luck for {pair}: {why}")
            console.print(text.format(pair=pair.name, why=pair.why_no_luck_free))
        if any(r.run.is_scored for r in (pair.first, pair.second)):
            console.print(_variate_text(pair))
    if contest.sprt is not None and test is not None:
        console.print(verdict_text(contest, contest.sprt, test))


def _variate_text(pair: Pair) -> str:
    """Return a sentence about a pair's control variate."""
    variate = pair.control_variate
    if variate is None:
        text = _("no control variate for {pair}: {why}")
        return text.format(pair=pair.name, why=pair.why_no_control_variate)
    text = _(
        "control variate of {pair}: worth {worth:.1f} times the games, correction {correction}"
    )
    return text.format(pair=pair.name, worth=variate.worth, correction=correction_text(variate))


def _verdict(pair: Pair) -> str:
    """Return the verdict, with the figure it was read from unless that is the plain difference."""
    direction, figure = map(_, pair.verdict)
    return direction if pair.verdict[1] == "outcomes" else f"{direction} ({figure})"


def _warn(contest: Contest) -> None:
    for result in contest.results:
        warn_if_unfair(result.run.player, result.control_variate)
    for pair in contest.pairs:
        warn_if_unfair(pair.name, pair.control_variate)


def verdict_text(contest: Contest, state: SprtState, test: Sprt) -> str:
    """Return what the sequential test has found, in one or two sentences."""
    first, second = (result.run.player for result in contest.results)
    figure = _("scores") if state.on == "scores" else _("outcomes")
    ratio = _(
        "log-likelihood ratio {ratio:+.2f} in ({low:.2f}, {high:.2f}), on the {figure}"
    ).format(ratio=state.ratio, low=state.low, high=state.high, figure=figure)
    if state.verdict == "undecided":
        text = _("undecided after {games:,} boards: {ratio}")
        return text.format(games=state.games, ratio=ratio)
    points = test.p1 if state.verdict == "H1" else test.p0
    text = _(
        "{hypothesis} accepted after {games:,} boards: {ratio}\n"
        "rather {points:+g} points for {first} over {second} than the other hypothesis"
    )
    return text.format(
        hypothesis=state.verdict, games=state.games, ratio=ratio, points=points, first=first,
        second=second,
    )  # fmt: skip
