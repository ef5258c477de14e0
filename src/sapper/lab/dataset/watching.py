"""Watch a game for a dataset: the positions in which its player decided, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.games.game import Game, Status
from sapper.games.playing import Turn, turns
from sapper.lab.playing.faults import Failure, failure_of
from sapper.lab.run import Run
from sapper.players.decision import Move

__all__ = ["Seen", "WatchedGame", "lose_watched", "watch_game"]


@dataclass(frozen=True, slots=True)
class Seen:
    """A position that a player decided on: after how many moves, and the move."""

    number: int
    position: Position
    move: Move
    is_guess: bool


@dataclass
class WatchedGame:
    """What is kept of a game; `failure` says in words how the player failed, if it did."""

    seen: list[Seen] = field(default_factory=list)
    is_won: bool = False
    first: Cell | None = None
    failure: str | None = None


def watch_game(run: Run, number: int, *, every: int = 1) -> WatchedGame:
    """Return a game; a player that fails ends it, and the positions before are kept.

    One of `every` positions is kept, the first included.
    """
    game = Game(run.spec, run.rule, seed=run.seed, game=number)
    first = run.first_cell.cell_of(run.spec, run.seed, number)
    most = run.limits.game_moves
    played = turns(game, run.player_spec, first, most_moves=most, guard=run.limits.guard)
    watched = WatchedGame()
    try:
        for count, (made, turn) in enumerate(_decided(played, 0 if first is None else 1)):
            if count % every == 0:
                move, is_guess = turn.decision.move, turn.decision.is_guess
                watched.seen.append(Seen(made, turn.position, move, is_guess))
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:  # whatever a player raises, SystemExit too
        if isinstance(error.__cause__, MemoryError):  # of the machine, not of this game
            raise error.__cause__ from None
        watched.failure = failure_of(error, run, number).text
    watched.is_won = game.status is Status.WON
    opened = (move.cell for move in game.moves if move.kind == "open")
    watched.first = next(opened, None)
    return watched


def lose_watched(_run: Run, failure: Failure) -> WatchedGame:
    """Return a game whose process died: nothing is known but its failure."""
    return WatchedGame(failure=failure.text)


def _decided(played: Iterator[Turn], skip: int) -> Iterator[tuple[int, Turn]]:
    """Yield the first turn of every position, with its number, without the given first cell.

    Moves that a player decided together share a position; only the first of them is yielded.
    """
    last: Position | None = None
    for number, turn in enumerate(played):
        if number >= skip and turn.position is not last:
            yield number, turn
        last = turn.position
