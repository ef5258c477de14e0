"""`sapper replay`: play the replay of another program, print it, or write it as RAWVF."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group

from sapper.board.cell import Cell
from sapper.cli.console import Screen, print_document, result_console, say_note
from sapper.cli.full_screen import FullScreen
from sapper.cli.game_view import (
    LEGEND,
    game_text,
    game_window,
    one_line,
    whole_game_text,
)
from sapper.cli.grid import is_drawable
from sapper.cli.inputs import replay_of_file
from sapper.cli.keyboard import is_interactive
from sapper.cli.options import AsJson, NoColor
from sapper.cli.watch import KEYS, SHORT_KEYS, Clock
from sapper.errors import InputError
from sapper.files import standard_output, write_text
from sapper.games import Game, Status
from sapper.games.replays import Click, Replay, write_rawvf
from sapper.games.replays.words import click_line, replay_rows
from sapper.language import _
from sapper.nouns import count_moves

__all__ = ["replay_command"]

_FRAME_LINES = 4  # around the board: title, part shown, the click, keys
_END_SECONDS = 1.0  # how long the last click is shown


def replay_command(
    file: Annotated[
        str | None,
        typer.Argument(help="A replay (.rmv, .avf, .evf, .rawvf, .mvf), or - for standard input."),
    ] = None,
    speed: Annotated[
        float, typer.Option(help="How many times as fast as it was played; 0: no pause.")
    ] = 1.0,
    rawvf: Annotated[
        Path | None, typer.Option(help="Write it as RAWVF to this file; - is standard output.")
    ] = None,
    as_json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Play a replay of another program in the terminal, or print or convert it.

    RMV (Viennasweeper), AVF (Arbiter), EVF (Metasweeper), RAWVF and MVF (Clone) are read. A
    terminal shows the game as it was played; a file or a pipe gets one line for every click, with
    its time. The last line printed is the record of the game, which `sapper review` reads.

    Keys: space pause, right one click, + faster, - slower, q to the end.
    """
    if not speed >= 0:  # nan too
        raise InputError(f"expected a speed of 0 or more, got {speed:g}")
    console = result_console(no_color, as_json, rawvf)
    replay = replay_of_file(file)
    if rawvf is not None:
        write_text(rawvf, write_rawvf(replay))
    if as_json:
        print_document(replay.to_dict())
        return
    for note in replay.notes:
        say_note(note)
    if rawvf is None:
        _play(replay, console, speed)
    _show_end(replay, console)


def _play(replay: Replay, console: Screen, speed: float) -> None:
    """Animate in a capable terminal, else print the clicks."""
    if standard_output().isatty() and not console.is_dumb_terminal:
        _animate(replay, console, speed)
        return
    for click in replay.clicks_made:
        console.print(click_line(click))
    if replay.clicks_made:
        console.print()


def _animate(replay: Replay, console: Screen, speed: float) -> None:
    with (
        suppress(KeyboardInterrupt),
        FullScreen(console, with_keys=is_interactive()) as screen,
    ):
        clock = Clock(screen, speed)
        times = [click.time for click in replay.clicks_made]
        waits = [*(after - before for before, after in pairwise(times)), _END_SECONDS]
        for (game, click, at), wait in zip(_steps(replay), waits, strict=False):
            frame = partial(_frame, replay, game, click, at, console, screen.has_keys)
            clock.show(frame, max(wait, 0.0))
            if clock.is_stopped:
                break


def _steps(replay: Replay) -> Iterator[tuple[Game, Click, Cell]]:
    """Yield the game after every click and where the cursor is; it is one and the same game."""
    game = Game(replay.layout.spec, replay.start, layout=replay.layout.cells)
    at = Cell(0, 0)
    for click in replay.clicks_made:
        at = click.cell or at
        if click.move is not None:
            game.make(click.move, time=click.time)
        yield game, click, at


def _frame(
    replay: Replay, game: Game, click: Click, at: Cell, console: Screen, with_keys: bool
) -> Group:
    size = console.size
    window = game_window(game.geometry, at, size.width, size.height - _FRAME_LINES)
    who = replay.player or replay.format.upper()
    part = "" if window.is_whole else f"shown: {window}"
    keys = KEYS if size.width >= len(KEYS) else SHORT_KEYS
    return Group(
        one_line(f"{who}   {game.spec}   mines {game.mines_left}   {game.status}", "bold"),
        game_text(game, window, at),
        one_line(part, "dim"),
        one_line(click_line(click).strip(), ""),
        one_line(keys if with_keys else "", "dim"),
    )


def _show_end(replay: Replay, console: Screen) -> None:
    game = replay.game
    if is_drawable(game.geometry):
        console.print(whole_game_text(game, console.width))
        if game.status is Status.LOST:
            console.print(_(LEGEND), style="dim")
        console.print()
    else:
        say_note(f"{game.spec} is too large to draw in a terminal; --json has the position")
    for name, value in replay_rows(replay):
        console.print(f"{name:<8}  {value}")
    console.print(f"moves     {count_moves(len(game.moves))}")
    console.print_line(f"record    {game.text}")
