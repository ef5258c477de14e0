"""The state of a game."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sapper.language import N_, _

__all__ = ["Status"]


class Status(StrEnum):
    """The state of a game."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"

    @property
    def label(self) -> str:
        """Its name in the language in use."""
        return _(_LABELS[self])


_LABELS: Final = {
    Status.PLAYING: N_("playing"),
    Status.WON: N_("won"),
    Status.LOST: N_("lost"),
}
