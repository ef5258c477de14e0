"""`sapper play`: let a player play a game, or play one by hand."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from sapper.board import Cell
from sapper.board.spec import BoardSpec, StartRule
from sapper.cli.completion import complete_board, complete_player
from sapper.cli.console import Screen, console_for, print_document, say_note
from sapper.cli.game_view import LEGEND, whole_game_text
from sapper.cli.grid import is_drawable
from sapper.cli.keyboard import is_interactive
from sapper.cli.options import GameMoves, MoveTime, NoColor, Start
from sapper.cli.play_by_hand import play_by_hand
from sapper.cli.progress_bar import show_bar
from sapper.cli.watch import animate, print_moves
from sapper.errors import InputError, PlayerError
from sapper.files import standard_output
from sapper.games import Game, Record, Status, play
from sapper.language import _, _n
from sapper.nouns import count_moves

__all__ = ["play_command"]


_Player = Annotated[
    str | None,
    typer.Option(
        "--player",
        "-p",
        help="Who plays (see `sapper players`), also your own module:Class; by default you.",
        autocompletion=complete_player,
    ),
]
_Board = Annotated[
    str | None,
    typer.Option(
        "--board",
        "-b",
        show_default="beginner",
        help="beginner, expert, 16x30/99, torus-9x9/10 ...",
        autocompletion=complete_board,
    ),
]


def play_command(
    player: _Player = None,
    board: _Board = None,
    boards: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Play board --game of this file of boards."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the mines; by default random.")] = None,
    start: Start = "safe",
    first: Annotated[str | None, typer.Option(metavar="R,C", help="First cell to open.")] = None,
    game: Annotated[int, typer.Option(help="Number of the game within the seed.")] = 0,
    move_time: MoveTime = None,
    game_moves: GameMoves = None,
    watch: Annotated[bool, typer.Option("--watch", help="Show every move and its reason.")] = False,
    speed: Annotated[float, typer.Option(help="Moves per second of --watch; 0: no pause.")] = 4.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the record as JSON.")] = False,
    no_color: NoColor = False,
) -> None:
    """Let a player play a game, or play one yourself.

    The last line printed is the record of the game: board, start rule, seed, game number and
    moves (o open, f flag, q question mark, u unmark, c chord). `sapper review` reads it. With
    --watch, a terminal shows an animation; a file or a pipe gets one line per move. The exit
    code of a lost game is 0.

    Keys: arrows or hjkl move, space or enter opens (on a number: chord), f flag,
    ? question mark, c chord, t hint, u undo, n new game, q quit.
    """
    _check(player, watch, as_json, speed)
    seed = secrets.randbelow(2**32) if seed is None else seed
    if boards is None:
        spec = BoardSpec.parse(board or "beginner")
        table = Game(spec, StartRule.parse(start), seed=seed, game=game)
        opened = None if first is None else Cell.parse(first)
    else:
        table, opened = _given_game(boards, board, start, first, seed, game)
    console = console_for(no_color)
    if player is None:
        _play_yourself(table, opened, console)
        return
    record = _record(player, table, opened, move_time, game_moves)
    if as_json:
        print_document(record.to_dict())
        return
    if watch:
        _watch(record, console, speed)
    _show_record(record, console)


def _given_game(
    boards: Path, board: str | None, start: str, first: str | None, seed: int, game: int
) -> tuple[Game, Cell | None]:
    """Return the game on one of the boards of a file, and the cell to open first."""
    from sapper.lab.runs.collection import read_collection

    given = read_collection(boards, board=board, start=start, first=first or "player", seed=seed)
    if not 0 <= game < len(given):
        raise InputError(f"expected --game 0 to {len(given) - 1} for {given}, got {game}")
    layout, rule = given.layout(game), StartRule.parse(start)
    table = Game(given.board, rule, seed=seed, game=game, layout=layout)
    return table, given.first_cell(game)


def _check(player: str | None, watch: bool, as_json: bool, speed: float) -> None:
    """Raise `InputError` for options that exclude each other."""
    if not speed >= 0:  # nan too
        raise InputError(f"expected a speed of 0 or more moves per second, got {speed:g}")
    if player is None and (as_json or watch):
        raise InputError("--watch and --json need --player NAME")
    if as_json and watch:
        raise InputError("give either --watch or --json, not both")


def _record(
    player: str, game: Game, first: Cell | None, move_time: float | None, moves: int | None
) -> Record:
    """Return the game that a player plays; one that passes a limit raises `PlayerError`."""
    make = partial(
        play, player, game.spec, seed=game.seed, start=game.start, first=first, game=game.game,
        mines=game.line.layout, game_moves=moves,
    )  # fmt: skip
    if move_time is not None or moves is not None:
        from sapper.lab.runs.limits import Limits

        if (seconds := Limits(move_time, moves).move_time) is not None:
            return _play_within(seconds, make, player)
    with show_bar("playing") as watch:
        return make(watch=watch)


def _play_within(seconds: float, make: Callable[..., Record], player: str) -> Record:
    """Return a game with a limit for its moves, played in a process that can be ended."""
    from sapper.lab.runs.limits import MoveTimedOut
    from sapper.lab.workers.processes import ProcessDied, call_apart

    late = f"{player} took longer than {seconds:g} s for a move"
    try:
        return call_apart(_play_guarded, make, seconds)
    except MoveTimedOut:
        raise PlayerError(late) from None
    except ProcessDied as death:
        raise PlayerError(late if death.is_late else f"{player} {death}") from None


def _play_guarded(make: Callable[..., Record], seconds: float) -> Record:
    from sapper.lab.runs.limits import MoveLimit

    return make(guard=MoveLimit(seconds))


def _play_yourself(game: Game, first: Cell | None, console: Screen) -> None:
    if not is_interactive():
        raise InputError("playing by hand needs a terminal; --player NAME lets a player play")
    if first is not None:
        game.open(first)
    left = play_by_hand(game, console)
    _show_game(left, console)
    outcome = _("left") if left.status is Status.PLAYING else left.status.label
    after = _("after {moves}").format(moves=count_moves(len(left.moves)))
    console.print(f"{outcome:<9} {after}")
    _show_line(left.text, console)


def _watch(record: Record, console: Screen, speed: float) -> None:
    """Animate in a capable terminal, else print the moves; FORCE_COLOR does not change this."""
    if standard_output().isatty() and not console.is_dumb_terminal:
        animate(record, console, speed)
    else:
        print_moves(record, console)
        console.print()


def _show_record(record: Record, console: Screen) -> None:
    _show_game(record.replay(), console)
    decided = _("{moves}, {guesses}, decided in {ms:.1f} ms").format(
        moves=count_moves(record.steps),
        guesses=_guesses(record),
        ms=1000 * record.seconds,
    )
    console.print(f"{_(record.result):<9} {decided}")
    console.print(f"{_('player'):<9} {record.player}")
    _show_line(record.text, console)


def _guesses(record: Record) -> str:
    if not record.guesses:
        return _("no guess")
    text = _n(
        "{count} guess ({survived} survived)",
        "{count} guesses ({survived} survived)",
        record.guesses,
    )
    return text.format(count=record.guesses, survived=record.guesses_survived)


def _show_game(game: Game, console: Screen) -> None:
    if not is_drawable(game.geometry):
        say_note(f"{game.spec} is too large to draw in a terminal; --json prints the position")
        return
    console.print(whole_game_text(game, console.width))
    if game.status is Status.LOST:
        console.print(_(LEGEND), style="dim")
    console.print()


def _show_line(line: str, console: Screen) -> None:
    console.print_line(f"{_('record'):<9} {line}")
