"""A fault: how a player failed in a game, which then counts as lost."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

__all__ = ["Failure", "Fault"]


class Fault(IntEnum):
    """How a player failed in a game, as the column `fault` of a table holds it."""

    NONE = 0
    CRASHED = 1
    TIMED_OUT = 2
    ILLEGAL_MOVE = 3
    TOO_MANY_MOVES = 4
    PROCESS_DIED = 5
    GARBAGE = 6
    ENDLESS_OUTPUT = 7


class Failure(NamedTuple):
    """What happened in one game, in words; it is told and not stored."""

    game: int
    fault: Fault
    text: str
