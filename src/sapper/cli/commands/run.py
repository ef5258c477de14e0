"""`sapper run`: measure a player over many games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from sapper.cli.exit_codes import OK, RUN_STOPPED
from sapper.cli.lazy_group import command
from sapper.cli.optional_dependencies import need_extra
from sapper.cli.options import AS_JSON, BOARD, PLAYER, run_options
from sapper.cli.terminal.console import Console, print_document, result_console, say_warning
from sapper.cli.terminal.progress import end_on_stop, show_progress
from sapper.lab.ledger import default_ledger
from sapper.lab.result import RunResult
from sapper.lab.simulation import simulate
from sapper.lab.statistics.moments import ControlVariate, LuckFree
from sapper.lab.table import format_share
from sapper.language import _
from sapper.players.finding import player_spec_apart

__all__ = ["fault_lines", "run_command", "warn_if_unfair"]


@command
@PLAYER
@BOARD
@run_options
@click.option("--fail-on-faults", is_flag=True, help="End with exit code 5 if the player failed.")
@AS_JSON
@click.pass_context
def run_command(
    context: click.Context, /, player: str, board: str | None, ledger: Path | None,
    fail_on_faults: bool, as_json: bool, **options: Any,
) -> None:  # fmt: skip
    """Measure a player over many games: win rate with interval, guesses, steps and time.

    PLAYER is a name with options, such as hybrid or greedy:guess=density; your own, module:Class;
    or another program, engine:COMMAND (see sapper players --help). Finished games are kept in a
    ledger: stop it at any time, and the same command resumes. A game in which the player fails
    counts as lost and does not end the run.

    Examples:
      sapper run champion --board beginner --games 200
      sapper run greedy:guess=density --board expert --games 100 --json

    """
    if options["cluster"] is not None:
        need_extra("cluster", "--cluster")
    with end_on_stop(), show_progress() as watch:
        chosen, kept = player_spec_apart(player), ledger or default_ledger()
        result = simulate(chosen, board or "beginner", ledger=kept, watch=watch, **options)
    warn_if_unfair(result.run.player, result.control_variate)
    if as_json:
        print_document(result)
    else:
        _show(result, result_console())
    context.exit(RUN_STOPPED if fail_on_faults and result.faults else OK)


def _points(value: float, error: float, deviations: float) -> str:
    return _("{value:+.2f} ± {error:.2f} points ({deviations:+.1f} standard errors)").format(
        value=100 * value, error=100 * error, deviations=deviations
    )


def warn_if_unfair(name: str, variate: ControlVariate | None) -> None:
    """Warn about a control variate whose mean correction is not 0 within error."""
    if variate is not None and not variate.is_fair:
        say_warning(
            _(
                "the mean correction of {name} is {deviations:+.1f} standard errors away from 0: "
                "its control variate is wrong, or chances, dealing or the game are"
            ).format(name=name, deviations=variate.deviations)
        )


def _show(result: RunResult, console: Console) -> None:
    fair, free, variate = result.calibration, result.luck_free, result.control_variate
    lines = {
        _("player"): f"{result.run.player}   ({_('identity {identity}')})".format(
            identity=result.identity
        ),
        _("board"): result.run.boards_words,
        _("won"): _("{wins:,} of {games:,}").format(wins=result.wins, games=result.games),
        _("win rate"): format_share(result.win_rate, unit=" %"),
        _("without luck"): _estimate(free),
        _("control variate"): _estimate(variate),
        _("guesses"): _("{mean:.2f} per game, {share} of them right").format(
            mean=result.guesses_per_game, share=format_share(result.accuracy, unit=" %")
        )
        if fair.guesses
        else "",
        _("calibration"): _points(fair.difference, fair.error, fair.deviations)
        if fair.guesses
        else "",
        _("steps"): _("{mean:.1f} per game").format(mean=result.steps_per_game),
        _("time"): _("{ms:.3f} ms per game").format(ms=result.ms_per_game),
        _("faults"): "\n".join(fault_lines(result)),
    }
    lines = {name: text for name, text in lines.items() if text}
    width = max(map(len, lines)) + 2
    for name, text in lines.items():
        for number, line in enumerate(text.split("\n")):
            console.print(f"{'' if number else name:<{width}}{line}")


def fault_lines(result: RunResult) -> list[str]:
    """Return how many games the player failed in, and how to replay the first; else nothing."""
    if not result.faults:
        return []
    lost = _("{faults}, counted as lost").format(faults=result.faults)
    return [lost, *result.faults.replays(result.run)]


def _estimate(estimate: LuckFree | ControlVariate | None) -> str:
    """Return an estimate and its worth; nothing where there is none."""
    if not estimate:
        return ""
    worth = _("worth {worth:.1f} times the games").format(worth=estimate.worth)
    return f"{format_share(estimate, unit=' %')}   {worth}"
