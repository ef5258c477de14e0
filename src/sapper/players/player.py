"""A player: decides one game, move by move, from what it sees.

A player may remember what it saw, but any position may be put before it at any time: it must
then be as right as a player that sees its first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from sapper.board.position import Position
from sapper.errors import InputError
from sapper.players.decision import Decision
from sapper.players.steps import Step

__all__ = ["Player", "no_move_left", "pick"]

T = TypeVar("T")


class Player(ABC):
    """One strategy at one game. `log` is None, or the list to which its steps are appended."""

    log: list[Step] | None = None

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)

    @abstractmethod
    def decide(self, position: Position) -> Decision:
        """Return the next move.

        Raise `ContradictionError` when the player finds that no layout fits, and `InputError`
        when every cell is open or proven to be a mine.
        """


def no_move_left() -> InputError:
    """Return the error of a position in which every safe cell is open."""
    return InputError("no move is left: the board is without another safe cell")


def pick(random: Random, items: Sequence[T]) -> T:
    """Return one item at random; only `random()` is promised to be stable between Pythons."""
    return items[int(random.random() * len(items))]
