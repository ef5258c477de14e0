"""Random choices that depend on (seed, number) only, the same on every platform and version."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from sapper.games.dealing import game_key

__all__ = ["Draws"]

T = TypeVar("T")


class Draws:
    """A stream of choices; streams of different (seed, number) have nothing in common."""

    def __init__(self, seed: int, number: int) -> None:
        self._key = game_key(seed, number)
        self._drawn = 0

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to bound - 1; the bias is below 2^-40."""
        self._drawn += 1
        return game_key(self._key, self._drawn) % bound

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Return the items in a random order."""
        left, mixed = list(items), []
        while left:
            mixed.append(left.pop(self.below(len(left))))
        return mixed
