"""Show a recorded game: animated in a terminal, one line per move anywhere else."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Final

from rich.console import Group, RenderableType

from sapper.cli.console import Screen
from sapper.cli.full_screen import REDRAW, FullScreen
from sapper.cli.game_view import game_text, game_window, lines_of, one_line
from sapper.cli.keyboard import is_interactive
from sapper.games import Game, Record, RecordedMove
from sapper.games.game_line import GameLine
from sapper.percent import percent
from sapper.players import Move

__all__ = ["KEYS", "SHORT_KEYS", "Clock", "animate", "move_line", "print_moves"]

_FRAME_LINES = 6  # around the board: title, part shown, three lines of the move, keys
_HIGH = 16  # a window with fewer lines does not say which part is shown
KEYS: Final = "space pause   right one move   + faster   - slower   q to the end"
SHORT_KEYS: Final = "space pause  right step  +-  q end"
_FASTEST, _SLOWEST = 200.0, 0.2
_PATIENCE = 60.0  # seconds; a signal redraws at once


def print_moves(record: Record, console: Screen) -> None:
    """Print every move with its reason, one line each."""
    for number, move in enumerate(record.moves, 1):
        console.print(move_line(number, move), markup=False)


def move_line(number: int, move: RecordedMove) -> str:
    """Return one move as a line: the move, what it opened, the reason and the risk."""
    opened = f" ({move.opened} cells)" if move.opened > 1 else ""
    risk = f"; a mine in {percent(move.chance)}" if move.is_guess and move.chance else ""
    return f"{number:>4}  {move.kind} {move.cell}{opened}: {move.reason}{risk}"


def animate(record: Record, console: Screen, speed: float) -> None:
    """Show the game in the terminal, `speed` moves per second; 0 means without a pause.

    `q` and Ctrl-C end the animation.
    """
    with (
        suppress(KeyboardInterrupt),
        FullScreen(console, with_keys=is_interactive()) as screen,
    ):
        clock = Clock(screen, speed)
        for number, (game, move) in enumerate(_replay(record), 1):
            clock.show(partial(_frame, record, game, move, number, console, screen.has_keys))
            if clock.is_stopped:
                break


def _replay(record: Record) -> Iterator[tuple[Game, RecordedMove]]:
    """Yield the game after every move; it is one and the same game."""
    game = Game.parse(GameLine.parse(record.text).opening)
    for move in record.moves:
        game.make(Move(move.kind, move.cell))
        yield game, move


def _frame(
    record: Record, game: Game, move: RecordedMove, number: int, console: Screen, with_keys: bool
) -> Group:
    size = console.size
    is_low = size.height < _HIGH
    around = _FRAME_LINES - is_low
    window = game_window(game.geometry, move.cell, size.width, size.height - around)
    title = f"{record.player}   {record.board}   mines {game.mines_left}   {game.status}"
    part = "" if window.is_whole else f"shown: {window}"
    keys = KEYS if size.width >= len(KEYS) else SHORT_KEYS
    return Group(
        one_line(title, "bold"),
        game_text(game, window, move.cell),
        *([] if is_low else [one_line(part, "dim")]),
        *lines_of(f"{move_line(number, move).strip()} [{number}/{record.steps}]", console, 3),
        one_line(keys if with_keys else "", "dim"),
    )


class Clock:
    """Wait between moves, and obey the keys meanwhile."""

    def __init__(self, screen: FullScreen, speed: float) -> None:
        self._screen, self._speed = screen, speed
        self._is_paused = False
        self.is_stopped = False

    def show(self, frame: Callable[[], RenderableType], seconds: float = 1.0) -> None:
        """Show a frame until the next move is due or requested by a key.

        It is due after the seconds, divided by the speed.
        """
        self._screen.draw(frame())
        end = time.monotonic() + (seconds / self._speed if self._speed else 0.0)
        while not self.is_stopped:
            left = _PATIENCE if self._is_paused else max(0.0, end - time.monotonic())
            key = self._screen.key(left)
            if (key is None and not self._is_paused) or key == "right":
                return
            if key == REDRAW:
                self._screen.draw(frame())
            self._press(key)

    def _press(self, key: str | None) -> None:
        if key == "space":
            self._is_paused = not self._is_paused
        elif key in ("+", "=") and self._speed:
            self._speed = min(_FASTEST, self._speed * 2)
        elif key == "-":
            self._speed = max(_SLOWEST, (self._speed or _FASTEST) / 2)
        elif key in ("q", "quit"):
            self.is_stopped = True
