"""What a player did wrong, in words; they belong to no identity, since they decide nothing."""

from __future__ import annotations

from sapper.errors import IllegalMove, PlayerError
from sapper.lab.move_timer import MoveTimedOut
from sapper.lab.run import Run
from sapper.players.own_player import message_of

__all__ = ["words_of_error"]


def words_of_error(error: BaseException, run: Run) -> str:
    """Return an error of any class in words."""
    if isinstance(error, MoveTimedOut):
        return f"{run.player} took longer than {run.limits.move_time:g} s for a move"
    message = message_of(error)
    if isinstance(error, PlayerError | IllegalMove):
        return message
    return f"{run.player} failed: {type(error).__name__}: {message}"
