"""How much of every game a ledger keeps."""

from __future__ import annotations

from enum import Enum
from typing import Final

from sapper.errors import InputError

__all__ = ["MOST_GAMES_KEPT", "MOST_OUTCOMES_KEPT", "Keep"]

MOST_GAMES_KEPT: Final = 1_000_000
"""Up to so many games of a run, a ledger keeps every game unless it is told otherwise."""

MOST_OUTCOMES_KEPT: Final = 1_000_000_000
"""Beyond so many games of a run, a ledger keeps sums only unless it is told otherwise."""


class Keep(Enum):
    """What is kept of a chunk, from most to least; its sums are always kept."""

    GAMES = "games"
    OUTCOMES = "outcomes"
    SUMMARY = "summary"

    @classmethod
    def parse(cls, text: str | Keep | None, games: int) -> Keep:
        """Return what to keep of so many games; by default it depends on their number."""
        if text is None:
            if games <= MOST_GAMES_KEPT:
                return cls.GAMES
            return cls.OUTCOMES if games <= MOST_OUTCOMES_KEPT else cls.SUMMARY
        try:
            return cls(text)
        except ValueError:
            raise InputError(f"expected to keep games, outcomes or summary, got {text!r}") from None

    @property
    def has_outcomes(self) -> bool:
        """Whether it is kept which games were won."""
        return self is not Keep.SUMMARY

    def __str__(self) -> str:
        return {
            Keep.GAMES: "every game",
            Keep.OUTCOMES: "sums and which games were won",
            Keep.SUMMARY: "sums",
        }[self]
