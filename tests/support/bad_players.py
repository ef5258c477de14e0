"""Players that fail in every way, in one game of three."""

from __future__ import annotations

import os
import re
import threading
from typing import Any

from sapper.board.cell import FLAG, Cell
from sapper.board.position import Position
from sapper.players import Move


class Sound:
    """Opens the first covered cell; it fails in some games only, as its children do."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def decide(self, position: Position) -> Any:
        if self.seed % 3 == 0:
            self.fail(position)
        return next(position.covered())

    def fail(self, position: Position) -> None: ...


class Raises(Sound):
    def fail(self, position: Position) -> None:
        raise ZeroDivisionError("no idea")


class RaisesTheUnspeakable(Sound):
    def fail(self, position: Position) -> None:
        class LocalError(Exception):
            def __init__(self, *_: object) -> None:
                self.lock = threading.Lock()  # cannot be pickled

            def __str__(self) -> str:
                raise RuntimeError

        raise LocalError


class Exits(Sound):
    def fail(self, position: Position) -> None:
        raise SystemExit(0)


class MovesTwice(Sound):
    def decide(self, position: Position) -> Any:
        return (0, 0) if self.seed % 3 == 0 else super().decide(position)


class Marks(Sound):
    def decide(self, position: Position) -> Any:
        if self.seed % 3:
            return super().decide(position)
        last = Cell(4, 4)
        return Move("unmark" if position.face(last) == FLAG else "flag", last)


class Dies(Sound):
    def fail(self, position: Position) -> None:
        os._exit(3)


class Loops(Sound):
    def fail(self, position: Position) -> None:
        while True:
            pass


class StuckInC(Sound):
    def fail(self, position: Position) -> None:
        re.match(r"(a+)+$", "a" * 80 + "b")
