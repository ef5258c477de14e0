"""Alarms: workers of one run whose win rate differs from that of the others.

Which worker plays which games is chance, so all workers of a run must win equally often. Every
worker is compared with all the others together by Fisher's exact test (two-sided: twice the
smaller tail), and its p-value is multiplied by the number of workers. The one with the least
p-value is an alarm if that is below `LEVEL`; then the rest is tested again without it, so that one
bad worker does not accuse the good ones. So a run without any fault raises an alarm in fewer than
one of a thousand looks. Several machines are compared in the same way, both at half that level.

Of two workers none is more suspect than the other; only `lab/replay.py` tells which one is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypedDict

import numpy as np

from sapper.lab.identity import Worker
from sapper.lab.ledger import Entry, Ledger
from sapper.percent import percent

__all__ = [
    "LEVEL",
    "Alarm",
    "AlarmDocument",
    "Tally",
    "alarms_of",
    "fisher",
    "letters",
    "tallies_of",
]

LEVEL: Final = 0.001
"""How often a look at a run whose workers are all right raises an alarm, at most."""

_MOST_EXACT: Final = 1_000_000  # games; above, the normal distribution is as good
_NO_CHANCE: Final = 38.0  # standard errors: beyond, a p-value is 0 for a double

Kind = Literal["worker", "machine"]


class AlarmDocument(TypedDict):
    """A worker or machine that won more or fewer games than the others of the same run.

    It is named by its letter within the run; `p` is corrected for the number of workers.
    """

    kind: Kind
    letter: str
    games: int
    wins: int
    others_games: int
    others_wins: int
    p: float
    text: str


@dataclass(frozen=True)
class Tally:
    """What a worker or a machine has played of a run."""

    games: int
    wins: int

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.games + other.games, self.wins + other.wins)

    def __sub__(self, other: Tally) -> Tally:
        return Tally(self.games - other.games, self.wins - other.wins)


@dataclass(frozen=True)
class Alarm:
    """A worker or machine that differs from the others; `name` is only for the operator."""

    kind: Kind
    letter: str
    name: str
    own: Tally
    others: Tally
    p: float

    def __str__(self) -> str:
        own, others = (percent(part.wins / part.games, 1) for part in (self.own, self.others))
        return (
            f"{self.kind} {self.letter} won {own} of {self.own.games:,} games, the others {others} "
            f"of {self.others.games:,}: p < {LEVEL}"
        )

    def to_dict(self) -> AlarmDocument:
        """Return plain data for JSON, without the name."""
        return AlarmDocument(
            kind=self.kind,
            letter=self.letter,
            games=self.own.games,
            wins=self.own.wins,
            others_games=self.others.games,
            others_wins=self.others.wins,
            p=self.p,
            text=str(self),
        )


def tallies_of(ledger: Ledger, entry: Entry) -> dict[Worker, Tally]:
    """Return what every worker has played of a run, without games of unknown workers."""
    workers = ledger.workers(entry)
    tallies = {worker: Tally(0, 0) for worker in workers.values() if worker is not None}
    if len(tallies) < 2:  # there is nobody to compare with
        return tallies
    for chunk in ledger.chunks(entry):
        worker = workers.get(chunk.begin)
        if worker is not None:
            tallies[worker] += Tally(chunk.sums.games, chunk.sums.wins)
    return tallies


def alarms_of(tallies: Mapping[Worker, Tally]) -> list[Alarm]:
    """Return the workers and machines of a run that differ from the others, worst first.

    The tallies are in the order in which the letters A, B, C ... are given.
    """
    machines: dict[str, Tally] = {}
    for worker, tally in tallies.items():
        machines[worker.machine] = machines.get(worker.machine, Tally(0, 0)) + tally
    if len(machines) < 2 or len(machines) == len(tallies):
        return list(_outliers("worker", _named(tallies), LEVEL))
    workers = list(_outliers("worker", _named(tallies), LEVEL / 2))
    told = [alarm.own for alarm in workers]  # a machine with one worker is told as that worker
    of_machines = _outliers("machine", _named(machines), LEVEL / 2)
    return [*(alarm for alarm in of_machines if alarm.own not in told), *workers]


def letters(number: int) -> str:
    """Return the name of the worker of a number from 0 on: A to Z, then AA, AB ..."""
    name = ""
    while number >= 0:
        number, place = divmod(number, 26)
        name, number = chr(ord("A") + place) + name, number - 1
    return name


def _named(tallies: Mapping[Worker, Tally] | Mapping[str, Tally]) -> dict[tuple[str, str], Tally]:
    """Return the tallies by letter and name."""
    named = enumerate(tallies.items())
    return {(letters(number), str(one)): tally for number, (one, tally) in named}


def _outliers(
    kind: Kind, tallies: Mapping[tuple[str, str], Tally], level: float
) -> Iterable[Alarm]:
    left = {name: tally for name, tally in tallies.items() if tally.games}
    while len(left) > 1:
        total = sum(left.values(), Tally(0, 0))
        chances = {name: fisher(tally, total - tally) for name, tally in left.items()}
        is_one_test = len(left) == 2  # either may be wrong; the one with fewer games is told
        worst = min(left, key=lambda n: (0 if is_one_test else chances[n], left[n].games))
        p = min(1.0, chances[worst] * (1 if is_one_test else len(left)))
        if p >= level:
            return
        own = left.pop(worst)
        yield Alarm(kind, *worst, own, total - own, p)


def fisher(own: Tally, others: Tally) -> float:
    """Return the two-sided p-value that both win equally often.

    Exact up to a million games of the smaller part; above, by the normal distribution.
    """
    games, wins = own.games + others.games, own.wins + others.wins
    mean = own.games * wins / games
    variance = mean * (1 - wins / games) * others.games / max(1, games - 1)
    if variance == 0:
        return 1.0
    deviations = abs(own.wins - mean) / math.sqrt(variance)
    if deviations > _NO_CHANCE:
        return 0.0
    if min(own.games, others.games, wins, games - wins) > _MOST_EXACT:
        return math.erfc(deviations / math.sqrt(2))
    low, high = max(0, own.games - (games - wins)), min(own.games, wins)
    log = _log_chances(own.games, others.games, wins, low, high)
    chances = np.exp(log - log.max())
    place = own.wins - low
    tails = chances[: place + 1].sum(), chances[place:].sum()
    return min(1.0, 2 * float(min(tails) / chances.sum()))


def _log_chances(own: int, others: int, wins: int, low: int, high: int) -> np.ndarray:
    """Return the logarithms of the chances of `low` to `high` wins, each minus that of `low`."""
    won = np.arange(low, high, dtype=np.float64)
    ratios = np.log((wins - won) * (own - won)) - np.log((won + 1) * (others - wins + won + 1))
    return np.concatenate([[0.0], np.cumsum(ratios)])
