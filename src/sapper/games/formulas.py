"""The formulas that players measure games by, each with its text.

Where authorities differ, the definition of minesweepergame.com has the plain name, and the others
are named after the program that uses them: ms_toollib (1.5.20), Strange-Dust's notes, LlamaSweeper.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sapper.board.metrics import Formula
from sapper.language import N_, _

__all__ = ["FORMULAS", "GAME_FORMULAS", "MEASURED_FORMULAS", "GameFigure", "Play", "Undefined"]

_LEVELS: Final = {"9x9/10": 1, "16x16/40": 2, "16x30/99": 3}
_MS_TOOLLIB_LEVELS: Final = {"8x8/10": 36.0, "16x16/40": 162.0, "16x30/99": 435.0}


class Undefined(Exception):  # noqa: N818 (not an error: an answer)
    """A figure has no value for this game; the message says why."""


@dataclass(frozen=True, slots=True)
class Play:
    """What the formulas are made of; a part that they cannot do without raises `Undefined`."""

    board: str
    bbbv: int
    solved: int
    clicks: int
    effective: int
    useful: int
    """The effective clicks of ms_toollib: of the marks only the first flag on each mine counts."""
    time: float | None

    @property
    def seconds(self) -> float:
        """The time, if it is known and not 0."""
        if self.time is None:
            raise Undefined(_("the last move has no time"))
        if self.time == 0:
            raise Undefined(_("the time is 0"))
        return self.time

    @property
    def some_solved(self) -> int:
        """The solved 3BV, if it is not 0."""
        return _above_0(self.solved, _("no 3BV is solved"))


@dataclass(frozen=True, slots=True)
class GameFigure:
    """A formula and the function that computes it."""

    formula: Formula
    compute: Callable[[Play], float]


def _above_0(value: int, reason: str) -> int:
    if value == 0:
        raise Undefined(reason)
    return value


def _logarithm(value: float, name: str) -> float:
    if value == 1:
        raise Undefined(_("the logarithm of {name} is 0").format(name=name))
    return math.log(value)


def _clicks(play: Play) -> int:
    return _above_0(play.clicks, _("there are no clicks"))


def _effective(play: Play) -> int:
    return _above_0(play.effective, _("no click changed anything"))


def _useful(play: Play) -> int:
    return _above_0(play.useful, _("no click counts as effective"))


def _qg(play: Play) -> float:
    return math.pow(play.seconds, 1.7) / play.bbbv


def _stnb(play: Play) -> float:
    level = _LEVELS.get(play.board)
    if level is None:
        raise Undefined(_("STNB is defined on {levels} only").format(levels=", ".join(_LEVELS)))
    constant = 87.420 * level**2 - 155.829 * level + 115.708
    return constant / _qg(play) * math.sqrt(play.solved / play.bbbv)


def _stnb_ms_toollib(play: Play) -> float:
    if play.board not in _MS_TOOLLIB_LEVELS:
        levels = ", ".join(_MS_TOOLLIB_LEVELS)
        raise Undefined(_("ms_toollib's STNB is defined on {levels} only").format(levels=levels))
    constant = _MS_TOOLLIB_LEVELS[play.board]
    return constant / _qg(play) * math.sqrt(play.solved / play.bbbv)


def _figure(
    key: str, name: str, text: str, compute: Callable[[Play], float], *, is_share: bool = False
) -> GameFigure:
    return GameFigure(Formula(key, name, text, is_share), compute)


_ALL: Final = (
    _figure("bbbv_per_second", "3BV/s", N_("solved 3BV / time"), lambda p: p.solved / p.seconds),
    _figure(
        "estimated_time",
        N_("estimated time"),
        N_("time * 3BV / solved 3BV"),
        lambda p: p.seconds * p.bbbv / p.some_solved,
    ),
    _figure(
        "efficiency",
        N_("efficiency (IOE)"),
        N_("solved 3BV / clicks"),
        lambda p: p.solved / _clicks(p),
        is_share=True,
    ),
    _figure(
        "correctness",
        N_("correctness"),
        N_("clicks that changed the board / clicks"),
        lambda p: p.effective / _clicks(p),
        is_share=True,
    ),
    _figure(
        "throughput",
        N_("throughput"),
        N_("solved 3BV / clicks that changed the board"),
        lambda p: p.solved / _effective(p),
        is_share=True,
    ),
    _figure(
        "correctness_ms_toollib",
        N_("correctness (ms_toollib)"),
        N_("(opens + chords + first flags on mines) / clicks"),
        lambda p: p.useful / _clicks(p),
        is_share=True,
    ),
    _figure(
        "throughput_ms_toollib",
        N_("throughput (ms_toollib)"),
        N_("solved 3BV / (opens + chords + first flags on mines)"),
        lambda p: p.solved / _useful(p),
        is_share=True,
    ),
    _figure(
        "rqp",
        "RQP",
        N_("time / (3BV/s); minesweepergame.com"),
        lambda p: p.seconds**2 / p.some_solved,
    ),
    _figure(
        "rqp_ms_toollib", "RQP (ms_toollib)", N_("time^2 / 3BV"), lambda p: p.seconds**2 / p.bbbv
    ),
    _figure(
        "rqp_plus_1",
        N_("RQP (clock from 1)"),
        N_("(time + 1) / (3BV/s); LlamaSweeper, Strange-Dust"),
        lambda p: (p.seconds + 1) * p.seconds / p.some_solved,
    ),
    _figure(
        "ios",
        "IOS",
        N_("log time / log 3BV; minesweepergame.com"),
        lambda p: math.log(p.seconds) / _logarithm(p.bbbv, _("the 3BV")),
    ),
    _figure(
        "ios_inverse",
        N_("IOS (inverse)"),
        N_("log 3BV / log time; Strange-Dust"),
        lambda p: math.log(p.bbbv) / _logarithm(p.seconds, _("the time")),
    ),
    _figure("qg", "QG", N_("time^1.7 / 3BV"), _qg),
    _figure(
        "stnb",
        "STNB",
        N_(
            "c / QG * sqrt(solved 3BV / 3BV), c = 87.420 L^2 - 155.829 L + 115.708, "
            "L = 1, 2, 3 for 9x9/10, 16x16/40, 16x30/99"
        ),
        _stnb,
    ),
    _figure(
        "stnb_ms_toollib",
        "STNB (ms_toollib)",
        N_("the same with c = 36, 162, 435 for 8x8/10, 16x16/40, 16x30/99"),
        _stnb_ms_toollib,
    ),
    _figure(
        "clicks_per_second", N_("clicks/s"), N_("clicks / time"), lambda p: p.clicks / p.seconds
    ),
)

FORMULAS: Final[dict[str, GameFigure]] = {each.formula.key: each for each in _ALL}
"""The computed figures of a game by key, in the order in which they are shown."""

MEASURED_FORMULAS: Final = (
    Formula("time", N_("time"), N_("seconds from the start of the clock to the last move")),
    Formula(
        "solved_bbbv",
        N_("solved 3BV"),
        N_("numbers open that touch no 0 + openings open completely"),
    ),
)
"""What is measured and not computed."""
_LAST: Final = (
    Formula("flags", N_("flags"), N_("flags set")),
    Formula("is_no_flag", "NF", N_("no flag was set")),
    Formula(
        "pluck",
        "pluck",
        N_("sum of -log10 of the exact chance to survive each opening click after the first"),
    ),
    Formula(
        "survived_pluck",
        N_("pluck (survived)"),
        N_("the same over the clicks that were survived"),
    ),
)
GAME_FORMULAS: Final = (*MEASURED_FORMULAS, *(each.formula for each in FORMULAS.values()), *_LAST)
"""The figures of a game in the order in which they are shown."""
