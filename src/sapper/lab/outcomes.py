"""Compare players by their outcomes alone: whole numbers, without NumPy, as a page does.

The games are those of `compare`, and so are the figures that are given; those without luck need
more of every game than its outcome.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Final

from sapper import _core
from sapper.board.spec import BoardSpec, StartRule
from sapper.games.game import Game, Status
from sapper.games.playing import turns
from sapper.lab.runs.first_cell import FirstCell
from sapper.lab.statistics.intervals import (
    Estimate,
    McNemar,
    mcnemar,
    paired_difference,
    score_p_value,
    wilson,
)
from sapper.players.registry import PlayerSpec

__all__ = ["Outcomes", "OutcomesComparison", "OutcomesPair", "PairedOutcomes", "compare_outcomes"]

_SHARE_SECONDS: Final = 0.2  # of one player, until the next one has its turn


@dataclass
class Outcomes:
    """The games of one player from the first on: which of them are won."""

    given: PlayerSpec
    spec: BoardSpec
    start: StartRule
    first_cell: FirstCell
    seed: int
    won: list[bool] = field(default_factory=list)

    document_as = (
        "player",
        "board",
        "start",
        ("first", "first_cell.text"),
        "seed",
        "games",
        "wins",
        ("win_rate", "win_rate.value"),
        ("win_rate_low", "win_rate.low"),
        ("win_rate_high", "win_rate.high"),
    )

    @property
    def player(self) -> str:
        """The player with its options."""
        return self.given.text

    @property
    def board(self) -> str:
        """The board."""
        return str(self.spec)

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.won)

    @property
    def wins(self) -> int:
        """The number of games won."""
        return sum(self.won)

    @property
    def win_rate(self) -> Estimate:
        """The share of games won with its Wilson 95 % interval."""
        return wilson(self.wins, self.games)

    def play(self, count: int) -> None:
        """Play the next games."""
        begin, cell, native = self.games, self.first_cell.cell, self.given.native
        if native is None or cell is None:
            self.won += [self._is_won(number) for number in range(begin, begin + count)]
            return
        geometry = self.spec.geometry
        table = _core.simulate(
            geometry.native, self.spec.mines, self.start.value, geometry.index(cell), self.seed,
            begin, count, native, 1,
        )  # fmt: skip
        self.won += map(bool, table.won)

    def _is_won(self, number: int) -> bool:
        game = Game(self.spec, self.start, seed=self.seed, game=number)
        first = self.first_cell.cell_of(self.spec, self.seed, number)
        for _turn in turns(game, self.given, first):
            pass
        return game.status is Status.WON


class PairedOutcomes(ABC):
    """Two players on the same boards: what follows from the boards that only one of them won."""

    @property
    @abstractmethod
    def games(self) -> int:
        """The number of boards that both have played."""

    @property
    @abstractmethod
    def discordant(self) -> tuple[int, int]:
        """The boards that only the first won, and those that only the second won."""

    @property
    def only_first(self) -> int:
        """Boards that only the first won."""
        return self.discordant[0]

    @property
    def only_second(self) -> int:
        """Boards that only the second won."""
        return self.discordant[1]

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
    def mcnemar(self) -> McNemar:
        """McNemar's exact test, and its mid-p."""
        return mcnemar(self.only_first, self.only_second)


@dataclass(frozen=True)
class OutcomesPair(PairedOutcomes):
    """Two players whose outcomes are known; the verdict is that of the difference."""

    first: Outcomes
    second: Outcomes

    document_as = (
        ("board", "first.board"),
        ("first", "first.player"),
        ("second", "second.player"),
        "games",
        "only_first",
        "only_second",
        ("difference", "difference.value"),
        ("difference_low", "difference.low"),
        ("difference_high", "difference.high"),
        ("p", "p_value"),
        ("p_exact", "mcnemar.exact"),
        ("p_mid", "mcnemar.mid"),
        ("verdict", "difference.direction"),
    )

    @property
    def games(self) -> int:
        """The number of boards that both have played."""
        return self.first.games

    @cached_property
    def discordant(self) -> tuple[int, int]:
        """The boards that only the first won, and those that only the second won."""
        boards = Counter(zip(self.first.won, self.second.won, strict=True))
        return boards[True, False], boards[False, True]


@dataclass(frozen=True)
class OutcomesComparison:
    """All players on one board, in pairs."""

    players: list[Outcomes]
    pairs: list[OutcomesPair]


def compare_outcomes(
    played: list[Outcomes], games: int, report: Callable[[Outcomes], None]
) -> OutcomesComparison:
    """Play the games of all players in turn; `report` is called often, with one that has played.

    Raise `InputError` if the start rule cannot hold around the first cell.
    """
    for each in played:
        each.first_cell.check_dealing(each.spec, each.start, each.seed)
    shares = [1] * len(played)
    while any(each.games < games for each in played):
        for number, each in enumerate(played):
            began = time.monotonic()
            each.play(min(shares[number], games - each.games))
            if time.monotonic() - began < _SHARE_SECONDS / 2:
                shares[number] *= 2
            report(each)
    return OutcomesComparison(played, [OutcomesPair(a, b) for a, b in combinations(played, 2)])
