"""`sapper play`: a strategy plays a game, or a person does."""

from __future__ import annotations

import json
import secrets
import sys
from typing import Annotated

import typer
from rich.console import Console

from sapper.board import Cell
from sapper.board.spec import BoardSpec, StartRule
from sapper.cli.console import console_for, say_note
from sapper.cli.game_view import LEGEND, counted, table_text
from sapper.cli.keyboard import is_interactive
from sapper.cli.play_by_hand import play_by_hand
from sapper.cli.watch import animate, print_moves
from sapper.errors import InputError
from sapper.games import Game, Record, Status, play

__all__ = ["play_command"]

_WIDEST_SHOWN = 100  # rows and columns of a board that is still drawn


def play_command(
    strategy: Annotated[
        str | None,
        typer.Option("--strategy", "-s", help="Who plays, see `sapper strategies`; else you."),
    ] = None,
    board: Annotated[
        str, typer.Option("--board", "-b", help="beginner, expert, 16x30/99, torus-9x9/10 ...")
    ] = "beginner",
    seed: Annotated[int | None, typer.Option(help="Seed of the mines; else a new one.")] = None,
    start: Annotated[str, typer.Option(help="First cell: raw, safe or open.")] = "safe",
    first: Annotated[str | None, typer.Option(metavar="R,C", help="First cell to open.")] = None,
    game: Annotated[int, typer.Option(help="Number of the game of this seed.")] = 0,
    watch: Annotated[bool, typer.Option("--watch", help="Show every move and its reason.")] = False,
    speed: Annotated[float, typer.Option(help="Moves per second to watch; 0: no pause.")] = 4.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the record as JSON.")] = False,
    no_color: Annotated[bool, typer.Option("--no-color", help="Print without colour.")] = False,
) -> None:
    """Let a strategy play a game, or play one yourself.

    The last line is the game: board, start rule, seed, game number, moves
    (o open, f flag, q question mark, u unmark, c chord). With --watch a
    terminal shows an animation; a file or a pipe gets one line per move.
    A lost game is an answer: exit code 0.

    Your keys: arrows or hjkl move, space or enter opens (on a number: chord),
    f flag, ? question mark, c chord, t hint, u undo, n new game, q quit.
    """
    _check(strategy, watch, as_json, speed)
    seed = secrets.randbelow(2**32) if seed is None else seed
    table = Game(BoardSpec.parse(board), StartRule.parse(start), seed=seed, game=game)
    console = console_for(no_color)
    opened = None if first is None else Cell.parse(first)
    if strategy is None:
        _play_yourself(table, opened, console)
        return
    record = _record(strategy, table, opened)
    if as_json:
        typer.echo(json.dumps(_document(record)))
        return
    if watch:
        _watch(record, console, speed)
    _show_record(record, console)


def _check(strategy: str | None, watch: bool, as_json: bool, speed: float) -> None:
    """Raise unless the options go together."""
    if not speed >= 0:  # nan too
        raise InputError(f"expected a speed of 0 or more moves per second, got {speed:g}")
    if strategy is None and (as_json or watch):
        raise InputError("expected --strategy NAME beside --watch or --json, got none")
    if as_json and watch:
        raise InputError("expected one of --watch and --json, got both")


def _record(strategy: str, game: Game, first: Cell | None) -> Record:
    spec, start, seed, number = game.spec, game.start, game.seed, game.game
    return play(strategy, spec, seed=seed, start=start, first=first, game=number)


def _play_yourself(game: Game, first: Cell | None, console: Console) -> None:
    if not is_interactive():
        raise InputError("expected a terminal to play in or --strategy NAME, got neither")
    if first is not None:
        game.open(first)
    left = play_by_hand(game, console)
    _show_game(left, console)
    told = "left" if left.status is Status.PLAYING else left.status
    console.print(f"{told:<9} after {counted(len(left.moves), 'move')}")
    _show_line(left.text, console)


def _watch(record: Record, console: Console, speed: float) -> None:
    """Animate on a terminal that can; FORCE_COLOR makes no terminal out of a file."""
    if sys.stdout.isatty() and not console.is_dumb_terminal:
        animate(record, console, speed)
    else:
        print_moves(record, console)
        console.print()


def _show_record(record: Record, console: Console) -> None:
    _show_game(record.replay(), console)
    told = f"{counted(record.steps, 'move')}, {_guesses(record)}"
    console.print(f"{record.result:<9} {told}, {1000 * record.seconds:.1f} ms of thought")
    console.print(f"strategy  {record.strategy}")
    _show_line(record.text, console)


def _guesses(record: Record) -> str:
    if not record.guesses:
        return "no guess"
    word = "guess" if record.guesses == 1 else "guesses"
    return f"{record.guesses} {word} ({record.guesses_survived} survived)"


def _show_game(game: Game, console: Console) -> None:
    if max(game.spec.rows, game.spec.columns) > _WIDEST_SHOWN:
        say_note(f"{game.spec} is too large to draw here; --json gives the position")
        return
    console.print(table_text(game))
    if game.status is Status.LOST:
        console.print(LEGEND, style="dim")
    console.print()


def _show_line(line: str, console: Console) -> None:
    console.print(f"record    {line}", markup=False)


def _document(record: Record) -> dict[str, object]:
    return record.as_dict() | {"text": record.text, "position": str(record.replay().position)}
