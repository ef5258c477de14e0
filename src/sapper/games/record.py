"""The record of a game: every move with its reason, and the figures of the whole game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sapper.board.cell import Cell
from sapper.board.geometry import Geometry
from sapper.board.shown import Shown
from sapper.errors import InputError
from sapper.games.document import GameDocument
from sapper.games.game import Game, Status
from sapper.games.game_line import GameLine
from sapper.players.decision import Decision, DecisionDocument, Move, MoveKind
from sapper.schema import stamp

if TYPE_CHECKING:
    from sapper.board.views import View

__all__ = ["Record", "RecordDocument", "RecordedMove", "RecordedMoveDocument"]


class RecordedMoveDocument(DecisionDocument):
    """A move that was made, the seconds it was thought about, and how many cells it opened."""

    seconds: float
    opened: int


class RecordDocument(GameDocument):
    """How a player played a game: the state at its end, and every move with its reason."""

    player: str
    steps: int
    guesses: int
    guesses_survived: int
    seconds: float
    decisions: list[RecordedMoveDocument]


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

    def to_dict(self) -> RecordedMoveDocument:
        """Return plain data for JSON."""
        move = Move(self.kind, self.cell)
        decision = Decision(move, self.reason, self.chance, self.is_guess)
        return RecordedMoveDocument(**decision.to_dict(), seconds=self.seconds, opened=self.opened)


@dataclass(frozen=True)
class Record(Shown):
    """The course of a game. Every move is one step, whatever its kind."""

    player: str
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
    graph: Geometry | None = None
    """The neighbours, if the board is a graph."""
    mines: str | None = None
    """The mines in hexadecimal digits, if they were given and not dealt from the seed."""

    @property
    def is_won(self) -> bool:
        """Whether all safe cells were opened."""
        return self.result is Status.WON

    @property
    def text(self) -> str:
        """The line that replays this game, see `Game.parse`."""
        moves = tuple(str(Move(move.kind, move.cell)) for move in self.moves)
        seed = str(self.seed) if self.mines is None else f"={self.mines}"
        return str(GameLine(self.board, self.start, seed, str(self.game), moves))

    def replay(self) -> Game:
        """Return the game with all moves made; raise `InputError` if the record has no moves."""
        if len(self.moves) != self.steps:
            raise InputError(f"the record has {len(self.moves)} of {self.steps} moves, not all")
        return Game.parse(self.text, geometry=self.graph)

    def to_dict(self) -> RecordDocument:
        """Return plain data for JSON; raise `InputError` if the moves were not kept."""
        return RecordDocument(
            **self.replay().to_dict(),
            player=self.player,
            steps=self.steps,
            guesses=self.guesses,
            guesses_survived=self.guesses_survived,
            seconds=self.seconds,
            decisions=[move.to_dict() for move in self.moves],
        )

    def view(self) -> View:
        """Return what a notebook shows: the end of the game and the figures."""
        from sapper.games import picture

        return picture.record_view(self)

    def __repr__(self) -> str:
        guesses = f"{self.guesses} guesses" if self.guesses != 1 else "1 guess"
        return (
            f"<Record of {self.player} on {self.board} {self.start}, seed {self.seed} game "
            f"{self.game}: {self.result}, {self.steps} moves, {guesses}>"
        )

    def to_json(self) -> str:
        """Return the record as JSON, as `sapper play --json` prints it."""
        return json.dumps(stamp(self.to_dict()))
