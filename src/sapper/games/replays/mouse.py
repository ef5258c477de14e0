"""From buttons to clicks: what the player did, and whether it changed anything.

The rules that all these programs share:

- A left button that goes up, pressed alone, is a left click: it opens.
- A right button that goes down, alone, is a right click: it sets a flag, makes the flag a question
  mark where the program has them, or removes the mark.
- With both down, the first of them that goes up is a chord, and so is a middle button that goes up.
  The button still held does nothing by itself; the other one pressed again makes the next chord.
- A right click that found nothing to mark is part of the chord that follows it, and not counted.
- Outside the board a left or right click counts and does nothing; a chord does not count.
- The game begins with the first cell opened. Until then clicks count only while there is a mark
  on the board.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from sapper.board.cell import FLAG, HIDDEN, QUESTION, Cell
from sapper.errors import CellError
from sapper.games.game import Game
from sapper.games.replays.recording import Button, MouseEvent, Recording
from sapper.players.decision import Move, MoveKind

__all__ = ["Click", "ClickKind", "play_buttons"]

ClickKind = Literal["left", "right", "chord"]


class Click(NamedTuple):
    """A click at a time in seconds; the cell is None outside the board.

    `move` is what it did, None if it changed nothing.
    """

    time: float
    kind: ClickKind
    cell: Cell | None
    move: Move | None

    @property
    def is_wasted(self) -> bool:
        """Whether the click changed nothing."""
        return self.move is None


def play_buttons(game: Game, recording: Recording) -> tuple[list[Click], int]:
    """Make the moves of the buttons in a new game.

    Return every click, also wasted ones, and the millisecond of the file in which the clock starts.
    """
    mouse = _Mouse(game, recording)
    for event in recording.events:
        if game.is_over:
            break
        if event.button != "mv":
            mouse.use(event)
    return mouse.clicks, mouse.zero


class _Mouse:
    """Which buttons are down, and the clicks so far."""

    def __init__(self, game: Game, recording: Recording) -> None:
        self.clicks: list[Click] = []
        self._game, self._recording = game, recording
        self._has_begun, self.zero = False, 0
        self._left = self._right = False
        self._is_used = False  # the left button has made a chord already
        self._is_shifted = False  # the left button stands for both
        self._idle: int | None = None  # the right click that found nothing to mark

    def use(self, event: MouseEvent) -> None:
        """Apply one event."""
        button = event.button if event.button != "cc" else self._other_button()
        if button == "lc":
            self._left = True
        elif button == "sc":
            self._left = self._is_shifted = True
        elif button == "rc":
            self._press_right(event)
        elif button == "lr":
            self._release_left(event)
        elif button == "rr":
            self._release_right(event)
        elif button == "mr":
            self._chord(event)
        elif button == "pf":
            self._click(event, "right", self._mark(event.cell))
        if not self._has_begun and not self._has_marks():
            self.clicks.clear()
            while self._game.moves:
                self._game.undo()

    def _other_button(self) -> Button:
        return "lc" if self._right else "rc"

    def _press_right(self, event: MouseEvent) -> None:
        if self._right:  # a file may repeat an event
            return
        self._right = True
        if not self._left:
            is_idle = not self._click(event, "right", self._mark(event.cell))
            self._idle = len(self.clicks) - 1 if is_idle else None

    def _release_left(self, event: MouseEvent) -> None:
        if self._left and (self._right or self._is_shifted):
            self._chord_with_both(event)
        elif self._left and not self._is_used:
            self._click(event, "left", _move("open", event.cell))
        self._left = self._is_used = self._is_shifted = False

    def _release_right(self, event: MouseEvent) -> None:
        if self._left and self._right:
            self._chord_with_both(event)
            self._is_used = True
        self._right, self._idle = False, None

    def _chord_with_both(self, event: MouseEvent) -> None:
        if self._idle is not None and self._idle < len(self.clicks):
            del self.clicks[self._idle]
        self._idle = None
        self._chord(event)

    def _chord(self, event: MouseEvent) -> None:
        if event.cell is not None:
            self._click(event, "chord", _move("chord", event.cell))

    def _mark(self, cell: Cell | None) -> Move | None:
        """Return what a right click on the cell does."""
        if cell is None:
            return None
        face = self._game.position.face(cell)
        if face == HIDDEN:
            return Move("flag", cell)
        if face == FLAG:
            return Move("question" if self._recording.has_questions else "unmark", cell)
        return Move("unmark", cell) if face == QUESTION else None

    def _click(self, event: MouseEvent, kind: ClickKind, move: Move | None) -> bool:
        """Make the move of a click, if it is allowed; return whether it was."""
        if not self._has_begun and move is not None and self._begins(move):
            self._has_begun = True
            self.zero = event.time if self._recording.is_timed_from_opening else 0
        is_early = self._recording.is_timed_from_opening and not self._has_begun
        time = 0.0 if is_early else max(0, event.time - self.zero) / 1000
        try:
            if move is not None:
                self._game.make(move, time=time)
        except CellError:
            move = None
        self.clicks.append(Click(time, kind, event.cell, move))
        return move is not None

    def _begins(self, move: Move) -> bool:
        return move.kind == "open" and self._game.position.face(move.cell) != FLAG

    def _has_marks(self) -> bool:
        return any(face != HIDDEN for face in self._game.position.faces)


def _move(kind: MoveKind, cell: Cell | None) -> Move | None:
    return None if cell is None else Move(kind, cell)
