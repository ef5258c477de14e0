"""Which seeds, game numbers and numbers of games are allowed: those that the core can hold.

Every check returns the number as a plain `int`, whatever kind of whole number it was.
"""

from __future__ import annotations

import operator
import reprlib
from typing import Final

from sapper.errors import InputError

__all__ = ["MOST_GAMES", "check_games", "check_number", "check_seed", "whole_number"]

MOST_GAMES: Final = 1_000_000_000
_MOST_SEED: Final = 2**64 - 1


def check_games(games: int) -> int:
    """Return the number of games; raise `InputError` unless it is possible."""
    return whole_number(games, 1, MOST_GAMES, f"1 to {MOST_GAMES:,} games")


def check_seed(seed: int) -> int:
    """Return the seed; raise `InputError` unless it fits into 64 bits without sign."""
    return whole_number(seed, 0, _MOST_SEED, "a seed from 0 to 2^64 - 1")


def check_number(game: int) -> int:
    """Return the number of a game; raise `InputError` unless it fits into 64 bits without sign."""
    return whole_number(game, 0, _MOST_SEED, "a game number from 0 to 2^64 - 1")


def whole_number(value: object, least: int, most: int, expected: str) -> int:
    """Return a whole number of any kind as an `int`; raise `InputError` for anything else."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise InputError(f"expected {expected}, got {reprlib.repr(value)}")
    return number
