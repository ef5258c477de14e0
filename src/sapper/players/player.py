"""A player: decides the moves of one game from the positions that it sees.

A player may use its memory of earlier positions, but it must also decide correctly when the next
position is unrelated to them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar, cast, get_args

from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.language import _
from sapper.players.decision import Decision
from sapper.players.trace_steps import Step

__all__ = ["Player", "StepPlayer", "no_move_left", "pick"]

T = TypeVar("T")


class Player(ABC):
    """Plays one game. `log` is None, or the list to append its steps to."""

    log: list[Step] | None = None

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)

    def begin_game(  # noqa: B027 (optional)
        self, board: BoardSpec, start: StartRule, first: Cell | None
    ) -> None:
        """Prepare for a game on this board, outside the time of the moves; `first` may be given.

        It is not called for a user's own player, which gets positions only.
        """

    @abstractmethod
    def decide(self, position: Position) -> Decision:
        """Return the next move.

        Raise `ContradictionError` if the player finds that no layout fits, and `InputError` if
        every cell is open or proven to be a mine.
        """

    def decide_several(self, position: Position) -> Iterator[Decision]:
        """Yield the next move, and further ones that stay right whatever the earlier ones show.

        Their cells may be open by the time their turn comes. A player that settles many cells at
        once yields them all: the work of a game then grows with the board, not with its square.
        """
        yield self.decide(position)


class StepPlayer(Player):
    """A player that can be watched: one generator of steps, which ends with the decision."""

    @abstractmethod
    def steps(self, position: Position) -> Iterator[Step | Decision]:
        """Yield what the player looks at and concludes, then its decision."""

    def decide(self, position: Position) -> Decision:
        """Return the decision; the steps before it go to the log, if there is one."""
        for step in self.steps(position):
            if not isinstance(step, get_args(Step)):
                return cast("Decision", step)  # of a user's player it may be a cell
            if self.log is not None:
                self.log.append(cast("Step", step))
        text = _("the steps of {name} end without a decision")
        raise InputError(text.format(name=type(self).__name__))


def no_move_left() -> InputError:
    """Return the error for a position in which every safe cell is open."""
    return InputError(_("no move is left: the board has no other safe cell"))


def pick(random: Random, items: Sequence[T]) -> T:
    """Return a random item.

    Built on `random()`, the only method whose sequence Python keeps between versions.
    """
    return items[int(random.random() * len(items))]
