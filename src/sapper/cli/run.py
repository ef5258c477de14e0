"""`sapper run`: measure a player over many games."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.cli.completion import complete_board, complete_player
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
from sapper.lab.result import RunResult
from sapper.lab.runs.run import Run
from sapper.lab.simulation import simulate
from sapper.lab.statistics import ControlVariate, LuckFree
from sapper.lab.table import format_share
from sapper.language import _
from sapper.players.finding import player_spec_apart

__all__ = [
    "correction_text",
    "fault_lines",
    "run_command",
    "warn_if_unfair",
]


def run_command(
    player: Annotated[
        str,
        typer.Argument(
            help="A player: hybrid, greedy:guess=density or your own, module:Class.",
            autocompletion=complete_player,
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
            player_spec_apart(player),
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
    warn_if_unfair(result.run.player, result.control_variate)
    if as_json:
        print_document(result.to_dict())
    else:
        _show(result, console_for(no_color))


def correction_text(variate: ControlVariate | None) -> str:
    """Return the mean correction, and whether it is 0 as it should be."""
    if variate is None:
        return "–"
    verdict = _("0 within error") if variate.is_fair else _("NOT 0, something is wrong")
    points = _points(variate.correction, variate.error, variate.deviations)
    return f"{points}: {verdict}"


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


def _show(result: RunResult, console: Screen) -> None:
    fair, free, variate = result.calibration, result.luck_free, result.control_variate
    calibration = _points(fair.difference, fair.error, fair.deviations)
    identity = _("identity {identity}").format(identity=result.identity)
    lines = {
        _("player"): f"{result.run.player}   ({identity})",
        _("board"): _boards(result.run),
        _("won"): _("{wins:,} of {games:,}").format(wins=result.wins, games=result.games),
        _("win rate"): format_share(result.win_rate, unit=" %"),
        _("without luck"): format_share(free, unit=" %") + _worth(free)
        if free
        else f"–   {result.why_no_luck_free}",
        _("control variate"): format_share(variate, unit=" %") + _worth(variate)
        if variate
        else f"–   {result.why_no_control_variate}",
        _("correction"): correction_text(variate),
        _("guesses"): _("{mean:.2f} per game, {share} of them right").format(
            mean=result.guesses_per_game, share=format_share(result.accuracy, unit=" %")
        ),
        _("calibration"): calibration if fair.guesses else "–",
        _("steps"): _steps(result),
        _("time"): _times(result),
    }
    faults = _("faults")
    width = max(map(len, (*lines, faults))) + 2
    for name, text in lines.items():
        console.print(f"{name:<{width}}{text}")
    for number, text in enumerate(fault_lines(result)):
        console.print(f"{'' if number else faults:<{width}}{text}")


def _boards(run: Run) -> str:
    """Return the boards in words; those of a collection as its own text has them."""
    if run.collection:
        return run.boards_text
    text = _("{board}, {start} start, first cell {first}, seed {seed}")
    return text.format(board=run.board, start=run.start, first=run.first, seed=run.seed)


def _steps(result: RunResult) -> str:
    game = _("{mean:.1f} per game").format(mean=result.steps_per_game)
    win = _("{mean:.1f} per win").format(mean=result.steps_per_win) if result.wins else ""
    return ", ".join(filter(None, (game, win)))


def _times(result: RunResult) -> str:
    game = _("{ms:.3f} ms per game").format(ms=result.ms_per_game)
    win = _("{ms:.3f} ms per win").format(ms=result.ms_per_win) if result.wins else ""
    step = _("{ms:.4f} ms per step").format(ms=result.ms_per_step)
    return ", ".join(filter(None, (game, win, step)))


def fault_lines(result: RunResult) -> list[str]:
    """Return how many games the player failed in, and how to replay the first; else nothing."""
    if not result.faults:
        return []
    lost = _("{faults}, counted as lost").format(faults=result.faults)
    return [lost, *result.faults.replays(result.run)]


def _worth(estimate: LuckFree | ControlVariate | None) -> str:
    if not estimate:
        return ""
    return "   " + _("worth {worth:.1f} times the games").format(worth=estimate.worth)
