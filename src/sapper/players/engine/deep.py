"""The effort of a deep search: its time, or its number of layouts."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from typing import Final

from sapper.board.seeds import check_games, check_seed
from sapper.errors import InputError
from sapper.players.engine.choice import Choice

__all__ = ["DEFAULT_TIME", "Effort", "Watch"]

DEFAULT_TIME: Final = 2.0

Watch = Callable[[Choice, float], object]
"""Called with the choice so far and the elapsed seconds."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to play: seconds, or layouts, which give the same result on every machine."""

    time: float | None = None
    games: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.time is not None and self.games is not None:
            raise InputError("a deep search takes a time or a number of games, not both")
        if self.time is not None and not _is_time(self.time):
            raise InputError(f"expected a time above 0 seconds, got {reprlib.repr(self.time)}")
        if self.games is not None:
            object.__setattr__(self, "games", check_games(self.games))
        object.__setattr__(self, "seed", check_seed(self.seed))

    @property
    def limits(self) -> tuple[int, float]:
        """The two limits as the core takes them (0: no limit)."""
        if self.games is not None:
            return self.games, 0.0
        return 0, DEFAULT_TIME if self.time is None else self.time


def _is_time(seconds: object) -> bool:
    if not isinstance(seconds, Real) or isinstance(seconds, bool):
        return False
    return 0 < float(seconds) < math.inf
