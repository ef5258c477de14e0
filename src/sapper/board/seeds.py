"""Which seeds, game numbers and numbers of games are allowed: those that the core can hold."""

from __future__ import annotations

from typing import Final

from sapper.errors import InputError

__all__ = ["MOST_GAMES", "check_games", "check_seed"]

MOST_GAMES: Final = 1_000_000_000


def check_games(games: int) -> None:
    """Raise `InputError` unless the number of games is possible."""
    if not 1 <= games <= MOST_GAMES:
        raise InputError(f"expected 1 to {MOST_GAMES:,} games, got {games}")


def check_seed(seed: int, game: int = 0) -> None:
    """Raise `InputError` unless the seed and the game number fit into 64 bits without sign."""
    for name, number in (("a seed", seed), ("a game number", game)):
        if not 0 <= number < 2**64:
            raise InputError(f"expected {name} from 0 to 2^64 - 1, got {number}")
