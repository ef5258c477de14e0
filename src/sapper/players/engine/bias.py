"""How far the learned winning chance was off, by board: measured in experiments/calibration.

The value was taught on a few boards (experiments/value/plan.py); on others, above all on dense and
narrow ones, it still orders the candidates, but its figure is no longer a chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import log
from typing import Final, NamedTuple, TypedDict

from sapper.board.cell import join_names
from sapper.board.position import Position
from sapper.board.spec import BoardSpec
from sapper.language import _
from sapper.percent import percent_figure
from sapper.players.engine.measured_bias import MEASURED

__all__ = [
    "TRUSTED",
    "Bias",
    "BiasDocument",
    "BiasTable",
    "MeasuredBoard",
    "Off",
    "bias_of",
    "bias_table",
]

TRUSTED: Final = 0.05
"""A larger difference between estimate and share won is too large to call the estimate a chance."""
_MOST_LARGER: Final = 1.3  # sides of a measured board that counts as like another
_MOST_DENSER: Final = 0.0126  # half of the steps in which densities were measured


class OffDocument(TypedDict):
    """Estimate minus share won, and half the width of its 95 % interval."""

    difference: float
    error: float


class BiasDocument(TypedDict):
    """How far estimates were off on the nearest board that was measured.

    `board` is null if no board like this was measured. `first` is of the first cell, `middle` of
    guesses with a quarter of the board open; null where there were too few. Estimates that are not
    `is_trusted` only order the candidates.
    """

    board: str | None
    is_trusted: bool
    first: OffDocument | None
    middle: OffDocument | None


class MeasuredBoard(TypedDict):
    """A measured board: its shorter and longer side, its density of mines, and its bias."""

    sides: list[int]
    density: float
    bias: BiasDocument


class BiasTable(TypedDict):
    """All measured boards, and which of them is like another: as `bias_of` decides it.

    A board is like another if no side is `most_larger` times as long and the densities differ by
    no more than `most_denser`; the nearest by the logarithms of its sides counts. `none` is the
    bias of a board that is like no other, and of shapes that were not measured.
    """

    boards: list[MeasuredBoard]
    most_larger: float
    most_denser: float
    none: BiasDocument


@dataclass(frozen=True, slots=True)
class Off:
    """Estimate minus share won, and half the width of its 95 % interval."""

    difference: float
    error: float

    @property
    def text(self) -> str:
        """The difference in words: 7.7 +-1.6 points too low."""
        points, error = percent_figure(abs(self.difference), 1), percent_figure(self.error, 1)
        if self.difference == 0:
            text = _("{points} +-{error} points off")
        elif self.difference > 0:
            text = _("{points} +-{error} points too high")
        else:
            text = _("{points} +-{error} points too low")
        return text.format(points=points, error=error)

    def to_dict(self) -> OffDocument:
        """Return plain data for JSON."""
        return OffDocument(difference=self.difference, error=self.error)


@dataclass(frozen=True, slots=True)
class Bias:
    """How far estimates were off on the nearest measured board; all None if none is near."""

    board: str | None = None
    first: Off | None = None
    middle: Off | None = None

    @property
    def is_trusted(self) -> bool:
        """Whether the estimates can be taken as chances."""
        known = [off for off in (self.first, self.middle) if off is not None]
        return bool(known) and all(abs(off.difference) <= TRUSTED for off in known)

    @property
    def text(self) -> str:
        """How far the estimate can be trusted, in words."""
        if self.board is None:
            return _(
                "The estimate is learned, and no board like this was measured: treat it as a "
                "ranking, not as a chance."
            )
        if self.is_trusted:
            text = _(
                "The estimate is learned: on {board}, the nearest board measured, it was {off}."
            )
        else:
            text = _(
                "The estimate is learned: on {board}, the nearest board measured, it was {off}: "
                "treat it as a ranking, not as a chance."
            )
        when = ((self.first, _("{off} at the first cell")), (self.middle, _("{off} later")))
        parts = [told.format(off=off.text) for off, told in when if off is not None]
        return text.format(board=self.board, off=join_names(parts))

    def to_dict(self) -> BiasDocument:
        """Return plain data for JSON."""
        return BiasDocument(
            board=self.board,
            is_trusted=self.is_trusted,
            first=None if self.first is None else self.first.to_dict(),
            middle=None if self.middle is None else self.middle.to_dict(),
        )


def bias_of(position: Position) -> Bias:
    """Return how far estimates were off on the measured board that is nearest to this one."""
    if position.mines is None or position.geometry.shape != "grid":
        return Bias()
    sides = sorted((position.rows, position.columns))
    density = position.mines / position.geometry.size
    near = [board for board in _boards() if board.is_like(sides, density)]
    if not near:
        return Bias()
    return min(near, key=lambda board: board.distance(sides, density)).bias


def bias_table() -> BiasTable:
    """Return the table that `bias_of` looks into, as plain data."""
    boards = [
        MeasuredBoard(sides=each.sides, density=each.density, bias=each.bias.to_dict())
        for each in _boards()
    ]
    return BiasTable(
        boards=boards, most_larger=_MOST_LARGER, most_denser=_MOST_DENSER, none=Bias().to_dict()
    )


class _Board(NamedTuple):
    """A measured board: its shorter and longer side, its density and its bias."""

    sides: list[int]
    density: float
    bias: Bias

    def is_like(self, sides: list[int], density: float) -> bool:
        ratios = [max(a, b) / min(a, b) for a, b in zip(self.sides, sides, strict=True)]
        return max(ratios) <= _MOST_LARGER and abs(density - self.density) <= _MOST_DENSER

    def distance(self, sides: list[int], density: float) -> tuple[float, float]:
        """Return how unlike the sides are, then the densities."""
        unlike = sum(abs(log(a / b)) for a, b in zip(self.sides, sides, strict=True))
        return unlike, abs(density - self.density)


@cache
def _boards() -> tuple[_Board, ...]:
    return tuple(_board(*row) for row in MEASURED)


def _board(
    text: str,
    first: float | None,
    first_error: float | None,
    middle: float | None,
    middle_error: float | None,
) -> _Board:
    spec = BoardSpec.parse(text)
    bias = Bias(text, _off(first, first_error), _off(middle, middle_error))
    return _Board(sorted((spec.rows, spec.columns)), spec.mines / (spec.rows * spec.columns), bias)


def _off(difference: float | None, error: float | None) -> Off | None:
    return None if difference is None or error is None else Off(difference / 100, error / 100)
