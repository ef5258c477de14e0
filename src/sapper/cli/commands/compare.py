"""`sapper compare`: players on the same boards, and whether they differ."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from sapper.cli.commands.run import fault_lines, warn_if_unfair
from sapper.cli.completion import complete_board, complete_player
from sapper.cli.lazy_group import command
from sapper.cli.optional_dependencies import need_extra
from sapper.cli.options import AS_JSON, FILE, run_options
from sapper.cli.terminal.console import Console, print_document, result_console, say_note
from sapper.cli.terminal.progress import end_on_stop, show_progress
from sapper.cli.terminal.tables import print_table
from sapper.files import write_text
from sapper.lab.comparison import Comparison, Contest, Pair, compare
from sapper.lab.ledger import default_ledger
from sapper.lab.ledger.provenance import Provenance, command_line
from sapper.lab.report.page import report_html
from sapper.lab.statistics.sprt import Sprt, SprtState
from sapper.lab.table import format_difference, format_fixed, format_p_value, format_share
from sapper.language import _, local_number
from sapper.percent import percent
from sapper.players.finding import player_spec_apart

__all__ = ["compare_command", "verdict_text"]


@command
@click.argument("players", nargs=-1, required=True, shell_complete=complete_player)
@click.option(
    "--board", "-b", multiple=True, shell_complete=complete_board, help="A board; several times."
)
@run_options
@click.option(
    "--sprt",
    type=(float, float),
    metavar="P0 P1",
    help="Stop as soon as it is decided whether the first player wins P0 or P1 percentage points "
    "more than the second.",
)
@click.option(
    "--sprt-on",
    metavar="scores|outcomes",
    help="What --sprt tests; scores (outcomes without luck) if both players have them.",
)
@click.option("--alpha", default=0.05, help="Chance of accepting P1 if P0 is true (0.05).")
@click.option("--beta", default=0.05, help="Chance of accepting P0 if P1 is true (0.05).")
@click.option("--details", is_flag=True, help="Also show every estimate of players and pairs.")
@click.option("--report", type=FILE, help="Write a page with tables and plots.")
@AS_JSON
def compare_command(
    players: tuple[str, ...], board: tuple[str, ...], ledger: Path | None,
    sprt: tuple[float, float] | None, alpha: float, beta: float, details: bool,
    report: Path | None, as_json: bool, **options: Any,
) -> None:  # fmt: skip
    """Compare players on the same boards: paired differences and their significance.

    Every player is compared with the first. PLAYERS are names with options, or your own,
    module:Class (see sapper players --help). With --sprt, --games is an upper limit.

    Examples:
      sapper compare champion greedy hybrid --board beginner --games 200
      sapper compare champion fast --board expert --games 100 --details

    """
    if report is not None:
        need_extra("lab", "--report", "matplotlib")
    if options["cluster"] is not None:
        need_extra("cluster", "--cluster")
    test = None if sprt is None else Sprt(*sprt, alpha, beta)
    with end_on_stop(), show_progress() as watch:
        comparison = compare(
            *map(player_spec_apart, players), board=board or ["beginner"], sprt=test,
            ledger=ledger or default_ledger(), watch=watch, **options,
        )  # fmt: skip
    for contest in comparison.contests:
        _warn(contest)
    if report is not None:
        write_text(report, _page(comparison))
        say_note(f"report written to {report}")
    if as_json:
        print_document(comparison)
        return
    console = result_console(False, report)
    for contest in comparison.contests:
        _show(contest, console)
        if details:
            _show_details(contest, console)
        if contest.sprt is not None and test is not None:
            console.print(verdict_text(contest, contest.sprt, test))


def _page(comparison: Comparison) -> str:
    """Return the report of a comparison."""
    contests = comparison.contests
    results = [result for contest in contests for result in contest.results]
    names = " − ".join(result.run.player for result in contests[0].results)
    tests = [(f"{names}, {c.results[0].run.board}", c.sprt) for c in contests if c.sprt]
    made = Provenance.here(command_line())
    return report_html(results, "Minesweeper players compared", made, tests=tests)


def _show(contest: Contest, console: Console) -> None:
    """Print one table: every player, and its difference from the first."""
    first, *others = contest.results
    games = _("{games:,} games").format(games=first.games)
    title = f"{first.run.boards_words}: {games}"
    heads = (_("player"), _("won"), _("difference"), _("interval"), _("verdict"))
    rows = [[first.run.player, percent(first.win_rate.value, 1), "", "", ""]]
    for other in others:
        value, interval, verdict = _difference(Pair(other, first))
        won = percent(other.win_rate.value, 1)
        rows.append([other.run.player, won, value, interval, verdict])
    print_table(console, heads, rows, title=title)
    for result in contest.results:
        for number, line in enumerate(fault_lines(result)):
            text = _("faults of {player}: {faults}").format(player=result.run.player, faults=line)
            console.print(line if number else text)


def _difference(pair: Pair) -> tuple[str, str, str]:
    """Return the figure from which the verdict is read, its interval, and the verdict."""
    direction, figure = pair.verdict
    estimates = {"control variate": pair.control_variate, "without luck": pair.luck_free}
    shown = format_difference(estimates.get(figure) or pair.difference)
    value, _bracket, interval = shown.partition(" (")
    return value, interval.removesuffix(")"), _(direction)


def _show_details(contest: Contest, console: Console) -> None:
    """Print every estimate of the players and of all pairs, one in each line."""
    for result in contest.results:
        rows = {
            _("win rate"): format_share(result.win_rate, unit=" %"),
            _("without luck"): format_share(result.luck_free, unit=" %"),
            _("control variate"): format_share(result.control_variate, unit=" %"),
            _("guesses"): local_number(f"{result.guesses_per_game:.2f}"),
            _("right"): percent(result.accuracy.value, 1),
            _("steps/win"): local_number(format_fixed(result.steps_per_win, 1) or ""),
            _("ms/game"): local_number(f"{result.ms_per_game:.3f}"),
        }
        _print_block(console, result.run.player, rows)
    for pair in contest.pairs:
        free, variate = pair.luck_free, pair.control_variate
        rows = {
            _("only first"): local_number(f"{pair.only_first:,}"),
            _("only second"): local_number(f"{pair.only_second:,}"),
            _("difference"): format_difference(pair.difference),
            _("p of outcomes"): local_number(format_p_value(pair.p_value)),
            _("without luck"): format_difference(free) if free else pair.why_no_luck_free or "",
            _("control variate"): format_difference(variate)
            if variate
            else pair.why_no_control_variate or "",
        }
        _print_block(console, pair.name, rows)


def _print_block(console: Console, title: str, rows: dict[str, str]) -> None:
    console.print(f"\n{title}", bold=True)
    width = max(map(len, rows)) + 2
    for name, text in rows.items():
        if text not in ("", "–"):
            console.print(f"  {name:<{width}}{text}")


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
