"""The record of a game: every move with its reason, and the figures of the whole game."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import NamedTuple

from sapper.board.cell import Cell
from sapper.errors import InputError
from sapper.games.game import Game, Status
from sapper.games.game_line import GameLine
from sapper.players.decision import Move, MoveKind

__all__ = ["Record", "RecordedMove"]


class RecordedMove(NamedTuple):
    """A move: its reason, the chance of a mine, the decision time, and how many cells it opened.

    A first cell that the start rule makes safe is not a guess.
    """

    kind: MoveKind
    cell: Cell
    reason: str
    chance: float | None
    is_guess: bool
    seconds: float
    opened: int


@dataclass(frozen=True)
class Record:
    """The course of a game. Every move is one step, whatever its kind."""

    strategy: str
    board: str
    start: str
    seed: int
    game: int
    result: Status
    steps: int
    guesses: int
    guesses_survived: int
    seconds: float
    moves: tuple[RecordedMove, ...]

    @property
    def is_won(self) -> bool:
        """Whether all safe cells were opened."""
        return self.result is Status.WON

    @property
    def text(self) -> str:
        """The line that replays this game, see `Game.parse`."""
        moves = tuple(str(Move(move.kind, move.cell)) for move in self.moves)
        return str(GameLine(self.board, self.start, str(self.seed), str(self.game), moves))

    def replay(self) -> Game:
        """Return the game with all moves made; raise `InputError` if the record has no moves."""
        if len(self.moves) != self.steps:
            raise InputError(f"the record has {len(self.moves)} of {self.steps} moves, not all")
        return Game.parse(self.text)

    def as_dict(self) -> dict[str, object]:
        """Return the record as plain values, ready for JSON."""
        moves = [{**move._asdict(), "cell": list(move.cell)} for move in self.moves]
        return {**asdict(self), "result": self.result.value, "moves": moves}

    def to_json(self) -> str:
        """Return the record as JSON."""
        return json.dumps(self.as_dict())
