"""The state of a game."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Status"]


class Status(StrEnum):
    """The state of a game."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
