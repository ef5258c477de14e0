"""Rate any number of players that played the same boards.

The rating of a player is its win rate minus the mean win rate of the others on the same boards, in
percentage points. It is the mean over all boards of won minus the share of the others that won, so
its error follows from the joint spread of the outcomes, and the luck that the boards have for all
players alike cancels. It is no Elo number: nothing is assumed about how strengths add up, and 2
points are 2 games of 100 more than the field wins. Whoever plays is the field, so ratings of
different comparisons cannot be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from sapper.lab.figures import RatingDocument
from sapper.lab.moments import Moments
from sapper.lab.pair import Pair
from sapper.lab.result import RunResult
from sapper.lab.statistics import Estimate, normal, why_too_few
from sapper.lab.table import Table, Value, difference_cells
from sapper.language import _

__all__ = ["FEWEST_PLAYERS", "Rating", "rate", "ratings_of", "ratings_table"]

FEWEST_PLAYERS = 3
"""Two players are a pair, and need no ratings."""


@dataclass(frozen=True)
class Rating:
    """The win rate of a player minus the mean of the others' on the same boards.

    `estimate` has the interval and is None where the players differ on too few boards; `why` then
    says so.
    """

    result: RunResult
    rank: int
    games: int
    value: float
    estimate: Estimate | None
    why: str | None

    @property
    def verdict(self) -> str | None:
        """Whether the player is `higher` or `lower` than the field, as far as is shown."""
        return None if self.estimate is None else self.estimate.direction

    def to_dict(self) -> RatingDocument:
        """Return plain data for JSON."""
        return RatingDocument(
            board=self.result.run.board,
            player=self.result.run.player,
            rank=self.rank,
            games=self.games,
            rating=self.value,
            rating_low=self.estimate.low if self.estimate else None,
            rating_high=self.estimate.high if self.estimate else None,
            verdict=self.verdict,
            why_no_interval=self.why,
        )


def ratings_of(results: Sequence[RunResult], pairs: Sequence[Pair] = ()) -> list[Rating]:
    """Return the ratings of three players or more on the same boards, the best first.

    `pairs` of these results are used if they are known already, so that no game is read twice.
    There are none if they have not all played the same number of boards, or if the ledger does not
    tell which of them they won.
    """
    games = results[0].games if results else 0
    alike = all(r.games == games and r.keep.has_outcomes for r in results)
    if len(results) < FEWEST_PLAYERS or not games or not alike:
        return []
    moments = _moments(results, pairs)
    rated = [rate(moments, number) for number in range(len(results))]
    values = [value for value, _, _ in rated]
    order = sorted(range(len(results)), key=lambda number: -values[number])
    return [
        Rating(results[n], 1 + sum(v > values[n] for v in values), games, *rated[n]) for n in order
    ]


def ratings_table(ratings: Sequence[Rating]) -> Table:
    """Return the ratings as a table, with notes on missing intervals."""
    columns = ["rating", "rank", "boards", "against the others, points", "95 %", "verdict"]
    rows: list[list[Value]] = [
        [one.result.run.player, one.rank, one.games,
         *(difference_cells(one.estimate) if one.estimate else [f"{100 * one.value:+.2f}", None]),
         one.verdict]
        for one in ratings
    ]  # fmt: skip
    notes = [
        _("No interval of {player}: {why}.").format(player=one.result.run.player, why=one.why)
        for one in ratings
        if one.why
    ]
    return Table("ratings", columns, rows, notes)


def rate(moments: Moments, player: int) -> tuple[float, Estimate | None, str | None]:
    """Return the rating of a player, with its interval or why there is none.

    The columns of the moments are the outcomes of the players on the same boards.
    """
    contrast = np.full(len(moments.means), -1 / (len(moments.means) - 1))
    contrast[player] = 1
    value = float(contrast @ moments.means)
    apart = max(_boards_apart(moments, player, other) for other in range(len(contrast)))
    spread = float(contrast @ moments.products @ contrast)
    estimate = normal(moments.games, value, spread, apart)
    return value, estimate, why_too_few(moments.games, apart, paired=True)


def _moments(results: Sequence[RunResult], pairs: Sequence[Pair]) -> Moments:
    """Return the moments of the outcomes, from wins and the boards that only one of two won."""
    known = {(id(pair.first), id(pair.second)): pair for pair in pairs}
    games, wins = results[0].games, [result.wins for result in results]
    both = np.diag(np.array(wins, np.float64))
    for (i, one), (j, other) in combinations(enumerate(results), 2):
        pair = known.get((id(one), id(other))) or Pair(one, other)
        both[i, j] = both[j, i] = wins[i] - pair.only_first
    means = np.array(wins) / games
    return Moments(games, means, both - games * np.outer(means, means))


def _boards_apart(moments: Moments, one: int, other: int) -> int:
    """Return the number of boards that only one of two players won."""
    products, step = moments.products, float(moments.means[one] - moments.means[other])
    apart = products[one, one] + products[other, other] - 2 * products[one, other]
    return round(float(apart) + moments.games * step**2)
