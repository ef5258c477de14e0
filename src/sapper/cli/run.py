"""`sapper run`: measure a player over many games."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.cli.completion import complete_board, complete_strategy
from sapper.cli.console import Screen, console_for, print_document, say_warning
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
from sapper.cli.run_progress import end_on_stop, show_progress
from sapper.lab.ledger import default_ledger
from sapper.lab.replay import command_to_check
from sapper.lab.result import RunResult
from sapper.lab.simulation import simulate
from sapper.lab.statistics import ControlVariate, LuckFree
from sapper.lab.table import format_share
from sapper.players.finding import strategy_apart

__all__ = [
    "correction_text",
    "fault_lines",
    "run_command",
    "warn_if_unfair",
    "warn_of_alarms",
]


def run_command(
    strategy: Annotated[
        str,
        typer.Argument(
            help="A player: hybrid, greedy:guess=density or your own, module:Class.",
            autocompletion=complete_strategy,
        ),
    ],
    board: Annotated[
        str | None,
        typer.Option(
            help="beginner, intermediate, expert, or like 16x30/99.",
            show_default="beginner",
            autocompletion=complete_board,
        ),
    ] = None,
    boards: Boards = None,
    start: Start = "safe",
    games: Games = None,
    seed: Seed = 0,
    first: First = None,
    keep: Keep = None,
    workers: Workers = None,
    ledger: LedgerFile = None,
    cluster: Cluster = None,
    ship: Ship = None,
    move_time: MoveTime = None,
    game_moves: GameMoves = None,
    strict: Strict = False,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Measure a player over many games: win rate with interval, guesses, steps and time.

    Finished games are kept in a ledger: stop it at any time, and the same command resumes. A game
    in which the player fails counts as lost and does not end the run.
    """
    if cluster is not None:
        need_extra("cluster", "--cluster")
    with end_on_stop(), show_progress() as watch:
        result = simulate(
            strategy_apart(strategy),
            board or (None if boards else "beginner"),
            boards=boards,
            games=games,
            seed=seed,
            start=start,
            first=first,
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
    warn_if_unfair(result.run.strategy, result.control_variate)
    warn_of_alarms(result)
    if as_json:
        print_document(result.to_dict())
    else:
        _show(result, console_for(no_color))


def correction_text(variate: ControlVariate | None) -> str:
    """Return the mean correction, and whether it is 0 as it should be."""
    if variate is None:
        return "–"
    points = f"{100 * variate.correction:+.2f} ± {100 * variate.error:.2f} points"
    verdict = "0 within error" if variate.is_fair else "NOT 0, something is wrong"
    return f"{points} ({variate.deviations:+.1f} standard errors): {verdict}"


def warn_if_unfair(name: str, variate: ControlVariate | None) -> None:
    """Warn about a control variate whose mean correction is not 0 within error."""
    if variate is not None and not variate.is_fair:
        say_warning(
            f"the mean correction of {name} is {variate.deviations:+.1f} standard errors away "
            "from 0: its control variate is wrong, or chances, dealing or the game are"
        )


def warn_of_alarms(result: RunResult) -> None:
    """Warn about workers that won more or fewer games than the others."""
    command = command_to_check(result.stored.path)
    for alarm in result.alarms:
        say_warning(
            f"alarm: of {result.run}, {alarm} ({alarm.kind} {alarm.letter} is {alarm.name}); "
            f"`{command}` plays games of every worker again"
        )


def _show(result: RunResult, console: Screen) -> None:
    fair, free, variate = result.calibration, result.luck_free, result.control_variate
    deviations = f"{fair.deviations:+.1f} standard errors"
    calibration = f"{100 * fair.difference:+.2f} ± {100 * fair.error:.2f} points ({deviations})"
    lines = {
        "player": f"{result.run.strategy}   (identity {result.identity})",
        "board": result.run.boards_text,
        "won": f"{result.wins:,} of {result.games:,}",
        "win rate": format_share(result.win_rate, unit=" %"),
        "without luck": format_share(free, unit=" %") + _worth(free)
        if free
        else f"–   {result.why_no_luck_free}",
        "control variate": format_share(variate, unit=" %") + _worth(variate)
        if variate
        else f"–   {result.why_no_control_variate}",
        "correction": correction_text(variate),
        "guesses": f"{result.guesses_per_game:.2f} per game, "
        f"{format_share(result.accuracy, unit=' %')} of them right",
        "calibration": calibration if fair.guesses else "–",
        "steps": f"{result.steps_per_game:.1f} per game"
        + (f", {result.steps_per_win:.1f} per win" if result.wins else ""),
        "time": f"{result.ms_per_game:.3f} ms per game, "
        + (f"{result.ms_per_win:.3f} ms per win, " if result.wins else "")
        + f"{result.ms_per_step:.4f} ms per step",
    }
    for name, text in lines.items():
        console.print(f"{name:<17}{text}")
    for number, text in enumerate(fault_lines(result)):
        console.print(f"{'' if number else 'faults':<17}{text}")


def fault_lines(result: RunResult) -> list[str]:
    """Return how many games the player failed in, and how to replay the first; else nothing."""
    if not result.faults:
        return []
    return [f"{result.faults}, counted as lost", *result.faults.replays(result.run)]


def _worth(estimate: LuckFree | ControlVariate | None) -> str:
    return f"   worth {estimate.worth:.1f} times the games" if estimate else ""
