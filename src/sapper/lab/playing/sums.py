"""Mergeable sums of games: all figures and plots of a run, in a few kilobytes whatever its length.

Sums are integers, so the order of the games and the sizes of the chunks do not change a figure:
real values are counted in units of 2**-32, each rounded once.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import reduce
from itertools import pairwise
from operator import add
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sapper.games.table import GameTable
from sapper.lab.playing.faults import FAULT_EXAMPLES, Fault, Faults
from sapper.lab.statistics.moments import Moments

__all__ = ["LOSS_EDGES", "SAFETY_EDGES", "TIME_EDGES", "UNIT", "GameSums", "outcomes_of"]

UNIT: Final = 2.0**-32
"""What a real value is counted in; a table of sums holds whole multiples of it."""

SAFETY_EDGES: Final = np.linspace(0, 1, 11)
"""The groups of guesses by safety."""

LOSS_EDGES: Final = np.linspace(0, 1, 11)
"""The groups of lost games by the share of safe cells that were open."""

TIME_EDGES: Final = 10.0 ** np.linspace(-7, 4, 441)
"""The groups of games by seconds of decisions, 40 for each factor of ten; the ends are open."""

Values = npt.NDArray[Any]
Counts = tuple[int, ...]


@dataclass(frozen=True)
class GameSums:
    """Sums over some games of one run; `a + b` are the sums over both.

    Names in `*_units` are sums of real values in units of 2**-32. `known_*` are over the games in
    which the safety of every guess is known, `luck` is survived minus expected guesses. Tuples are
    counts: `fault_counts` by kind, `guess_counts` of games by their number of guesses, `losses` by
    `LOSS_EDGES`, `times` by `TIME_EDGES`; `safety_*` are of guesses by `SAFETY_EDGES`.
    `fault_games` are the first games with a fault, each with its kind.
    """

    games: int = 0
    wins: int = 0
    steps: int = 0
    steps_won: int = 0
    guesses: int = 0
    survived: int = 0
    seconds_units: int = 0
    seconds_won_units: int = 0
    slowest_units: int = 0
    known: int = 0
    known_guesses: int = 0
    known_survived: int = 0
    known_expected_units: int = 0
    known_variance_units: int = 0
    luck_units: int = 0
    luck_squares_units: int = 0
    luck_won_units: int = 0
    scored: int = 0
    score_units: int = 0
    score_squares_units: int = 0
    score_won_units: int = 0
    located: int = 0
    fault_games: tuple[tuple[int, int], ...] = ()
    fault_counts: Counts = ()
    guess_counts: Counts = ()
    losses: Counts = ()
    times: Counts = ()
    safety_counts: Counts = ()
    safety_survived: Counts = ()
    safety_units: Counts = ()

    @classmethod
    def of(cls, table: GameTable, safe_cells: int) -> GameSums:
        """Return the sums of a table of games on a board with so many safe cells."""
        won = table.won
        known = _selection(np.isfinite(table.expected))
        scored = _selection(np.isfinite(table.score))
        luck = table.survived[known] - table.expected[known]
        score = table.score[scored]
        safeties, outcomes = outcomes_of(table)
        ordered = np.sort(safeties)
        located = ~won & (table.cleared >= 0)
        return cls(
            games=len(table),
            wins=int(won.sum()),
            steps=_whole(table.steps),
            steps_won=_whole(table.steps[won]),
            guesses=_whole(table.guesses),
            survived=_whole(table.survived),
            seconds_units=_units(table.seconds),
            seconds_won_units=_units(table.seconds[won]),
            slowest_units=_units(np.fmax.reduce(table.slowest, initial=0.0)[np.newaxis]),
            known=len(luck),
            known_guesses=_whole(table.guesses[known]),
            known_survived=_whole(table.survived[known]),
            known_expected_units=_units(table.expected[known]),
            known_variance_units=_units(table.variance[known]),
            luck_units=_units(luck),
            luck_squares_units=_units(luck**2),
            luck_won_units=_units(luck[won[known]]),
            scored=len(score),
            score_units=_units(score),
            score_squares_units=_units(score**2),
            score_won_units=_units(score[won[scored]]),
            located=int((table.cleared >= 0).sum()),
            fault_games=tuple(
                (table.begin + int(at), int(table.fault[at]))
                for at in np.flatnonzero(table.fault)[:FAULT_EXAMPLES]
            ),
            fault_counts=_counts(table.fault),
            guess_counts=_counts(table.guesses),
            losses=_groups(table.cleared[located] / safe_cells, LOSS_EDGES),
            times=_groups(table.seconds, TIME_EDGES),
            safety_counts=_groups(ordered, SAFETY_EDGES),
            safety_survived=_groups(safeties[outcomes], SAFETY_EDGES),
            safety_units=tuple(
                _units(ordered[begin:end]) for begin, end in pairwise(_cuts(ordered, SAFETY_EDGES))
            ),
        )

    @classmethod
    def total(cls, parts: Iterable[GameSums]) -> GameSums:
        """Return the sums over all parts."""
        return reduce(add, parts, cls())

    @property
    def faults(self) -> Faults:
        """The games with a fault."""
        counts = {Fault(k): n for k, n in enumerate(self.fault_counts) if k and n}
        return Faults(counts, tuple((game, Fault(kind)) for game, kind in self.fault_games))

    @property
    def luck_moments(self) -> Moments:
        """The moments of outcome and luck; NaN if the luck of some game is not known."""
        return self._moments(
            self.known, self.luck_units, self.luck_squares_units, self.luck_won_units
        )

    @property
    def score_moments(self) -> Moments:
        """The moments of outcome and score; NaN if some game has no score."""
        return self._moments(
            self.scored, self.score_units, self.score_squares_units, self.score_won_units
        )

    def _moments(self, known: int, total: int, squares: int, won: int) -> Moments:
        """Return the moments of outcome and another value, from its sums in units.

        Integers are divided only at the end, so nothing cancels.
        """
        n, wins = self.games, self.wins
        if n == 0:
            return Moments.none(2)
        if known < n:
            total = squares = won = math.nan  # type: ignore[assignment]
        both = (n * won - wins * total) / n * UNIT
        spread = (n * squares * 2**32 - total**2) / n * UNIT**2
        products = [[wins * (n - wins) / n, both], [both, spread]]
        return Moments(n, np.array([wins / n, total / n * UNIT]), np.array(products))

    def __add__(self, other: GameSums) -> GameSums:
        merged: dict[str, Any] = {
            f.name: _merge(getattr(self, f.name), getattr(other, f.name)) for f in _ADDED
        }
        merged["slowest_units"] = max(self.slowest_units, other.slowest_units)
        merged["fault_games"] = tuple(sorted(self.fault_games + other.fault_games)[:FAULT_EXAMPLES])
        return GameSums(**merged)

    def to_bytes(self) -> bytes:
        """Return the sums as compressed JSON; a sum of 0 is left out."""
        values = {f.name: getattr(self, f.name) for f in _FIELDS}
        return zlib.compress(json.dumps({n: v for n, v in values.items() if v}).encode())

    @classmethod
    def from_bytes(cls, data: bytes) -> GameSums:
        """Return the sums of `to_bytes`."""
        values: dict[str, Any] = json.loads(zlib.decompress(data))
        lists = {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
        lists["fault_games"] = tuple(map(tuple, lists.get("fault_games", ())))
        return cls(**{**values, **lists})


_FIELDS = fields(GameSums)
_ADDED = [f for f in _FIELDS if f.name not in ("slowest_units", "fault_games")]


def outcomes_of(table: GameTable) -> tuple[Values, Values]:
    """Return the known safeties of guesses, and whether each guess survived.

    Only guesses lose games, so the guess that did not survive is the last one of a lost game.
    """
    if table.safeties is None or len(table.safeties) == 0:
        return np.array([]), np.array([], bool)
    survived = np.ones(len(table.safeties), bool)
    ends = np.cumsum(table.guesses)
    survived[ends[table.survived < table.guesses] - 1] = False
    known = np.isfinite(table.safeties)
    return table.safeties[known], survived[known]


def _merge(a: int | Counts, b: int | Counts) -> int | Counts:
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    assert isinstance(a, tuple)
    assert isinstance(b, tuple)
    short, long = sorted((a, b), key=len)
    return tuple(map(add, long, short + (0,) * (len(long) - len(short))))


def _selection(mask: Values) -> Values | slice:
    """Return an index for the True values of a mask; a slice, which copies nothing, if all are."""
    return slice(None) if mask.all() else mask


def _whole(values: Values) -> int:
    return int(values.sum(dtype=np.int64))


def _units(values: Values) -> int:
    """Return the exact sum of the rounded values, in units; the two halves cannot overflow."""
    rounded = np.rint(values / UNIT).astype(np.int64)
    return (int((rounded >> 32).sum()) << 32) + int((rounded & 0xFFFF_FFFF).sum())


def _counts(values: Values) -> Counts:
    return tuple(np.bincount(values).tolist()) if len(values) else ()


def _groups(values: Values, edges: Values) -> Counts:
    """Return how many values are in each group; values beyond the ends are in the last groups."""
    return tuple(np.diff(_cuts(np.sort(values), edges)).tolist())


def _cuts(ordered: Values, edges: Values) -> list[int]:
    """Return where the groups of ordered values begin and end, up to the last one with a value.

    To sort takes half the time of finding the group of every single value.
    """
    cuts = np.searchsorted(ordered, edges[1:-1])
    inside: list[int] = cuts[cuts < len(ordered)].tolist()
    return [0, *inside, len(ordered)] if len(ordered) else [0]
