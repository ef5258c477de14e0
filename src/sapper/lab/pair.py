"""A pair of players on the same boards: the difference of their win rates, with its evidence."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sapper.lab.figures import figures_of
from sapper.lab.keep import Keep
from sapper.lab.result import PairDocument, RunResult
from sapper.lab.statistics import (
    ControlVariate,
    Estimate,
    LuckFree,
    Moments,
    control_variate,
    luck_free,
    mcnemar,
    paired_difference,
    score_p_value,
    why_no_luck_free,
    why_too_few,
)
from sapper.language import N_, _

__all__ = ["Pair"]

_NOT_KEPT = N_("the games were not kept one by one")


@dataclass(frozen=True)
class Pair:
    """Two players on the same boards."""

    first: RunResult
    second: RunResult

    @property
    def games(self) -> int:
        """The number of boards that both have played."""
        return min(self.first.games, self.second.games)

    @cached_property
    def _discordant(self) -> tuple[int, int]:
        """The boards that only the first won, and those that only the second won."""
        only_first = only_second = 0
        for a, b in zip(self.first.outcomes(), self.second.outcomes(), strict=False):
            both = min(len(a), len(b))
            only_first += int((a[:both] & ~b[:both]).sum())
            only_second += int((b[:both] & ~a[:both]).sum())
        return only_first, only_second

    @property
    def only_first(self) -> int:
        """Boards that only the first won."""
        return self._discordant[0]

    @property
    def only_second(self) -> int:
        """Boards that only the second won."""
        return self._discordant[1]

    @property
    def has_games(self) -> bool:
        """Whether the games of both are kept one by one, which estimates without luck need."""
        return all(r.keep is Keep.GAMES for r in (self.first, self.second))

    @cached_property
    def _moments(self) -> tuple[Moments, Moments]:
        """The moments of difference and luck, and of difference and difference of the scores."""
        luck, scores = Moments.none(3), Moments.none(2)
        for one, other in zip(self.first.blocks(), self.second.blocks(), strict=False):
            a, b = one.between(one.begin, other.end), other.between(one.begin, one.end)
            difference = a.won.astype(np.int8) - b.won.astype(np.int8)
            luck += Moments.of(difference, a.survived - a.expected, b.survived - b.expected)
            scores += Moments.of(difference, a.score - b.score)
        return luck, scores

    @property
    def difference(self) -> Estimate:
        """The first win rate minus the second."""
        return paired_difference(self.only_first, self.only_second, self.games)

    @property
    def p_value(self) -> float:
        """The p-value that both are equally good, by the test that gives the interval.

        It is below 5 % just where the interval of the difference leaves out 0.
        """
        return score_p_value(self.only_first, self.only_second)

    @property
    def p_values(self) -> tuple[float, float]:
        """McNemar's exact and mid-p value that both are equally good."""
        return mcnemar(self.only_first, self.only_second)

    @cached_property
    def luck_moments(self) -> Moments:
        """The moments of the difference and of the luck of both players."""
        return self._moments[0]

    @cached_property
    def score_moments(self) -> Moments:
        """The moments of the difference of the outcomes and of that of the scores."""
        return self._moments[1]

    @cached_property
    def luck_free(self) -> LuckFree | None:
        """The difference with the luck of both players subtracted."""
        if self.first.run.why_luck_unknown:
            return None
        return luck_free(self.luck_moments) if self.has_games else None

    @property
    def why_no_luck_free(self) -> str | None:
        """Why there is no difference without luck, as a clause; None if there is one."""
        if self.first.run.why_luck_unknown:
            return self.first.run.why_luck_unknown
        return why_no_luck_free(self.luck_moments, paired=True) if self.has_games else _(_NOT_KEPT)

    @cached_property
    def control_variate(self) -> ControlVariate | None:
        """The difference of the scores on the same boards, if both players have them.

        A score minus a plain outcome would be unbiased too, but loses the correlation between the
        two outcomes of a board, so its interval is usually wider than that of the outcomes.
        """
        return control_variate(self.score_moments) if self.has_games else None

    @property
    def why_no_control_variate(self) -> str | None:
        """Why there is no control variate, as a clause; None if there is one."""
        if self.control_variate is not None:
            return None
        if not self.has_games:
            return _(_NOT_KEPT)
        unscored = [r.why_unscored for r in (self.first, self.second)]
        few = why_too_few(self.games, self.score_moments.minority, paired=True)
        return (
            "; ".join(dict.fromkeys(filter(None, unscored))) or few or _("the scores never differ")
        )

    @property
    def verdict(self) -> tuple[str, str]:
        """The direction of the difference, and the figure that shows it: the most precise given."""
        if self.control_variate is not None and self.control_variate.is_fair:
            return self.control_variate.direction, "control variate"
        if self.luck_free is not None:
            return self.luck_free.direction, "without luck"
        return self.difference.direction, "outcomes"

    @property
    def verdict_text(self) -> str:
        """The verdict, with the figure it was read from unless that is the plain difference."""
        direction, figure = self.verdict
        return direction if figure == "outcomes" else f"{direction} ({figure})"

    def __repr__(self) -> str:
        names = " against ".join(r.run.player for r in (self.first, self.second))
        return f"<Pair {names}: {100 * self.difference.value:+.2f} points, {self.games} games>"

    def to_dict(self) -> PairDocument:
        """Return the figures of the pair."""
        difference, (exact, mid) = self.difference, self.p_values
        return PairDocument(
            board=self.first.run.board,
            first=self.first.run.player,
            second=self.second.run.player,
            games=self.games,
            only_first=self.only_first,
            only_second=self.only_second,
            difference=difference.value,
            difference_low=difference.low,
            difference_high=difference.high,
            p=self.p_value,
            p_exact=exact,
            p_mid=mid,
            verdict=self.verdict[0],
            verdict_from=self.verdict[1],
            **figures_of(self),
        )
