"""The best guess by playing on: more time, more certainty, and error bars.

The champion proposes candidates; layouts are drawn from all that fit and each is played on from
every candidate (`native/sapper/games/deep.hpp`). Where the answer is exact already, nothing is
played.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass, replace

from sapper import _core
from sapper.analysis.budget import Budget, budget_errors
from sapper.board.position import Position
from sapper.board.seeds import check_games, check_seed
from sapper.errors import InputError
from sapper.players.engine.values import Advice, Candidate, Rollouts, candidate_from

__all__ = ["DEFAULT_TIME", "Effort", "Watch", "deepened"]

DEFAULT_TIME = 2.0
_MOST_WORKERS = 16

Watch = Callable[[Advice, float], object]
"""Is told what is known so far, and the seconds that it took."""

_UNDECIDED = ("region", "rough")  # there the champion names one cell: nothing is compared


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to play: so many seconds, or so many layouts, which are the same on any machine."""

    time: float | None = None
    games: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.time is not None and self.games is not None:
            raise InputError("expected a time or a number of games, got both")
        if self.time is not None and not (self.time > 0 and math.isfinite(self.time)):
            raise InputError(f"expected a time above 0 seconds, got {self.time:g}")
        if self.games is not None:
            check_games(self.games)
        check_seed(self.seed)

    @property
    def limits(self) -> tuple[int, float]:
        """The two limits as the core takes them (0: no limit)."""
        if self.games is not None:
            return self.games, 0.0
        return 0, DEFAULT_TIME if self.time is None else self.time


def deepened(advice: Advice, effort: Effort, budget: Budget, watch: Watch | None) -> Advice:
    """Return the champion's advice, its candidates played on where it is not exact already.

    Raise `InputError` for positions from which no layouts can be drawn.
    """
    position = advice.position
    if not advice.is_guess or advice.is_exact:
        return replace(advice, setting="deep")

    def told(standing: _core.Standing) -> None:
        if watch is not None:
            watch(_advice(position, standing), standing.seconds)

    with budget_errors():
        standing = _core.deep(
            position.geometry.native, position.faces, position.mines or 0,
            *effort.limits, effort.seed, min(_MOST_WORKERS, os.cpu_count() or 1), *budget.limits,
            told if watch is not None else None,
        )  # fmt: skip
    if standing is None:
        raise InputError(
            "expected a position of at most 1000 unknown cells in narrow components, "
            f"got {position!r}"
        )
    if standing.layouts == 0:
        raise InputError("expected more time: no layout was played to its end")
    return _advice(position, standing)


def _advice(position: Position, standing: _core.Standing) -> Advice:
    candidates = tuple(_candidate(position, rival) for rival in standing.rivals)
    basis = standing.basis if standing.basis in _UNDECIDED else "rollouts"
    return Advice(position, "deep", basis, candidates)  # type: ignore[arg-type]


def _candidate(position: Position, rival: _core.Rival) -> Candidate:
    played = Rollouts(
        rival.games, rival.chance, rival.error, rival.behind, rival.behind_error, rival.is_dropped
    )
    return replace(candidate_from(position, *rival.candidate), rollouts=played)
