"""How somebody plays by hand: the figures of many replays, as distributions.

A mean hides what players want to see, so a figure of a group is given by five of its percentiles.
Games are grouped by level, won and lost ones apart.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import Final, NamedTuple

from sapper.analysis.budget import Budget
from sapper.errors import InputError
from sapper.games.game import Status
from sapper.games.metrics.figures import game_metrics
from sapper.games.replays.folder import SkippedFile, each_replay
from sapper.games.replays.replay import Replay
from sapper.language import N_, _

__all__ = [
    "HAND_FIGURES", "Hand", "HandFigure", "HandGroup", "Month", "PlayedReplay", "Spread",
    "hand_of", "measure_replay",
]  # fmt: skip

_MONTH = re.compile(r"[0-9]{4}-[0-9]{2}")


class HandFigure(NamedTuple):
    """A figure of the hand: its key in documents, its name and its formula."""

    key: str
    name: str
    text: str
    is_share: bool = False

    def of(self, played: PlayedReplay) -> float | None:
        """Return the figure of one replay; None if it has none."""
        value: float | None = getattr(played, self.key.replace("3bv", "bbbv"))
        return value


HAND_FIGURES: Final = (
    HandFigure("time", N_("time"), N_("seconds from the start of the clock to the last move")),
    HandFigure("3bv_per_second", "3BV/s", N_("solved 3BV / time")),
    HandFigure("efficiency", N_("efficiency (IOE)"), N_("solved 3BV / clicks"), True),
    HandFigure("path_per_3bv", N_("path / 3BV"), N_("way of the mouse in cells / solved 3BV")),
    HandFigure("pause", N_("pause before guesses"), N_("mean seconds since the click before")),
    HandFigure("wasted_share", N_("wasted"), N_("clicks that changed nothing / clicks"), True),
)


@dataclass(frozen=True, kw_only=True)
class PlayedReplay:
    """The figures of one replay; None where they are not defined or the file does not say them.

    `pause` is the mean time between a guess and the click before it, in seconds. Guesses are
    unknown where the budget did not suffice for the chances.
    """

    file: str
    level: str
    board: str
    date: str
    status: Status
    bbbv: int
    solved_bbbv: int
    clicks: int
    wasted: int
    guesses: int | None
    time: float | None
    bbbv_per_second: float | None
    efficiency: float | None
    path_per_bbbv: float | None
    pause: float | None

    document_as = (
        "file", "level", "board", "date", "status", ("3bv", "bbbv"), ("solved_3bv", "solved_bbbv"),
        "clicks", "wasted", "guesses", "time", ("3bv_per_second", "bbbv_per_second"),
        "efficiency", ("path_per_3bv", "path_per_bbbv"), "pause", "wasted_share",
    )  # fmt: skip

    @property
    def wasted_share(self) -> float | None:
        """The share of the clicks that changed nothing."""
        return self.wasted / self.clicks if self.clicks else None


def measure_replay(replay: Replay, file: str = "", budget: Budget | None = None) -> PlayedReplay:
    """Return the figures of one replay; raise `InputError` if nothing was clicked."""
    if not replay.clicks_made:
        raise InputError(_("there is nothing to measure: no click"))
    metrics = game_metrics(replay.game, replay.clicks, budget=budget)
    path, solved = replay.path, metrics.solved_bbbv
    guesses = None if metrics.luck.problem else [guess.number for guess in metrics.guesses]
    return PlayedReplay(
        file=file,
        level=replay.level,
        board=str(replay.layout.spec),
        date=replay.date,
        status=replay.status,
        bbbv=replay.bbbv,
        solved_bbbv=solved,
        clicks=metrics.clicks.total,
        wasted=metrics.clicks.wasted,
        guesses=None if guesses is None else len(guesses),
        time=metrics.time,
        bbbv_per_second=metrics.bbbv_per_second,
        efficiency=metrics.efficiency,
        path_per_bbbv=path / solved if path and solved else None,
        pause=_mean(_pauses(replay, guesses or ())),
    )


def _pauses(replay: Replay, guesses: Iterable[int]) -> Iterator[float]:
    """Yield the seconds between each guess, numbered by moves, and the click before it."""
    times = [click.time for click in replay.clicks_made]
    moves = [at for at, click in enumerate(replay.clicks_made) if click.move is not None]
    for guess in guesses:
        if guess < len(moves) and moves[guess] > 0:
            yield times[moves[guess]] - times[moves[guess] - 1]


def _mean(values: Iterable[float]) -> float | None:
    found = list(values)
    return fmean(found) if found else None


@dataclass(frozen=True)
class Spread:
    """Five percentiles of a figure over the games that have it."""

    figure: str
    games: int
    p10: float
    p25: float
    p50: float
    p75: float
    p90: float

    @property
    def percentiles(self) -> tuple[float, ...]:
        """The five in order."""
        return self.p10, self.p25, self.p50, self.p75, self.p90


@dataclass(frozen=True)
class HandGroup:
    """The games of a level that ended alike, and the distribution of each figure."""

    level: str
    status: Status
    games: int
    spreads: tuple[Spread, ...]


@dataclass(frozen=True)
class Month:
    """What was reached on a level in a month: medians; the time is that of won games."""

    month: str
    level: str
    games: int
    won: int
    time: float | None
    bbbv_per_second: float | None
    efficiency: float | None

    document_as = (
        "month", "level", "games", "won", "time", ("3bv_per_second", "bbbv_per_second"),
        "efficiency",
    )  # fmt: skip


@dataclass(frozen=True)
class Hand:
    """The replays of somebody: one by one, by level and end, and by month."""

    replays: tuple[PlayedReplay, ...]
    skipped: tuple[SkippedFile, ...] = ()

    document_as = ("groups", "months", "replays", "skipped")

    @property
    def groups(self) -> tuple[HandGroup, ...]:
        """The games by level, won ones before lost ones."""
        return tuple(
            HandGroup(level, status, len(played), tuple(_spreads(played)))
            for level in self.levels
            for status in Status
            if (played := [one for one in self.of(level) if one.status is status])
        )

    @property
    def levels(self) -> list[str]:
        """The levels that were played, those with the most games first."""
        levels = [one.level for one in self.replays]
        return sorted(set(levels), key=lambda level: (-levels.count(level), level))

    def of(self, level: str) -> list[PlayedReplay]:
        """Return the games of a level."""
        return [one for one in self.replays if one.level == level]

    @property
    def months(self) -> tuple[Month, ...]:
        """The trend: the months of each level in order, where files say their date."""
        by_month = defaultdict[tuple[str, str], list[PlayedReplay]](list)
        for one in self.replays:
            if found := _MONTH.match(one.date):
                by_month[one.level, found[0]].append(one)
        return tuple(_month(*key, by_month[key]) for key in sorted(by_month))


def hand_of(
    folder: Path,
    *,
    budget: Budget | None = None,
    watch: Callable[[int, int], None] | None = None,
) -> Hand:
    """Return the figures of all replays in a folder; raise `InputError` if there are none.

    `budget` limits the chances of one replay, `watch` is called with (done, files).
    """

    def measure(replay: Replay, file: str) -> PlayedReplay:
        return measure_replay(replay, file, budget)

    found, skipped = each_replay(folder, measure, watch)
    return Hand(tuple(found), tuple(skipped))


def _values(played: Iterable[PlayedReplay], figure: HandFigure) -> list[float]:
    return [value for one in played if (value := figure.of(one)) is not None]


def _spreads(played: Sequence[PlayedReplay]) -> Iterator[Spread]:
    for figure in HAND_FIGURES:
        if values := _values(played, figure):
            cuts = quantiles(values if len(values) > 1 else values * 2, n=20, method="inclusive")
            yield Spread(figure.key, len(values), *(cuts[n] for n in (1, 4, 9, 14, 17)))


def _month(level: str, month: str, played: Sequence[PlayedReplay]) -> Month:
    won = [one for one in played if one.status is Status.WON]
    medians = (
        median(values) if (values := _values(games, figure)) else None
        for games, figure in zip((won, played, played), HAND_FIGURES, strict=False)
    )
    return Month(month, level, len(played), len(won), *medians)
