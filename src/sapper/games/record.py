"""The record of a game: who played it, every move with its reason, and the figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sapper.board.cell import Cell
from sapper.board.notebook_value import NotebookValue, View
from sapper.documents import document_keys, json_text
from sapper.games.game import Game, Status
from sapper.nouns import count_noun
from sapper.players.decision import Move, MoveKind

__all__ = ["Record", "RecordedMove"]


class RecordedMove(NamedTuple):
    """A move: its reason, the chance of a mine, the decision time, and how many cells it opened.

    A first cell that the start rule makes safe is not a guess.
    """

    move: Move
    reason: str
    chance: float | None
    is_guess: bool
    seconds: float
    opened: int

    @property
    def kind(self) -> MoveKind:
        """What was done."""
        return self.move.kind

    @property
    def cell(self) -> Cell:
        """The cell of the move."""
        return self.move.cell


@dataclass(frozen=True)
class Record(NotebookValue):
    """How a player played a game: the game as it ended, and every move with its reason."""

    player: str
    game: Game
    moves: tuple[RecordedMove, ...]

    document_as = (
        *((key, f"game.{path}") for key, path in (document_keys(Game) or {}).items()),
        "player", "steps", "guesses", "guesses_survived", "seconds", ("decisions", "moves"),
    )  # fmt: skip

    @property
    def result(self) -> Status:
        """How the game ended."""
        return self.game.status

    @property
    def is_won(self) -> bool:
        """Whether all safe cells were opened."""
        return self.result is Status.WON

    @property
    def text(self) -> str:
        """The line that replays this game, see `Game.parse`."""
        return self.game.text

    @property
    def steps(self) -> int:
        """The number of moves, whatever their kind."""
        return len(self.moves)

    @property
    def guesses(self) -> int:
        """The number of moves that were guesses."""
        return sum(move.is_guess for move in self.moves)

    @property
    def guesses_survived(self) -> int:
        """The number of guesses that did not open a mine."""
        is_fatal = self.result is Status.LOST and self.moves[-1].is_guess
        return self.guesses - is_fatal

    @property
    def seconds(self) -> float:
        """The time of all decisions."""
        return sum(move.seconds for move in self.moves)

    def to_json(self) -> str:
        """Return the record as JSON, as `sapper play --json` prints it."""
        return json_text(self)

    def view(self) -> View:
        """Return what a notebook shows: the end of the game and the figures."""
        from sapper.games import picture

        return picture.record_view(self)

    def __repr__(self) -> str:
        line, guesses = self.game.line, count_noun(self.guesses, "guess", "guesses")
        return (
            f"<Record of {self.player} on {line.board} {line.start}, seed {self.game.seed} game "
            f"{line.game}: {self.result}, {self.steps} moves, {guesses}>"
        )
